import CairnCASIC
import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

/// Seconds 59 and 60 of 2016, and the first two of 2017.
@Suite("Epochs around a leap second")
struct LeapSecondTests {
  private struct Second {
    let date: (year: Int, month: Int, day: Int)
    let time: (hour: Int, minute: Int, second: Int)
    let index: Int
  }

  private static let seconds = [
    Second(date: (2016, 12, 31), time: (23, 59, 59), index: 0),
    Second(date: (2016, 12, 31), time: (23, 59, 60), index: 1),
    Second(date: (2017, 1, 1), time: (0, 0, 0), index: 2),
    Second(date: (2017, 1, 1), time: (0, 0, 1), index: 3),
  ]

  private func epochs(_ frames: [[[UInt8]]], silences: Bool) -> [Epoch] {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    for (second, frames) in frames.enumerated() {
      let now = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
      for frame in frames { stream.receive(frame.span, at: now) }
      if silences { stream.silence() }
    }
    stream.finish()
    var epochs: [Epoch] = []
    for case .epoch(let epoch) in stream.takeEvents() { epochs.append(epoch) }
    return epochs
  }

  /// Each second is there, and the leap second has the timestamp of the one behind it.
  private func expectAll(_ epochs: [Epoch]) {
    #expect(
      epochs.map { $0.timestamp?.description } == [
        "2016-12-31T23:59:59.000Z", "2017-01-01T00:00:00.000Z", "2017-01-01T00:00:00.000Z",
        "2017-01-01T00:00:01.000Z",
      ])
    #expect(epochs.map { $0.flags.contains(.leapSecond) } == [false, true, false, false])
    #expect(epochs.allSatisfy { $0.hasPosition })
  }

  // MARK: - NMEA

  private static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0 as UInt8, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8)
  }

  private static func digits(_ numbers: Int...) -> String {
    numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined()
  }

  private static func clock(_ second: Second) -> String {
    digits(second.time.hour, second.time.minute, second.time.second) + ".00"
  }

  private static func rmc(_ second: Second) -> [UInt8] {
    let date = digits(second.date.day, second.date.month, second.date.year % 100)
    return sentence(
      "GNRMC,\(clock(second)),A,4807.0380,N,01131.0000,E,022.4,084.4,\(date),,,A")
  }

  private static func gga(_ second: Second) -> [UInt8] {
    sentence("GNGGA,\(clock(second)),4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,")
  }

  private static func zda(_ second: Second) -> [UInt8] {
    let date = "\(digits(second.date.day)),\(digits(second.date.month)),\(second.date.year)"
    return sentence("GNZDA,\(clock(second)),\(date),00,00")
  }

  @Test(arguments: [false, true])
  func `sentences lose none of its seconds`(silences: Bool) {
    let streams: [(Second) -> [[UInt8]]] = [
      { [Self.rmc($0), Self.gga($0)] }, { [Self.gga($0), Self.rmc($0)] },
      { [Self.rmc($0), Self.zda($0)] }, { [Self.zda($0), Self.gga($0), Self.rmc($0)] },
    ]
    for stream in streams { expectAll(epochs(Self.seconds.map(stream), silences: silences)) }
  }

  @Test func `without a date in each second midnight comes behind it`() {
    let frames = Self.seconds.map { $0.index == 0 ? [Self.rmc($0), Self.gga($0)] : [Self.gga($0)] }
    expectAll(epochs(frames, silences: true))
  }

  @Test func `none of ten positions a second is lost`() {
    let frames = Self.seconds.flatMap { second in
      (0..<10).map { tenth in
        let time = Self.clock(second).dropLast(2) + "\(tenth)0"
        return [Self.sentence("GNGLL,4807.0380,N,01131.0000,E,\(time),A,A")]
      }
    }
    let epochs = epochs([[Self.rmc(Self.seconds[0])]] + frames, silences: true)
    #expect(epochs.count == 40)
    #expect(epochs.filter { $0.flags.contains(.leapSecond) }.count == 10)
  }

  // MARK: - UBX

  private func navigation(_ second: Second, nanosecond: Int32) -> NavPVT {
    var message = NavPVT()
    message.timeOfWeek = UInt32(518_416_000 + second.index * 1000)
    message.year = UInt16(second.date.year)
    (message.month, message.day) = (UInt8(second.date.month), UInt8(second.date.day))
    (message.hour, message.minute) = (UInt8(second.time.hour), UInt8(second.time.minute))
    message.second = UInt8(second.time.second)
    message.nanosecond = nanosecond
    message.validity.date = true
    message.validity.time = true
    message.validity.isFullyResolved = true
    message.fixType = .threeD
    message.flags.isFixOK = true
    return message
  }

  @Test(arguments: [0, 250, -250] as [Int32])
  func `NAV-PVT loses none of its seconds, however it rounds`(nanosecond: Int32) {
    let epochs = epochs(
      Self.seconds.map { [navigation($0, nanosecond: nanosecond).encode()] }, silences: true)
    #expect(epochs.count == 4)
    #expect(epochs.map { $0.flags.contains(.leapSecond) } == [false, true, false, false])
    if nanosecond == 0 { expectAll(epochs) }
  }

  @Test func `a leap second that comes again behind the next second is no news`() {
    let order = [0, 1, 2, 1, 2, 3].map { Self.seconds[$0] }
    expectAll(epochs(order.map { [navigation($0, nanosecond: 0).encode()] }, silences: true))
  }

  @Test func `the older messages lose none of its seconds`() {
    let frames = Self.seconds.map { second in
      let pvt = navigation(second, nanosecond: 0)
      var position = NavPosLLH()
      position.timeOfWeek = pvt.timeOfWeek
      position.latitude = 48
      var status = NavStatus()
      status.timeOfWeek = pvt.timeOfWeek
      status.fixType = .threeD
      status.flags.isFixOK = true
      var time = NavTimeUTC()
      time.timeOfWeek = pvt.timeOfWeek
      (time.year, time.month, time.day) = (pvt.year, pvt.month, pvt.day)
      (time.hour, time.minute, time.second) = (pvt.hour, pvt.minute, pvt.second)
      time.validity.utc = true
      return [position.encode(), status.encode(), time.encode()]
    }
    expectAll(epochs(frames, silences: true))
  }

  // MARK: - CASIC

  private func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  @Test func `CASIC messages lose none of its seconds`() {
    let frames = Self.seconds.map { second in
      let runTime = little(UInt32(1000 + second.index * 1000))
      var position = runTime + [7, 7, 7, 17, 10, 4, 3, 0] + little((1.3 as Float).bitPattern)
      position += little((11.5 as Double).bitPattern) + little((48 as Double).bitPattern)
      position += [UInt8](repeating: 0, count: 48)
      var time = runTime + little((9 as Float).bitPattern) + little(0 as UInt32) + [0, 0]
      time += little(UInt16(second.date.year))
      time += [second.date.month, second.date.day].map { UInt8($0) }
      time += [second.time.hour, second.time.minute, second.time.second].map { UInt8($0) }
      time += [7, 0, 3]
      return [
        CASICFrame.encode(CASICNavPV.id, position.span),
        CASICFrame.encode(CASICNavTimeUTC.id, time.span),
      ]
    }
    expectAll(epochs(frames, silences: true))
  }
}
