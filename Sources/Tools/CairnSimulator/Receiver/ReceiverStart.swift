/// What a receiver knows when it starts to search for satellites.
public enum ReceiverStart: UInt8, Hashable, Sendable, CaseIterable {
  /// It knows nothing.
  case cold
  /// Time, position and almanac are known, but no valid ephemerides.
  case warm
  /// The host supplied time and position, or ephemerides.
  case aided
  /// Time, position and ephemerides are known.
  case hot
}
