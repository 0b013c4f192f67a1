import CairnReceiver
import CairnTypes
import Testing

extension NMEAEpochTests {
  /// Three rounds of each, as simulators, converters and old receivers send them.
  @Test(arguments: [
    [
      "GPRMC,,A,4807.0380,N,01131.0000,E,20.0,273.2,,5.5,W,A",
      "GPGGA,,4807.0380,N,01131.0000,E,1,08,1.0,431.2,M,47.6,M,,",
    ],
    ["GPRMC,.00,A,4807.0380,N,01131.0000,E,0.2,154.3,,,,A,S"], ["GPGLL,4807.0380,N,01131.0000,E"],
    ["GPGLL,4807.0380,N,01131.0000,E,,A,A"],
    ["GPGGA,,4807.0380,N,01131.0000,E,1,08,1.0,431.2,M,,M,,"],
    ["GPGSA,A,3,04,,,,,,,,,,,,2.5,0.9,2.1", "GPRMC,,A,4807.0380,N,01131.0000,E,,,,,,A"],
  ])
  func `a position without a time is a fix of unknown time`(round: [String]) {
    let recorded = epochs(round + round + round)
    let live = epochs(seconds: [round, round, round])
    for epochs in [recorded, live] {
      #expect(epochs.count == 3)
      #expect(epochs.allSatisfy { $0.hasPosition && $0.timestamp == nil })
      #expect(epochs.allSatisfy { $0.coordinate?.latitude == 48.1173 })
    }
  }

  @Test func `a void sentence without a time denies the position of others without one`() {
    let round = ["GPRMC,,A,4807.0380,N,01131.0000,E,,,,,,A", "GPGGA,,,,,,0,00,,,M,,M,,"]
    #expect(epochs(round + round).allSatisfy { !$0.hasPosition })
  }

  @Test func `a position without a time between those with one is no fix beside them`() {
    let rounds = (0..<20).map { second in
      let clock = "1200\(second < 10 ? "0" : "")\(second)"
      return ["GPRMC,\(clock),A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A"]
    }
    let old = ["GPGLL,4807.0380,N,01131.0000,E"]
    let epochs = epochs(seconds: rounds.flatMap { [$0, old, old] })
    #expect(epochs.count == 20 && epochs.allSatisfy { $0.timestamp != nil })
  }

  @Test func `a receiver that loses its time goes on after ten rounds without one`() {
    let fix = "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A"
    let lost = ["GPRMC,,A,4807.0380,N,01131.0000,E,022.4,084.4,,,,A"]
    let epochs = epochs(seconds: [[fix]] + Array(repeating: lost, count: 30))
    #expect(epochs.count == 1 + 30 - 9)
    #expect(epochs.allSatisfy { $0.hasPosition })
  }

  @Test(arguments: [("30", false), ("31", true)])
  func `second 60 before midnight is a leap second at the end of a month only`(
    day: String, isLeapSecond: Bool
  ) throws {
    let epoch = try #require(
      epochs(["GPRMC,235960.00,A,4807.0380,N,01131.0000,E,022.4,084.4,\(day)1216,,,A"]).first)
    #expect(epoch.flags.contains(.leapSecond) == isLeapSecond)
    #expect(epoch.timestamp?.timeOfDay == TimeOfDay(hour: 0, minute: 0, second: 0))
  }

  @Test func `second 60 of any other minute is the next one`() {
    let epochs = epochs(
      ["120058.99", "120060.00", "120101.00"].map {
        "GPRMC,\($0),A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A"
      })
    #expect(
      epochs.map { $0.timestamp?.description } == [
        "1994-03-23T12:00:58.990Z", "1994-03-23T12:01:00.000Z", "1994-03-23T12:01:01.000Z",
      ])
  }

  @Test func `heights in feet become metres`() throws {
    let epoch = try #require(
      epochs(["GPGGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,1312.3,F,154.2,F,,"]).first)
    let altitude = try #require(epoch.altitude)
    let ellipsoidal = try #require(epoch.ellipsoidalAltitude)
    #expect(abs(altitude - 400) < 0.1 && abs(ellipsoidal - altitude - 47) < 0.1)
  }
}
