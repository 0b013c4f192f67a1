internal import CairnHAL
public import CairnTypes

/// Whether a service is available: hardware, policy and the present state in one answer.
public enum Availability: Hashable, Sendable {
  case available
  case unavailable(Reason)

  /// Why a service is not available.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The hardware is missing or does not work.
    case noHardware
    /// The policy does not allow it.
    case denied
    /// The hardware transmits, and the device is in airplane mode.
    case airplaneMode
    /// The radio that it needs is switched off.
    case radioOff
    /// It needs a network, and none may be used.
    case noNetwork
  }
}

extension Availability.Reason {
  /// - Parameter obstacle: why present hardware must not be used; `nil` for missing hardware.
  init(_ obstacle: ProviderAvailability.Obstacle?) {
    self =
      switch obstacle {
      case .airplaneMode: .airplaneMode
      case .radioOff: .radioOff
      case .noNetwork, .meteredNetwork: .noNetwork
      case .requirement, nil: .noHardware
      }
  }
}

extension LocationSystem {
  /// Whether a provider is there and may work, whatever the policy allows a client.
  package var canServe: Bool { shared.unavailability == nil }

  /// Why no provider can serve at present, whatever the policy allows; `nil` if one can.
  package var unavailability: Availability.Reason? { shared.unavailability }

  /// Whether there is a compass, whatever the policy allows a client.
  package var hasCompass: Bool { shared.hasCompass }

  /// Whether there is a Bluetooth adapter, or another radio that could hear beacons.
  package var canHearBeacons: Bool { shared.canHearBeacons }
}

extension LocationManager {
  /// Whether the client can use these services at the moment. An unavailable service can still be
  /// started: it waits for what it lacks, unless the policy denies it. A client that is merely not
  /// in use is not denied. Returns at once, and starts no hardware.
  ///
  /// - Parameter services: for several, the first reason that makes one unavailable counts.
  /// - Returns: the present availability.
  public func availability(of services: ServiceSet) -> Availability {
    if authorization.refusal(of: services) != nil { return .unavailable(.denied) }
    // There is no geocoder or provider of raw measurements.
    if !services.isDisjoint(with: [.geocoding, .rawMeasurements]) {
      return .unavailable(.noHardware)
    }
    if services.contains(.heading), !system.hasCompass { return .unavailable(.noHardware) }
    if services.contains(.ranging), !system.canHearBeacons { return .unavailable(.noHardware) }
    // Headings and beacons need no provider of positions.
    if services.isSubset(of: [.heading, .ranging]), !services.isEmpty { return .available }
    return system.shared.unavailability.map { .unavailable($0) } ?? .available
  }
}
