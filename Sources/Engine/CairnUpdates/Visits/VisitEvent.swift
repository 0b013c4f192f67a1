public import CairnTypes

/// The beginning or end of a visit.
public struct VisitEvent: Hashable, Sendable {
  /// Kind of a visit's event.
  public enum Kind: Hashable, Sendable {
    /// The device has stayed long enough.
    case arrival
    /// The device has left.
    case departure
  }

  /// Kind of event.
  public var kind: Kind
  /// The place, and the times in UTC as far as they are known.
  public var visit: Visit
  /// When the stay began, on the boot clock; `nil` if that was before monitoring.
  public var arrival: MonotonicTime?
  /// When it ended, on the boot clock; `nil` while the device is still there.
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
