public import CairnTypes

/// The time of a multiple signal message, in its system's own time.
public struct MSMEpoch: Hashable, Sendable, BitwiseCopyable {
  /// Milliseconds of the system's week, 0...604799999; for GLONASS, of a day in Moscow, up to
  /// 86400999 in a leap second.
  public var milliseconds: UInt32 = 0
  /// GLONASS only: day in Moscow, 0 Sunday to 6 Saturday; `nil` if unknown.
  public var dayOfWeek: UInt8?

  /// Milliseconds in a week.
  static var week: Int64 { 604_800_000 }
  private static var day: Int64 { 86_400_000 }

  /// Creates the beginning of a week.
  public init() {}

  /// Creates a time of the system's week.
  public init(milliseconds: UInt32, dayOfWeek: UInt8? = nil) {
    self.milliseconds = milliseconds
    self.dayOfWeek = dayOfWeek
  }

  /// Returns the milliseconds of the GPS week, which may be the week before or after the system's.
  ///
  /// - Parameters:
  ///   - system: the system of this time.
  ///   - leapSeconds: seconds by which GPS time is ahead of UTC; only used for GLONASS.
  /// - Returns: 0...604799999; `nil` if the day of week is unknown or the time is invalid.
  public func gpsMilliseconds(_ system: SatelliteSystem, leapSeconds: Int) -> UInt32? {
    var time = Int64(milliseconds)
    switch system {
    case .glonass:
      guard let dayOfWeek, dayOfWeek < 7, time < Self.day + 1000 else { return nil }
      // Moscow is three hours ahead of UTC.
      time +=
        Int64(dayOfWeek) * Self.day - 3 * 3_600_000 + Int64(clamping: leapSeconds) % 86_400 * 1000
    case .beidou:
      guard time < Self.week else { return nil }
      time += 14_000
    default:
      guard time < Self.week else { return nil }
    }
    let wrapped = (time % Self.week + Self.week) % Self.week
    return UInt32(truncatingIfNeeded: wrapped)
  }

  mutating func fields(_ system: SatelliteSystem, _ f: inout some RTCMFieldVisitor & ~Escapable) {
    switch system {
    case .glonass:
      f.integer(.df416, &dayOfWeek, absent: 7)
      f.integer(.df034, &milliseconds)
      return
    case .galileo: f.integer(.df248, &milliseconds)
    case .qzss: f.integer(.df428, &milliseconds)
    case .beidou: f.integer(.df427, &milliseconds)
    case .navic: f.integer(.df546, &milliseconds)
    default: f.integer(.df004, &milliseconds)
    }
    dayOfWeek = nil
  }
}
