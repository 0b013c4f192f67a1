public import CairnTypes

/// What providers do not know of the device, and the application does.
public struct DeviceConditions: Hashable, Sendable {
  /// Whether it moves, by a sensor that goes on watching: a device that stands needs no new position. `nil` where
  /// nothing tells; then it may move at any time.
  public var isMoving: Bool?
  /// Nothing may transmit: satellites are received, Wi-Fi and cells are left alone.
  public var isInAirplaneMode = false
  /// 0...1: the charge of the battery; `nil` on mains.
  public var battery: Double?

  /// Nothing is known.
  public init() {}

  func allows(_ technology: Technology) -> Bool {
    switch technology {
    case .wifi, .cellular, .bluetooth, .network: !isInAirplaneMode
    case .gnss, .inertial, .fixed, .external, .fused: true
    }
  }
}

/// What a client that asks for the best gets while the battery is low.
public struct BatterySaver: Hashable, Sendable {
  /// 0...1: the charge from which on downwards it is low.
  public var threshold: Double
  /// What the best then is.
  public var accuracy: DesiredAccuracy

  /// - Parameters:
  ///   - threshold: 0...1, of the charge.
  ///   - accuracy: what clients then get who ask for the best.
  public init(threshold: Double = 0.1, accuracy: DesiredAccuracy) {
    self.threshold = threshold
    self.accuracy = accuracy
  }
}
