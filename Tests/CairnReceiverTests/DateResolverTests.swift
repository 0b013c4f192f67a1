import CairnReceiver
import CairnTypes
import Testing

@Suite("Date resolver")
struct DateResolverTests {
  private static let reference = CalendarDate(year: 2026, month: 11, day: 21)
  private static let now = MonotonicTime(nanoseconds: 0)

  private func date(_ year: Int, _ month: Int, _ day: Int) throws -> CalendarDate {
    try #require(CalendarDate(year: year, month: month, day: day))
  }

  private func time(_ hour: Int, _ minute: Int = 0) throws -> TimeOfDay {
    try #require(TimeOfDay(hour: hour, minute: minute, second: 0))
  }

  @Test
  func `a date after the reference is believed`() throws {
    var dates = DateResolver(reference: Self.reference)
    dates.observe(try date(2027, 3, 1), at: try time(12), now: Self.now)
    #expect(dates.current?.date == (try date(2027, 3, 1)))
    #expect(dates.current?.isRolloverCorrected == false)
  }

  @Test
  func `a date 1024 weeks back is corrected and says so`() throws {
    var dates = DateResolver(reference: Self.reference)
    dates.observe(try date(2007, 7, 16), at: try time(12), now: Self.now)
    #expect(dates.current?.date == (try date(2027, 3, 1)))
    #expect(dates.current?.isRolloverCorrected == true)
  }

  @Test(
    arguments: [
      // A receiver that counts 10 bits of weeks, in November 2026 and two cycles back.
      ((2007, 4, 7), (2026, 11, 21)), ((1987, 8, 22), (2026, 11, 21)),
      // Recordings played as if they came from a receiver.
      ((2020, 2, 28), (2020, 2, 28)), ((2012, 6, 1), (2012, 6, 1)), ((2016, 1, 1), (2016, 1, 1)),
      // Ahead of the clock by less than a receiver or a clock may be wrong.
      ((2026, 12, 5), (2026, 12, 5)), ((2031, 1, 1), (2031, 1, 1)),
    ] as [((Int, Int, Int), (Int, Int, Int))])
  func `of dates 1024 weeks apart the one nearest the host's clock is taken, none beyond it`(
    said: (Int, Int, Int), meant: (Int, Int, Int)
  ) throws {
    let utc = try #require(Timestamp(date(2026, 11, 23), time(9)))
    var dates = DateResolver(
      reference: Self.reference, host: .init(utc: utc, at: MonotonicTime(nanoseconds: 5)))
    dates.observe(
      try date(said.0, said.1, said.2), at: try time(12), now: MonotonicTime(nanoseconds: 9))
    #expect(dates.current?.date == (try date(meant.0, meant.1, meant.2)))
    #expect(dates.current?.isRolloverCorrected == (said.0 != meant.0))
  }

  @Test
  func `the host's clock goes on while a receiver is listened to`() throws {
    let utc = try #require(Timestamp(date(2026, 11, 23), time(9)))
    var dates = DateResolver(
      reference: Self.reference, host: .init(utc: utc, at: MonotonicTime(nanoseconds: 0)))
    let later = MonotonicTime(nanoseconds: 400 * 86_400 * 1_000_000_000)
    dates.observe(try date(2008, 5, 13), at: try time(12), now: later)
    #expect(dates.current?.date == (try date(2027, 12, 28)))
  }

  @Test(arguments: [1970, 1980, 2024, 2026])
  func `a clock that is not set counts for nothing`(year: Int) throws {
    let utc = try #require(Timestamp(date(year, 1, 1), time(0)))
    var dates = DateResolver(
      reference: Self.reference, host: .init(utc: utc, at: MonotonicTime(nanoseconds: 0)))
    dates.observe(try date(2010, 6, 1), at: try time(12), now: MonotonicTime(nanoseconds: 0))
    #expect(dates.current?.date == (try date(2030, 1, 15)))
    dates.observe(try date(2020, 2, 28), at: try time(12), now: MonotonicTime(nanoseconds: 0))
    #expect(dates.current?.date == (try date(2020, 2, 28)))
  }

  @Test(arguments: [Int64.min, -1, Int64.max])
  func `times at the ends of their range decide nothing`(nanoseconds: Int64) throws {
    var dates = DateResolver(
      reference: Self.reference,
      host: .init(
        utc: Timestamp(nanosecondsSince1970: nanoseconds), at: MonotonicTime(nanoseconds: .min)))
    dates.observe(
      try date(2027, 3, 1), at: try time(12), now: MonotonicTime(nanoseconds: .max))
    #expect(dates.current?.date == (try date(2027, 3, 1)))
  }

  @Test
  func `a date long before the reference is not believed`() throws {
    #expect(!DateResolver(reference: Self.reference).believes(try date(1985, 1, 1)))
  }

  @Test
  func `without a reference every date is believed`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2007, 12, 23), at: try time(19, 32), now: Self.now)
    #expect(dates.current?.date == (try date(2007, 12, 23)))
  }

  @Test
  func `a time alone keeps the date and midnight advances it`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2024, 2, 28), at: try time(23, 59), now: Self.now)
    dates.observe(try time(0))
    #expect(dates.current?.date == (try date(2024, 2, 29)))
    dates.observe(try time(0, 1))
    #expect(dates.current?.date == (try date(2024, 2, 29)))
    #expect(dates.timestamp(try time(0, 1))?.description == "2024-02-29T00:01:00.000Z")
  }

  /// Times and, where a sentence has one, days of March 2024, from an evening on.
  @Test(
    arguments: [
      // The date changes an epoch late, with the time alone ahead of it, or behind.
      [(86_399, 14), (0, nil), (0, 14), (1, 15)], [(86_399, 14), (0, 14), (0, nil), (1, 15)],
      [(86_395, 14), (5, nil), (5, 14), (15, 15)], [(86_399, 14), (0, 14), (1, 14), (2, 15)],
      // An epoch early.
      [(86_398, 14), (86_399, 15), (86_399, nil), (0, nil), (0, 15)],
      [(86_398, 14), (86_399, nil), (86_399, 15), (0, 15), (1, 15)],
      // A sentence of the last epoch behind one of the first.
      [(86_399, 14), (0, 15), (86_399, nil), (0, nil), (1, 15)],
    ] as [[(second: Int, day: Int?)]])
  func `a date that changes beside midnight moves no time by a day`(
    sentences: [(second: Int, day: Int?)]
  ) throws {
    var dates = DateResolver(reference: nil)
    for sentence in sentences {
      let second = sentence.second
      let time = try #require(
        TimeOfDay(hour: second / 3600, minute: second / 60 % 60, second: second % 60))
      if let day = sentence.day {
        dates.observe(try date(2024, 3, day), at: time, now: Self.now)
      } else {
        dates.observe(time)
      }
      #expect(dates.current?.date == (try date(2024, 3, second > 43_200 ? 14 : 15)))
    }
  }

  @Test
  func `a date of another day is believed at any other time`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2024, 3, 14), at: try time(23, 59), now: Self.now)
    dates.observe(try date(2024, 3, 14), at: try time(0, 2), now: Self.now)
    #expect(dates.current?.date == (try date(2024, 3, 14)), "a recording begins anew")
    dates.observe(try date(2024, 3, 15), at: try time(0, 3), now: Self.now)
    #expect(dates.current?.date == (try date(2024, 3, 15)))
  }

  @Test
  func `the header's date gives way to the first of a sentence, also at midnight`() throws {
    var dates = DateResolver(reference: nil)
    dates.assume(try date(2024, 3, 15))
    dates.observe(try date(2024, 3, 14), at: try time(0), now: Self.now)
    #expect(dates.current?.date == (try date(2024, 3, 14)))
  }

  @Test
  func `a small step back is no midnight`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2024, 2, 28), at: try time(13), now: Self.now)
    dates.observe(try time(12, 59))
    #expect(dates.current?.date == (try date(2024, 2, 28)))
  }

  @Test
  func `two-digit years from 80 are the last century's`() throws {
    #expect(CalendarDate(twoDigitYear: 80, month: 1, day: 6)?.year == 1980)
    #expect(CalendarDate(twoDigitYear: 79, month: 1, day: 6)?.year == 2079)
    #expect(CalendarDate(twoDigitYear: 100, month: 1, day: 6) == nil)
  }
}
