import CairnReceiver
import CairnTypes
import Testing

@Suite("Date resolver")
struct DateResolverTests {
  private static let reference = CalendarDate(year: 2026, month: 11, day: 21)

  private func date(_ year: Int, _ month: Int, _ day: Int) throws -> CalendarDate {
    try #require(CalendarDate(year: year, month: month, day: day))
  }

  private func time(_ hour: Int, _ minute: Int = 0) throws -> TimeOfDay {
    try #require(TimeOfDay(hour: hour, minute: minute, second: 0))
  }

  @Test
  func `a date after the reference is believed`() throws {
    var dates = DateResolver(reference: Self.reference)
    dates.observe(try date(2027, 3, 1), at: try time(12))
    #expect(dates.current?.date == (try date(2027, 3, 1)))
    #expect(dates.current?.isRolloverCorrected == false)
  }

  @Test
  func `a date 1024 weeks back is corrected and says so`() throws {
    var dates = DateResolver(reference: Self.reference)
    dates.observe(try date(2007, 7, 16), at: try time(12))
    #expect(dates.current?.date == (try date(2027, 3, 1)))
    #expect(dates.current?.isRolloverCorrected == true)
  }

  @Test
  func `a date too old for one rollover is left as it is`() throws {
    var dates = DateResolver(reference: Self.reference)
    dates.observe(try date(1985, 1, 1), at: try time(12))
    #expect(dates.current?.date == (try date(1985, 1, 1)))
    #expect(!dates.believes(try date(1985, 1, 1)))
  }

  @Test
  func `without a reference every date is believed`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2007, 12, 23), at: try time(19, 32))
    #expect(dates.current?.date == (try date(2007, 12, 23)))
  }

  @Test
  func `a time alone keeps the date and midnight advances it`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2024, 2, 28), at: try time(23, 59))
    dates.observe(try time(0))
    #expect(dates.current?.date == (try date(2024, 2, 29)))
    dates.observe(try time(0, 1))
    #expect(dates.current?.date == (try date(2024, 2, 29)))
    #expect(dates.timestamp(try time(0, 1))?.description == "2024-02-29T00:01:00.000Z")
  }

  @Test
  func `a small step back is no midnight`() throws {
    var dates = DateResolver(reference: nil)
    dates.observe(try date(2024, 2, 28), at: try time(13))
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
