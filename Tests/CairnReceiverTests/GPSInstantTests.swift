import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Instants of GPS time")
struct GPSInstantTests {
  private func firstEpoch(_ frames: [[UInt8]]) -> Epoch? {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    for frame in frames { stream.receive(frame.span, at: MonotonicTime(nanoseconds: 0)) }
    stream.finish()
    var found: Epoch?
    for case .epoch(let epoch) in stream.takeEvents() { found = epoch }
    return found
  }

  private func solution(week: Int16, timeOfWeek: UInt32 = 0) -> [UInt8] {
    var solution = NavSol()
    (solution.week, solution.timeOfWeek) = (week, timeOfWeek)
    solution.flags.isWeekValid = true
    solution.flags.isTimeOfWeekValid = true
    solution.flags.isFixOK = true
    solution.fixType = .threeD
    solution.x = 6_378_137
    return solution.encode()
  }

  @Test func `a week that no calendar has makes no time`() throws {
    // NAV-TIMEGPS of week 32,767, all of it valid.
    let time: [UInt8] = [
      0xB5, 0x62, 0x01, 0x20, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF,
      0x7F, 0x12, 0x07, 0x64, 0x00, 0x00, 0x00, 0x2C, 0x24,
    ]
    let epoch = try #require(firstEpoch([time, solution(week: .max)]))
    #expect(epoch.hasPosition && epoch.timestamp == nil)
  }

  @Test(
    arguments: [
      (1, "1980-01-12T23:59:42.000Z"), (2024, "2018-10-20T23:59:42.000Z"),
      (3_000, "2037-07-04T23:59:42.000Z"), (9_999, nil), (10_000, nil), (.max, nil), (0, nil),
      (-1, nil), (.min, nil),
    ] as [(Int16, String?)])
  func `a week is counted from 1980 on`(week: Int16, expected: String?) throws {
    var time = NavTimeGPS()
    time.week = week
    time.validity.timeOfWeek = true
    time.validity.week = true
    time.leapSeconds = 18
    let epoch = try #require(firstEpoch([time.encode(), solution(week: week)]))
    #expect(epoch.timestamp?.description == expected)
  }

  @Test(arguments: [.min, -1, 0, 18, .max] as [Int8])
  func `any number of leap seconds makes a time`(leapSeconds: Int8) throws {
    var time = NavTimeGPS()
    time.week = 3_000
    time.validity.timeOfWeek = true
    time.validity.week = true
    time.leapSeconds = leapSeconds
    let epoch = try #require(firstEpoch([time.encode(), solution(week: 3_000)]))
    let start = try #require(CalendarDate(year: 1980, month: 1, day: 6))
    let midnight = try #require(TimeOfDay(hour: 0, minute: 0, second: 0))
    let beginning = try #require(Timestamp(start, midnight))
    let since = Duration.seconds(3_000 * 604_800 - Int64(leapSeconds))
    #expect(epoch.timestamp == beginning + since)
  }
}
