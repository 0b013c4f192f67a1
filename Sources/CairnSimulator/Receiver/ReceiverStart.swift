/// What a receiver knows when it starts to search.
public enum ReceiverStart: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case cold
  /// Time, position and almanac, but no ephemeris that still serves.
  case warm
  /// Time and position from the host, or ephemerides from it.
  case aided
  /// Time, position and ephemerides.
  case hot
}
