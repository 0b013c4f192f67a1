import CairnHAL
import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Synchronization
import Testing

private let place = Coordinate(latitude: 47.1, longitude: 8.5)

/// A provider in virtual time, among access points 1, 2 and 3, with a service that a test plays.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
private final class OnlineBench: @unchecked Sendable {
  let loop: EventLoop
  let provider: OnlineProvider
  private let socket = FakeNetlinkSocket()
  private let recorded = Mutex<[ProviderEvent]>([])
  /// What the service was asked.
  private(set) var questions: [String] = []
  /// What it replies; without one it keeps the question.
  var reply: GeolocateReply?
  private var kept: [(GeolocateReply) -> Void] = []
  /// What the next scan hears.
  var audible: [UInt64] = [1, 2, 3]

  init(hasWiFi: Bool = true) throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    self.loop = loop
    let bench = Mutex<OnlineBench?>(nil)
    if !hasWiFi { socket.kernel.interfaces = [] }
    provider = OnlineProvider(
      host: "place.example", descriptor: .genericOnline(),
      scanner: WiFiScanner(loop: loop) { [socket] in socket }, modem: nil, loop: loop
    ) { body, _, then in
      bench.withLock { $0 }?.take(body, then)
      return .success(())
    }
    bench.withLock { $0 = self }
    socket.onTrigger = { [unowned self] in hear() }
    loop.wait { [self] in
      provider.assumeIsolated { provider in
        provider.connect(ProviderSink { event in self.recorded.withLock { $0.append(event) } })
      }
    }
    loop.settle()
  }

  /// What any program's scan hears now.
  private func hear() {
    socket.kernel.entries[3] = audible.map {
      FakeKernel.Entry(
        bssid: AccessPoints.bssid($0), signal: -50 - Double($0), lastSeen: loop.now())
    }
    socket.put(FakeKernel.event(34, interface: 3))
  }

  /// Lets another program scan, which this one may not.
  func hearOthers() {
    loop.wait { [self] in
      socket.kernel.triggerErrno = 1
      hear()
    }
    loop.settle()
  }

  /// Lets the socket fail, or work again.
  func setSocket(_ error: DeviceError?) {
    loop.wait { [self] in
      socket.error = error
      socket.put([])
    }
    loop.settle()
  }

  /// Breaks the circle through the service.
  func end() {
    loop.wait { [self] in provider.assumeIsolated { $0.connect(nil) } }
    loop.shutdown()
  }

  private func take(_ body: [UInt8], _ then: @escaping (GeolocateReply) -> Void) {
    questions.append(String(decoding: body, as: UTF8.self))
    if let reply { then(reply) } else { kept.append(then) }
  }

  /// Lets the service reply to what it has kept.
  func replyLate(_ reply: GeolocateReply) {
    loop.wait { [self] in
      for then in kept { then(reply) }
      kept = []
    }
    loop.settle()
  }

  /// Measures once, and returns the outcome within ten seconds; `nil` if there is none by then.
  func measure() async throws -> MeasurementOutcome? {
    recorded.withLock { $0 = [] }
    let deadline = loop.now() + .seconds(20)
    try await provider.perform(.measure(.init(deadline: deadline, accuracy: .hundredMeters)))
    loop.settle()
    for _ in 0..<10 where outcome == nil { loop.advance(by: .seconds(1)) }
    return outcome
  }

  var events: [ProviderEvent] { recorded.withLock { $0 } }
  var outcome: MeasurementOutcome? {
    events.lazy.compactMap { if case .measured(let outcome) = $0 { outcome } else { nil } }.first
  }
  /// Why the service is not reached, as far as the provider says.
  var trouble: String? {
    events.lazy.compactMap {
      if case .issue(let issue) = $0, issue.kind == .noNetwork { issue.explanation } else { nil }
    }.first
  }

  static func answer() throws -> GeolocateReply {
    .answer(
      try GeolocateAnswer(json: Array(#"{"location":{"lat":47.1,"lng":8.5},"accuracy":50}"#.utf8)))
  }
}

struct OnlineProviderTests {
  private func positions(_ outcome: MeasurementOutcome?) -> [Location] {
    if case .positions(let positions) = outcome { positions } else { [] }
  }

  @Test func `What is heard becomes a position, and is asked about once an hour`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = try OnlineBench.answer()
    let first = positions(try await bench.measure())
    #expect(first.map(\.coordinate) == [place])
    #expect(first.first?.source.technology == .network)
    #expect(first.first.map { abs($0.horizontalAccuracy - 30.8) < 0.1 } == true)
    #expect(bench.questions.count == 1)
    #expect(bench.questions.first?.contains(AccessPoints.bssid(3).description) == true)
    // A neighbour more is the same place; a street of others is not.
    bench.audible = [1, 2, 3, 4]
    bench.loop.advance(by: .seconds(60))
    #expect(positions(try await bench.measure()).map(\.coordinate) == [place])
    #expect(bench.questions.count == 1)
    bench.audible = [11, 12, 13]
    bench.loop.advance(by: .seconds(60))
    #expect(positions(try await bench.measure()).count == 1)
    #expect(bench.questions.count == 2)
    bench.loop.advance(by: .seconds(3601))
    #expect(positions(try await bench.measure()).count == 1)
    #expect(bench.questions.count == 3)
  }

  @Test func `A place that the service does not know is left alone for ten minutes`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = .unknown
    for wait in [60, 600] {
      #expect(
        try await bench.measure()
          == .nothing(reason: "place.example knows nothing of what the device hears"))
      #expect(bench.trouble == nil)
      bench.loop.advance(by: .seconds(wait))
    }
    #expect(bench.questions.count == 1)
    bench.reply = try OnlineBench.answer()
    #expect(positions(try await bench.measure()).count == 1)
  }

  @Test func `A service that fails is asked again after 30 s, 60 s, 120 s`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = .failed("no route", retry: nil)
    guard case .failure(let error) = try await bench.measure() else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .network)
    #expect(bench.trouble == "place.example: no route")
    for pause in [30, 60, 120] {
      let asked = bench.questions.count
      bench.loop.advance(by: .seconds(pause - 1))
      _ = try await bench.measure()
      #expect(bench.trouble == "place.example: no route; it is asked again in 2 s")
      #expect(bench.questions.count == asked)
      bench.loop.advance(by: .seconds(2))
      _ = try await bench.measure()
      #expect(bench.questions.count == asked + 1)
    }
  }

  @Test func `A service that asks for patience gets it`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = .failed("it answers with status 429", retry: .seconds(500))
    _ = try await bench.measure()
    bench.reply = try OnlineBench.answer()
    bench.loop.advance(by: .seconds(490))
    _ = try await bench.measure()
    #expect(
      bench.trouble?.hasPrefix("place.example: it answers with status 429; it is asked") == true)
    #expect(bench.questions.count == 1)
    bench.loop.advance(by: .seconds(20))
    #expect(positions(try await bench.measure()).count == 1)
    #expect(bench.events.contains { if case .resolved(.noNetwork) = $0 { true } else { false } })
  }

  @Test func `A refusal is not repeated for an hour`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = .refused("it wants another key: status 403")
    _ = try await bench.measure()
    bench.loop.advance(by: .seconds(3500))
    _ = try await bench.measure()
    #expect(bench.questions.count == 1)
    bench.loop.advance(by: .seconds(100))
    _ = try await bench.measure()
    #expect(bench.questions.count == 2)
  }

  @Test func `A late answer ends no measurement, and serves the next one`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    #expect(try await bench.measure() == nil)
    bench.loop.advance(by: .seconds(15))
    #expect(bench.outcome == .nothing(reason: "place.example has not answered in time"))
    let count = bench.events.count
    bench.replyLate(try OnlineBench.answer())
    #expect(bench.events.count == count)
    #expect(positions(try await bench.measure()).count == 1)
    #expect(bench.questions.count == 1)
  }

  @Test func `Too little is heard to ask`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = try OnlineBench.answer()
    bench.audible = [1]
    let reason = "neither a cell nor two access points that may be looked up are heard"
    #expect(try await bench.measure() == .nothing(reason: reason))
    let deaf = try OnlineBench(hasWiFi: false)
    defer { deaf.end() }
    #expect(try await deaf.measure() == .nothing(reason: reason))
    #expect(bench.questions.isEmpty && deaf.questions.isEmpty)
  }

  @Test func `A socket that has failed is opened again for the next measurement`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = try OnlineBench.answer()
    bench.setSocket(DeviceError(.read, path: "generic netlink", code: 5))
    bench.setSocket(nil)
    _ = try await bench.measure()
    #expect(positions(try await bench.measure()).count == 1)
    #expect(bench.questions.count == 1)
  }

  @Test func `Where no scan may be started, what others have heard is asked about`() async throws {
    let bench = try OnlineBench()
    defer { bench.end() }
    bench.reply = try OnlineBench.answer()
    bench.hearOthers()
    bench.loop.advance(by: .seconds(20))
    #expect(positions(try await bench.measure()).count == 1)
  }

  @Test func `A board's modem and scan say what a question costs`() {
    let origin = Provenance.estimated("a test")
    var board = HardwareProfile(name: "hub", title: "Hub", vendor: "nobody", kind: .board)
    #expect(ProviderDescriptor.online(board) == .genericOnline())
    board.figures = HardwareProfile.Figures([
      .init(.wifiDualBandEnergy, 860, origin), .init(.wifiDualBandDuration, 3, origin),
      .init(.wifiUrbanAccuracy, 23, origin), .init(.cellRequestEnergy, 800, origin),
      .init(.cellRequestDuration, 2, origin),
    ])
    #expect(
      ProviderDescriptor.online(board).energy
        == .operation(OperationEnergy(energy: 1660, duration: 5)))
  }
}
