/// Kind of receiver start, by the data that the receiver still has.
public enum StartType: UInt8, Sendable, CaseIterable {
  /// Time, position and valid ephemerides.
  case hot
  /// Time and position, and assistance in place of ephemerides.
  case aided
  /// Time, position and almanac: ephemerides must be received.
  case warm
  /// Nothing.
  case cold
}
