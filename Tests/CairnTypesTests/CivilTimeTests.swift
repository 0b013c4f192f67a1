import CairnTypes
import Testing

@Suite("Civil time")
struct CivilTimeTests {
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2026, 11, 21, 20_778),
    (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
  ])
  func `a date and its day number name each other`(year: Int, month: Int, day: Int, number: Int) {
    let date = CalendarDate(year: year, month: month, day: day)
    #expect(date?.daysSince1970 == number)
    #expect(CalendarDate(daysSince1970: number) == date)
  }

  @Test(arguments: [
    (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
    (0, 1, 1), (10_000, 1, 1),
  ])
  func `a date that does not exist is none`(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test
  func `every day of four centuries survives the way there and back`() throws {
    for number in stride(from: -100_000, through: 200_000, by: 7) {
      #expect(try #require(CalendarDate(daysSince1970: number)).daysSince1970 == number)
    }
    #expect(CalendarDate(daysSince1970: .max) == nil)
    #expect(CalendarDate(year: 2024, month: 1, day: 1)?.advanced(by: .max) == nil)
  }

  @Test
  func `second 60 exists only at the end of a day and maps to the next one`() throws {
    #expect(TimeOfDay(hour: 22, minute: 59, second: 60) == nil)
    let leap = try #require(TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: 5))
    #expect(leap.isLeapSecond && leap.second == 60 && leap.minute == 59 && leap.hour == 23)
    let date = try #require(CalendarDate(year: 2016, month: 12, day: 31))
    #expect(Timestamp(date, leap)?.description == "2017-01-01T00:00:00.000Z")
  }

  @Test
  func `times outside the day do not exist`() {
    for bad in [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, 0, 61), (0, 0, -1)] {
      #expect(TimeOfDay(hour: bad.0, minute: bad.1, second: bad.2) == nil)
    }
  }

  @Test
  func `timestamps before 1970 have the right date`() {
    let stamp = Timestamp(nanosecondsSince1970: -1)
    #expect(stamp.description == "1969-12-31T23:59:59.999Z")
    #expect(stamp.date?.day == 31 && stamp.timeOfDay?.second == 59)
  }

  @Test(
    arguments: [
      (.min, "1677-09-21T00:12:43.145Z"), (.min + 1, "1677-09-21T00:12:43.145Z"),
      (.max, "2262-04-11T23:47:16.854Z"),
    ] as [(Int64, String)])
  func `the first and the last instant have a date and a time`(nanoseconds: Int64, text: String) {
    #expect(Timestamp(nanosecondsSince1970: nanoseconds).description == text)
  }

  @Test
  func `sums of timestamps saturate, and differences are exact`() {
    let first = Timestamp(nanosecondsSince1970: .min)
    let last = Timestamp(nanosecondsSince1970: .max)
    #expect(last + .nanoseconds(1) == last && first + .nanoseconds(-1) == first)
    #expect(last + .seconds(Int64.max) == last && first + .seconds(Int64.min) == first)
    #expect(last - .nanoseconds(-1) == last && first - .nanoseconds(1) == first)
    #expect(last - first == .nanoseconds(Int64.max) + .nanoseconds(Int64.max) + .nanoseconds(1))
    #expect(first - last < .zero)
  }
}
