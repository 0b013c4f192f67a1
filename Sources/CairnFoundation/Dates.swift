public import Cairn
public import Foundation

extension Date {
  /// The same instant, to a tenth of a microsecond: a `Date` has no more digits today.
  public init(_ timestamp: Timestamp) {
    let (seconds, rest) = timestamp.nanosecondsSince1970.quotientAndRemainder(
      dividingBy: 1_000_000_000)
    // Whole seconds from the reference date, for a sum of 1970 would lose digits.
    self.init(
      timeIntervalSinceReferenceDate: Double(seconds - referenceSecondsSince1970) + Double(rest)
        * 1e-9)
  }
}

extension Timestamp {
  /// The same instant; `nil` outside the years 1678 to 2261.
  public init?(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard let whole = Int64(exactly: seconds.rounded(.down)) else { return nil }
    let fraction = Int128(((seconds - Double(whole)) * 1e9).rounded())
    let sum = (Int128(whole) + Int128(referenceSecondsSince1970)) * 1_000_000_000 + fraction
    guard let nanoseconds = Int64(exactly: sum) else { return nil }
    self.init(nanosecondsSince1970: nanoseconds)
  }
}

/// Seconds from 1970 to 2001-01-01T00:00:00Z, where a `Date` counts from.
private let referenceSecondsSince1970: Int64 = 978_307_200

extension Location {
  /// When the position was true, by the receiver's UTC; `nil` until that is known.
  public var date: Date? { timestamp.map { Date($0) } }

  /// When the position was true, by the system's own clock, which may be wrong: what to compare with
  /// `Date()`.
  ///
  /// - Parameter now: the boot clock at this moment, for example `LocationSystem.executor.now()`.
  /// - Returns: as long before `Date()` as the fix is old.
  public func systemDate(at now: MonotonicTime) -> Date {
    Date(timeIntervalSinceNow: -age(at: now).inSeconds)
  }
}

extension Visit {
  /// When the stay began; `nil` where that is not known.
  public var arrivalDate: Date? { arrival.map { Date($0) } }

  /// When it ended; `nil` while it lasts, and where that is not known.
  public var departureDate: Date? { departure.map { Date($0) } }

  /// When the stay began, by the system's own clock, which may be wrong.
  ///
  /// - Parameter now: the boot clock at this moment, for example `LocationSystem.executor.now()`.
  /// - Returns: as long before `Date()` as it is ago; `nil` where it began before monitoring.
  public func systemArrivalDate(at now: MonotonicTime) -> Date? {
    arrivalTime.map { Date(timeIntervalSinceNow: ($0 - now).inSeconds) }
  }

  /// When it ended, by the system's own clock, which may be wrong.
  ///
  /// - Parameter now: the boot clock at this moment, for example `LocationSystem.executor.now()`.
  /// - Returns: as long before `Date()` as it is ago; `nil` while it lasts.
  public func systemDepartureDate(at now: MonotonicTime) -> Date? {
    departureTime.map { Date(timeIntervalSinceNow: ($0 - now).inSeconds) }
  }
}
