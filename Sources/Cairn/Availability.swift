internal import CairnHAL
public import CairnTypes

/// Whether a service can be had: hardware, policy and the present state in one answer.
public enum Availability: Hashable, Sendable {
  case available
  case unavailable(Reason)

  /// Why a service cannot be had.
  public enum Reason: Hashable, Sendable {
    /// Nothing that measures it is there, or none that works.
    case noHardware
    /// The policy does not allow it.
    case denied
    /// What measures it transmits, and nothing may.
    case airplaneMode
    /// The radio that measures it is switched off.
    case radioOff
    /// What measures it needs a network, and there is none that may be used.
    case noNetwork
  }
}

extension Availability.Reason {
  /// - Parameter obstacle: what stands in the way of hardware that is there; `nil` where there is none.
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
  /// Whether a provider is there and may work, whatever the policy says of a client.
  package var canServe: Bool { shared.unavailability == nil }
}

extension LocationManager {
  /// Whether the client can have these services at the moment. That one cannot be had does not mean that it
  /// cannot be started: it waits for what it lacks, unless the policy refuses it. A client that is merely not
  /// in use is not refused. Waits for nothing, and starts no hardware.
  ///
  /// - Parameter services: of several, the first reason counts that one of them cannot be had.
  /// - Returns: what holds now.
  public func availability(of services: ServiceSet) -> Availability {
    if authorization.refusal(of: services) != nil { return .unavailable(.denied) }
    // There is no sensor of fields or beacons, no geocoder, and no provider of raw measurements.
    let isLacking = !services.isDisjoint(
      with: [.heading, .ranging, .geocoding, .rawMeasurements])
    if isLacking { return .unavailable(.noHardware) }
    return system.shared.unavailability.map { .unavailable($0) } ?? .available
  }
}
