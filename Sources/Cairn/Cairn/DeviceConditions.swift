internal import CairnHAL
public import CairnTypes

/// State of the device that the application knows but providers do not.
public struct DeviceConditions: Hashable, Sendable {
  /// Radios of the device.
  public struct Radios: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// - Parameter rawValue: a union of the static members.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Wi-Fi.
    public static let wifi = Self(rawValue: 1 << 0)
    /// The modem.
    public static let cellular = Self(rawValue: 1 << 1)
    /// Bluetooth.
    public static let bluetooth = Self(rawValue: 1 << 2)
    /// The satellite receiver.
    public static let gnss = Self(rawValue: 1 << 3)
  }

  /// How the device reaches a network.
  @nonexhaustive
  public enum NetworkAccess: UInt8, Hashable, Sendable, CaseIterable {
    case available
    /// Each byte costs money: providers that need a network are used only if no other can serve.
    case metered
    case none
  }

  /// Whether the device moves, from a sensor that watches all the time: at rest it needs no new
  /// position. If `nil`, the system's motion sensor decides, or without one the device may move at
  /// any time.
  public var isMoving: Bool?
  /// Whether nothing may transmit: satellites are received; Wi-Fi, cells, Bluetooth are unused.
  public var isInAirplaneMode = false
  /// Radios that are switched off individually; their providers are not used.
  public var radiosOff: Radios = []
  /// How the device reaches a network.
  public var network = NetworkAccess.available
  /// 0...1: the charge of the battery; `nil` on mains power.
  public var battery: Double?

  /// Creates conditions without any information.
  public init() {}

  /// Returns why a provider must not be used.
  ///
  /// - Parameters:
  ///   - descriptor: the provider's descriptor.
  ///   - isAlone: whether no provider that works without a network can serve.
  /// - Returns: `nil` if it may be used.
  func obstacle(
    to descriptor: ProviderDescriptor, isAlone: Bool
  ) -> ProviderAvailability.Obstacle? {
    if let radio = Radios(descriptor.technology) {
      if isInAirplaneMode, radio != .gnss { return .airplaneMode }
      if radiosOff.contains(radio) { return .radioOff }
    }
    guard descriptor.capabilities.contains(.needsNetwork) || descriptor.technology == .network
    else { return nil }
    switch network {
    case .available: return isInAirplaneMode ? .airplaneMode : nil
    case .metered: return isAlone ? nil : .meteredNetwork
    case .none: return .noNetwork
    }
  }
}

extension DeviceConditions.Radios {
  /// The radio that a technology needs.
  fileprivate init?(_ technology: Technology) {
    switch technology {
    case .wifi: self = .wifi
    case .cellular: self = .cellular
    case .bluetooth: self = .bluetooth
    case .gnss: self = .gnss
    case .network, .inertial, .fixed, .external, .fused: return nil
    }
  }
}

/// The accuracy for clients that ask for the best while the battery is low.
public struct BatterySaver: Hashable, Sendable {
  /// 0...1: the charge at or below which the battery is low.
  public var threshold: Double
  /// The accuracy that replaces the best.
  public var accuracy: DesiredAccuracy

  /// - Parameters:
  ///   - threshold: 0...1, of the charge.
  ///   - accuracy: the accuracy for clients that ask for the best.
  public init(threshold: Double = 0.1, accuracy: DesiredAccuracy) {
    self.threshold = threshold
    self.accuracy = accuracy
  }
}
