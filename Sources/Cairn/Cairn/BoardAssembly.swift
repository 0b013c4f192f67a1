public import CairnTypes

/// Parts that a board's profile names, and the provider or sensor that serves each.
public struct BoardAssembly: Hashable, Sendable {
  /// The name of the board's profile.
  public let profile: String
  /// The parts that the profile names, in the order of their kinds.
  public let parts: [BoardPart]

  package init(profile: String, parts: [BoardPart]) {
    self.profile = profile
    self.parts = parts
  }

  /// The parts that no provider or sensor serves.
  public var unserved: [BoardPart] { parts.filter { !$0.isServed } }
}

/// One part of a board that can contribute to its position.
public struct BoardPart: Hashable, Sendable, CustomStringConvertible {
  /// Kind of a board's part.
  @nonexhaustive
  public enum Kind: String, Sendable, CaseIterable {
    /// A satellite receiver.
    case gnss
    /// A radio that can scan for access points.
    case wifi
    /// A modem that knows its cell.
    case cell
    /// A motion sensor, which detects whether the device moves.
    case motion
    /// Magnetic and motion sensors for the direction in which the device points.
    case compass
    /// A sensor of air pressure.
    case barometer
    /// The site of a stationary device.
    case fixed
    /// A service that knows access points and cells.
    case online
  }

  /// Kind of part.
  public let kind: Kind
  /// The provider or sensor that serves it; `nil` if none does.
  public let id: ProviderID?
  /// Why no provider or sensor serves it, and the remedy, for a person; `nil` if it is served.
  public let obstacle: String?

  /// Whether a provider or sensor serves it, even one whose hardware is missing at the moment.
  public var isServed: Bool { id != nil }

  /// One line for a log.
  public var description: String {
    if let id { return "\(kind.rawValue) is served by \(id)" }
    return "\(kind.rawValue) is not served" + (obstacle.map { ": " + $0 } ?? "")
  }

  package init(_ kind: Kind, servedBy id: ProviderID) {
    self.kind = kind
    self.id = id
    obstacle = nil
  }

  package init(_ kind: Kind, obstacle: String) {
    self.kind = kind
    id = nil
    self.obstacle = obstacle
  }
}
