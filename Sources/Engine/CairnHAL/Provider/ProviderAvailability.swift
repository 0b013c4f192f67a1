public import CairnTypes

/// Whether a scheduler may use a provider.
public enum ProviderAvailability: Equatable, Sendable {
  case available
  /// The hardware is not there, or does not work. The provider keeps looking while it is needed.
  ///
  /// The error says why it does not work; `nil` for hardware that is not there.
  case missing(LocationError?)
  /// The provider must not be used now, whatever it could do.
  case forbidden(Obstacle)

  /// Why a provider must not be used.
  @nonexhaustive
  public enum Obstacle: UInt8, Hashable, Sendable, CaseIterable {
    /// A client requires something that the provider cannot give.
    case requirement
    /// It transmits, and the device is in airplane mode.
    case airplaneMode
    /// Its radio is switched off.
    case radioOff
    /// It needs a network, and there is none.
    case noNetwork
    /// It needs a network, only a metered one is there, and another provider can serve.
    case meteredNetwork
  }
}

extension ProviderAvailability.Obstacle: CustomStringConvertible {
  public var description: String {
    switch self {
    case .requirement: "a client requires what it cannot give"
    case .airplaneMode: "it transmits, and the device is in airplane mode"
    case .radioOff: "its radio is switched off"
    case .noNetwork: "it needs a network, and there is none"
    case .meteredNetwork: "it needs a network, and that is metered"
    }
  }
}
