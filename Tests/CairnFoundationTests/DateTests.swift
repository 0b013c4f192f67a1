import CairnFoundation
import CairnTestSupport
import Cairn
import Foundation
import Testing

@Suite("Dates")
struct DateTests {
  @Test("an instant goes to a Date and back within a tenth of a microsecond")
  func roundTrip() throws {
    var random = SplitMix(seed: 1)
    // The years 1902 to 2100, where a Date has that many digits.
    for _ in 0..<10_000 {
      let instant = Timestamp(
        nanosecondsSince1970: Int64.random(
          in: -2_145_916_800_000_000_000...4_102_444_800_000_000_000, using: &random))
      let back = try #require(Timestamp(Date(instant)))
      #expect((back.nanosecondsSince1970 - instant.nanosecondsSince1970).magnitude <= 500)
    }
  }

  @Test("the first and the last instant have a Date")
  func ends() {
    #expect(Date(Timestamp(nanosecondsSince1970: .min)).timeIntervalSince1970 < -9.2e9)
    #expect(Date(Timestamp(nanosecondsSince1970: .max)).timeIntervalSince1970 > 9.2e9)
  }

  @Test("1970 is 1970")
  func epoch() {
    #expect(Date(Timestamp(nanosecondsSince1970: 0)) == Date(timeIntervalSince1970: 0))
    #expect(
      Timestamp(Date(timeIntervalSince1970: 1.5)) == Timestamp(nanosecondsSince1970: 1_500_000_000))
  }

  @Test(
    "a Date that no Timestamp can hold is none",
    arguments: [1e10, -1e11, 1e300, .infinity, .nan])
  func outOfRange(seconds: Double) {
    let isNone = Timestamp(Date(timeIntervalSinceReferenceDate: seconds)) == nil
    #expect(isNone)
  }

  @Test("a fix has a date once UTC is known, and one by the system's clock always")
  func fix() throws {
    var fix = Location(
      coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 3,
      time: MonotonicTime(nanoseconds: 5_000_000_000),
      source: LocationSource(provider: "gnss", technology: .gnss))
    #expect(fix.date == nil)
    let date = fix.systemDate(at: MonotonicTime(nanoseconds: 65_000_000_000))
    #expect((date.timeIntervalSinceNow + 60).magnitude < 5)
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_000_000_000)
    #expect(fix.date == Date(timeIntervalSince1970: 1))
  }

  @Test("a visit that lasts has no end")
  func visit() {
    let visit = Visit(
      coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 3,
      arrival: Timestamp(nanosecondsSince1970: 0))
    #expect(visit.arrivalDate == Date(timeIntervalSince1970: 0))
    #expect(visit.departureDate == nil)
  }
}
