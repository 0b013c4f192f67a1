import CairnTypes
import CairnUBX
import Testing

@testable import CairnReceiver

/// Epochs of sentences and of UBX, at given seconds of 2026-11-24.
@Suite("Times of epochs")
struct EpochTimeTests {
  enum Language: CaseIterable, Sendable {
    case sentences, sentencesWithoutDate, ubx, ubxWithoutUTC

    func epoch(_ second: Int) -> [UInt8] {
      let (hour, minute) = (12 + second / 3600, second / 60 % 60)
      switch self {
      case .sentences, .sentencesWithoutDate:
        let digits = [hour, minute, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        let position = "4807.0380,N,01131.0000,E"
        let gga = sentence("GPGGA,\(digits),\(position),1,08,0.9,545.4,M,46.9,M,,")
        guard self == .sentences else { return gga }
        return gga + sentence("GPRMC,\(digits),A,\(position),022.4,084.4,241126,,,A")
      case .ubx, .ubxWithoutUTC:
        var message = NavPVT()
        message.timeOfWeek = 216_000_000 + UInt32(second) * 1000
        (message.year, message.month, message.day) = (2026, 11, 24)
        (message.hour, message.minute, message.second) = (
          UInt8(hour), UInt8(minute), UInt8(second % 60)
        )
        message.validity.date = true
        message.validity.time = true
        message.validity.isFullyResolved = self == .ubx
        message.fixType = .threeD
        message.flags.isFixOK = true
        message.latitude = 48
        return message.encode()
      }
    }

    private func sentence(_ body: String) -> [UInt8] {
      let sum = String(body.utf8.reduce(0 as UInt8, ^), radix: 16, uppercase: true)
      return Array("$\(body)*\(sum.utf8.count < 2 ? "0" : "")\(sum)\r\n".utf8)
    }
  }

  private func time(_ second: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(second + 1000) * 1_000_000_000)
  }

  /// The times of all epochs: 20 as they are measured, 60 at once after a stall, 20 more.
  private func times(_ language: Language, arrivals: ArrivalClock?) -> [MonotonicTime] {
    var stream = ReceiverStream(dates: DateResolver(reference: .release), arrivals: arrivals)
    for second in 0..<100 {
      let arrival = (20..<80).contains(second) ? 80 : second
      stream.receive(language.epoch(second).span, at: time(arrival))
      if arrival == second { stream.silence() }
    }
    stream.finish()
    var times: [MonotonicTime] = []
    for case .epoch(let epoch) in stream.takeEvents() { times.append(epoch.time) }
    return times
  }

  @Test(arguments: Language.allCases)
  func `sixty epochs that are read at once are as old as they are`(language: Language) {
    let times = times(language, arrivals: ArrivalClock())
    #expect(times.count == 100)
    for (second, time) in times.enumerated() {
      // A thousandth of the stall is taken for drift.
      #expect((time - self.time(second)).inSeconds.magnitude <= 0.51, "second \(second)")
    }
  }

  @Test(arguments: Language.allCases)
  func `the epochs of a recording are as new as they are read`(language: Language) {
    let times = times(language, arrivals: nil)
    #expect(times.count == 100)
    #expect(times[20..<80].allSatisfy { $0 == time(80) })
  }

  @Test func `the satellites of an epoch that waited are as old as it`() {
    var stream = ReceiverStream(dates: DateResolver(reference: .release))
    for second in 0..<100 {
      var sky = NavSat()
      sky.timeOfWeek = 216_000_000 + UInt32(second) * 1000
      sky.satellites = [NavSat.Satellite()]
      let arrival = (20..<80).contains(second) ? 80 : second
      stream.receive((Language.ubx.epoch(second) + sky.encode()).span, at: time(arrival))
    }
    stream.finish()
    var seen: [MonotonicTime] = []
    for case .satellites(let view) in stream.takeEvents() { seen.append(view.time) }
    #expect(seen.count == 100)
    for (second, time) in seen.enumerated() {
      #expect((time - self.time(second)).inSeconds.magnitude <= 0.51, "second \(second)")
    }
  }

  private func epochs(ofYear year: UInt16, reference: CalendarDate?) -> ([Epoch], Int) {
    var stream = ReceiverStream(dates: DateResolver(reference: reference))
    var message = NavPVT()
    (message.year, message.month, message.day) = (year, 6, 1)
    message.validity.date = true
    message.validity.time = true
    message.validity.isFullyResolved = true
    message.timeAccuracy = 1e-6
    message.fixType = .threeD
    message.flags.isFixOK = true
    message.latitude = 48
    stream.receive(message.encode().span, at: time(0))
    stream.finish()
    var epochs: [Epoch] = []
    for case .epoch(let epoch) in stream.takeEvents() { epochs.append(epoch) }
    return (epochs, stream.impossibleTimes)
  }

  @Test(arguments: [1678, 1970, 1979, 1980, 1999, 2007, 2070, 2261] as [UInt16])
  func `a receiver's impossible year costs its position nothing but UTC, and is counted`(
    year: UInt16
  ) throws {
    let (epochs, count) = epochs(ofYear: year, reference: .release)
    let epoch = try #require(epochs.first)
    #expect(epoch.hasPosition && epoch.coordinate?.latitude == 48)
    #expect(epoch.timestamp == nil && epoch.timeAccuracy == nil)
    #expect(count == 1)
  }

  @Test(arguments: [2018, 2024, 2026, 2027, 2060] as [UInt16])
  func `a year around the reference is believed`(year: UInt16) throws {
    let (epochs, count) = epochs(ofYear: year, reference: .release)
    let epoch = try #require(epochs.first)
    #expect(epoch.timestamp?.date?.year == Int(year) && epoch.timeAccuracy != nil)
    #expect(count == 0)
  }

  @Test(arguments: [(1678, false), (1979, false), (1981, true), (1999, true), (2261, false)])
  func `a recording may be as old as GPS, and no older`(year: UInt16, isBelieved: Bool) throws {
    let (epochs, count) = epochs(ofYear: year, reference: nil)
    #expect((try #require(epochs.first).timestamp != nil) == isBelieved)
    #expect(count == (isBelieved ? 0 : 1))
  }

  @Test func `an accuracy of UTC of zero is none`() throws {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var message = NavPVT()
    (message.year, message.month, message.day) = (2026, 6, 1)
    message.validity.isFullyResolved = true
    message.timeAccuracy = 0
    stream.receive(message.encode().span, at: time(0))
    stream.finish()
    var accuracies: [Double?] = []
    for case .epoch(let epoch) in stream.takeEvents() { accuracies.append(epoch.timeAccuracy) }
    #expect(accuracies == [nil])
  }
}
