public import Cairn
public import Foundation

extension Date {
  /// Creates the same instant to a tenth of a microsecond, the precision of a `Date` today.
  public init(_ timestamp: Timestamp) {
    let (seconds, rest) = timestamp.nanosecondsSince1970.quotientAndRemainder(
      dividingBy: 1_000_000_000)
    // Counts whole seconds from the reference date, since a sum from 1970 would lose digits.
    self.init(
      timeIntervalSinceReferenceDate: Double(seconds - referenceSecondsSince1970) + Double(rest)
        * 1e-9)
  }
}

extension Timestamp {
  /// Creates the same instant; `nil` outside the years 1678 to 2261.
  public init?(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
    let fraction = Int128(((seconds - Double(whole)) * 1e9).rounded())
    let sum = (Int128(whole) + Int128(referenceSecondsSince1970)) * 1_000_000_000 + fraction
    guard let nanoseconds = Int64(exactly: sum) else { return nil }
    self.init(nanosecondsSince1970: nanoseconds)
  }
}

/// Seconds from 1970 to 2001-01-01T00:00:00Z, from which a `Date` counts.
private let referenceSecondsSince1970: Int64 = 978_307_200

extension Location {
  /// When the device was at the position, by the receiver's UTC; `nil` until that is known.
  public var date: Date? { timestamp.map { Date($0) } }

  /// Returns when the device was at the position, by the system clock, which may be wrong; for
  /// comparison with `Date()`.
  ///
  /// - Parameter now: present time on the boot clock, for example `LocationSystem.executor.now()`.
  /// - Returns: `Date()` minus the age of the fix.
  public func systemDate(at now: MonotonicTime) -> Date {
    Date(timeIntervalSinceNow: -age(at: now).inSeconds)
  }
}

extension Visit {
  /// When the stay began; `nil` if not known.
  public var arrivalDate: Date? { arrival.map { Date($0) } }

  /// When the stay ended; `nil` while it lasts, or if not known.
  public var departureDate: Date? { departure.map { Date($0) } }

  /// Returns when the stay began, by the system clock, which may be wrong.
  ///
  /// - Parameter now: present time on the boot clock, for example `LocationSystem.executor.now()`.
  /// - Returns: `Date()` minus the time since then; `nil` if the stay began before monitoring.
  public func systemArrivalDate(at now: MonotonicTime) -> Date? {
    arrivalTime.map { Date(timeIntervalSinceNow: ($0 - now).inSeconds) }
  }

  /// Returns when the stay ended, by the system clock, which may be wrong.
  ///
  /// - Parameter now: present time on the boot clock, for example `LocationSystem.executor.now()`.
  /// - Returns: `Date()` minus the time since then; `nil` while the stay lasts.
  public func systemDepartureDate(at now: MonotonicTime) -> Date? {
    departureTime.map { Date(timeIntervalSinceNow: ($0 - now).inSeconds) }
  }
}
