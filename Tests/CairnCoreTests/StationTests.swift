import CairnTypes
import CairnUpdates
import Testing

@testable import CairnCore

@Suite("Station of the core")
struct StationTests {
  private let station = Station(name: "/dev/ttyTEST")
  private var now = MonotonicTime(nanoseconds: 1_000_000_000_000)

  /// Lets time pass in steps of 10 ms, as its owner would.
  private mutating func pass(_ time: Duration) {
    let end = now + time
    while now < end {
      now = now + .milliseconds(10)
      station.fire(at: now)
      while station.next(unsent: 0, room: 16_384, at: now) != nil {}
    }
  }

  private func start() -> CoreClient {
    let client = CoreClient(CoreOptions())
    station.add(client)
    client.start(.locations, at: now, cached: station.last)
    station.clientChanged(client, wantedFixes: false, at: now)
    return client
  }

  private func open() {
    #expect(station.next(unsent: 0, room: 16_384, at: now) == .open)
    station.opened(Station.Port(), at: now, utc: nil)
  }

  /// An epoch at 12:35 and `second`, `metres` north of 48°.
  private mutating func receive(_ second: Int, metres: Double = 0) {
    let minutes = metres / 1852
    let whole = Int(minutes * 100_000)
    let digits = String(whole + 10_000_000)
    let latitude = "48\(digits.dropFirst(1).prefix(2)).\(digits.dropFirst(3))"
    let clock = "1235\(second < 10 ? "0" : "")\(second).00"
    for body in [
      "GPRMC,\(clock),A,\(latitude),N,01131.00012,E,000.4,084.4,230326,,,A",
      "GPGGA,\(clock),\(latitude),N,01131.00012,E,1,08,0.9,545.4,M,46.9,M,,",
    ] {
      let sum = body.utf8.reduce(0, ^)
      let hex = String(sum, radix: 16, uppercase: true)
      let bytes = Array("$\(body)*\(hex.count == 1 ? "0" : "")\(hex)\r\n".utf8)
      station.receive(bytes.span, at: now)
    }
    pass(.seconds(1))
  }

  /// What waits, as words.
  private func told(_ client: CoreClient) -> [String] {
    var words: [String] = []
    var fixes: [Location] = []
    while let call = client.queue.take(into: &fixes) {
      switch call {
      case .locations: words += fixes.map { _ in "fix" }
      case .notice(.failure(let error)): words.append("\(error.code)")
      case .notice(.answer(let number, .location)): words.append("answer \(number)")
      case .notice(.answer(let number, .failure(let error))):
        words.append("answer \(number) \(error.code) \(error.reason ?? "")")
      case .notice(.crossing(let event)): words.append("\(event.crossing.map { "\($0)" } ?? "-")")
      case .notice(.state(let name, let state)): words.append("\(name) \(state)")
      case .notice(.authorization): break
      case .notice: words.append("other")
      }
    }
    return words
  }

  @Test
  mutating func `the port is open while fixes are wanted`() {
    #expect(station.next(unsent: 0, room: 0, at: now) == nil)
    let client = start()
    open()
    client.stop(.locations)
    station.clientChanged(client, wantedFixes: true, at: now)
    var closed: MonotonicTime?
    let stopped = now
    while closed == nil, now < stopped + .seconds(5) {
      now = now + .milliseconds(10)
      station.fire(at: now)
      while let action = station.next(unsent: 0, room: 16_384, at: now) {
        #expect(closed == nil, "nothing is done at a closed port")
        if action == .close { closed = now }
      }
    }
    #expect(closed == stopped + Station.grace)
  }

  @Test
  mutating func `two clients get the fixes of one receiver`() {
    let (one, other) = (start(), start())
    open()
    receive(1)
    receive(2)
    #expect(told(one) == ["fix", "fix"])
    #expect(told(other) == ["fix", "fix"])
  }

  @Test
  mutating func `silence is told once`() {
    let client = start()
    open()
    receive(1)
    _ = told(client)
    pass(.seconds(35))
    #expect(told(client).filter { $0 == "locationUnknown" }.count == 1)
  }

  @Test
  mutating func `a device that is not there is told once, and opened when it comes`() {
    let client = start()
    for _ in 0..<5 {
      #expect(station.next(unsent: 0, room: 0, at: now) == .open)
      station.failed(.missing, code: 2, reason: "cannot open it", at: now)
      #expect(station.next(unsent: 0, room: 0, at: now) == nil)
      now = now + .seconds(1)
    }
    #expect(told(client) == ["noProvider"])
    open()
    receive(1)
    #expect(told(client) == ["fix"])
  }

  @Test
  mutating func `a request that ends without a fix names the reason`() {
    let client = CoreClient(CoreOptions())
    station.add(client)
    #expect(client.request(7, LocationRequest(), at: now, cached: nil))
    station.clientChanged(client, wantedFixes: false, at: now)
    #expect(station.next(unsent: 0, room: 0, at: now) == .open)
    station.failed(.busy, code: 16, reason: "it is held", at: now)
    now = now + .seconds(31)
    station.fire(at: now)
    #expect(told(client) == ["deviceBusy", "answer 7 timeout it is held"])
    #expect(!client.cancel(7))
  }

  @Test(arguments: [true, false])
  mutating func
    `that the device begins in a region is told where entries are, and then that it is left`(
      tellsEntry: Bool
    ) throws
  {
    let client = start()
    let centre = Coordinate(latitude: 48, longitude: 11.516_668_7)
    var region = Region(identifier: "home", shape: .circle(center: centre, radius: 100))
    region.notifyOnEntry = tellsEntry
    #expect(try client.add(region, MonitoringOptions()))
    open()
    for second in 0..<5 { receive(second) }
    for second in 5..<55 { receive(second, metres: Double(second) * 10) }
    let words = told(client).filter { $0 != "fix" }
    #expect(words == (tellsEntry ? ["-", "exit"] : ["exit"]))
  }

  @Test
  mutating func `fixes of a recording are as far apart as they were`() {
    let station = Station(name: "a recording", isRecording: true)
    let client = CoreClient(CoreOptions())
    station.add(client)
    client.start(.locations, at: station.time(now), cached: nil)
    station.clientChanged(client, wantedFixes: false, at: now)
    #expect(station.next(unsent: 0, room: 0, at: now) == .open)
    station.opened(Station.Port(), at: now, utc: nil)
    var clock = RecordingClock()
    var fix = Location(
      coordinate: Coordinate(latitude: 1, longitude: 1), horizontalAccuracy: 1, time: now,
      source: LocationSource(provider: "gnss", technology: .gnss))
    fix.timestamp = Timestamp(nanosecondsSince1970: 5_000_000_000)
    let first = clock.time(of: fix, at: now)
    fix.timestamp = Timestamp(nanosecondsSince1970: 15_000_000_000)
    #expect(clock.time(of: fix, at: now) - first == .seconds(10))
    #expect(clock.lead == .seconds(10))
    station.finished(at: now)
    #expect(told(client) == ["noProvider"])
  }
}
