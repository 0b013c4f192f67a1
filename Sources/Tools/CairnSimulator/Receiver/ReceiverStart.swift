/// Kind of start of a receiver's search for satellites, by the data that it has.
public enum ReceiverStart: UInt8, Hashable, Sendable, CaseIterable {
  /// No data are known.
  case cold
  /// Time, position and almanac are known, but no valid ephemerides.
  case warm
  /// The host supplied time and position, or ephemerides.
  case aided
  /// Time, position and ephemerides are known.
  case hot
}
