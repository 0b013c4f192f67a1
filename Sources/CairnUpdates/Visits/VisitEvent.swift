public import CairnTypes

/// A visit has begun or ended.
public struct VisitEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The device has stayed long enough.
    case arrival
    /// The device has left.
    case departure
  }

  /// What happened.
  public var kind: Kind
  /// Where, and when in UTC as far as it is known.
  public var visit: Visit
  /// When the stay began, on the boot clock; `nil`: before monitoring.
  public var arrival: MonotonicTime?
  /// When it ended, on the boot clock; `nil`: still there.
  public var departure: MonotonicTime?

  /// See the properties.
  public init(
    kind: Kind, visit: Visit, arrival: MonotonicTime? = nil, departure: MonotonicTime? = nil
  ) {
    self.kind = kind
    self.visit = visit
    self.arrival = arrival
    self.departure = departure
  }
}
