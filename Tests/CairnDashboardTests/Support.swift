import CairnHAL
import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnDashboard

extension Tag {
  @Tag static var loopback: Self
}

/// A server on a loop with a virtual clock, and what browsers say to it.
///
/// Unchecked, because the server is used on the loop alone.
final class DashboardBench: @unchecked Sendable {
  static let start = Timestamp(nanosecondsSince1970: 1_780_000_000_000_000_000)

  let loop: EventLoop
  private let asked = Mutex<[DesiredAccuracy]>([])
  private let refusal: LocationError?
  private let address = Mutex<ListenAddress?>(nil)
  private var server: DashboardServer?

  init(
    at address: ListenAddress = .tcp(host: "127.0.0.1", port: 0), token: String? = nil,
    refusing refusal: LocationError? = nil, sources: DashboardSources = DashboardSources()
  ) throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    self.refusal = refusal
    loop.post { [self] in
      var introduction = DashboardIntroduction(
        title: "a test", version: "1.2", accuracy: .kilometer)
      introduction.sources = sources
      let server = DashboardServer(
        introduction, token: token,
        planner: DashboardServer.Planner(isOpen: { [refusal] in refusal == nil }, plan: plan),
        loop: loop,
        utc: { [loop] in Self.start + (loop.now() - MonotonicTime(nanoseconds: 0)) })
      let used = try? server.listen(at: address)
      self.address.withLock { $0 = used }
      self.server = server
    }
    loop.settle()
    try #require(self.address.withLock { $0 } != nil)
  }

  @Sendable private func plan(
    _ accuracy: DesiredAccuracy,
    _ answer: @escaping @Sendable (Result<PowerPlan, LocationError>) -> Void
  ) {
    asked.withLock { $0.append(accuracy) }
    loop.post { [refusal] in answer(refusal.map { .failure($0) } ?? .success(.empty)) }
  }

  var port: UInt16 {
    guard case .tcp(_, let port)? = address.withLock({ $0 }) else { return 0 }
    return port
  }

  /// What the planner was asked.
  var plansAsked: [DesiredAccuracy] { asked.withLock { $0 } }

  func on(_ body: @escaping @Sendable (DashboardServer) -> Void) {
    loop.post { if let server = self.server { body(server) } }
    loop.settle()
  }

  func read<Value: Sendable>(_ body: @escaping @Sendable (DashboardServer) -> Value) -> Value? {
    let value = Mutex<Value?>(nil)
    on { server in value.withLock { $0 = body(server) } }
    return value.withLock { $0 }
  }

  func publish(_ event: DashboardEvent) { on { $0.publish(event) } }

  var statistics: DashboardServer.Statistics { read { $0.statistics } ?? .init() }

  var connections: Int { read { $0.connections.count } ?? -1 }

  func count(_ phase: HTTPConnection.Phase) -> Int {
    read { server in server.connections.values.count { $0.phase == phase } } ?? -1
  }

  func connect() throws -> Browser { Browser(try LocalClient(port: port), self) }

  /// A request of a browser that means well.
  func request(_ target: String, _ method: String = "GET", _ fields: String...) -> String {
    ([
      "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin",
    ] + fields).joined(separator: "\r\n") + "\r\n\r\n"
  }

  func end() {
    on { $0.close() }
    server = nil
    loop.shutdown()
  }
}

/// One connection of a browser.
final class Browser {
  let client: LocalClient
  private let bench: DashboardBench
  private(set) var text = ""
  private(set) var isOver = false

  init(_ client: LocalClient, _ bench: DashboardBench) {
    self.client = client
    self.bench = bench
  }

  func send(_ text: String) { client.sendSome(Array(text.utf8)) }

  /// Takes what has arrived.
  func look() {
    bench.loop.settle()
    guard let piece = client.read() else { return isOver = true }
    text += piece
  }

  func wait(until condition: (Browser) -> Bool) async -> Bool {
    await Patience.wait {
      look()
      return condition(self)
    }
  }

  func forget() { text = "" }

  /// The status of the first answer that has arrived; `nil` before.
  var status: Int? {
    guard text.hasPrefix("HTTP/1.1 ") else { return nil }
    return Int(text.dropFirst(9).prefix(3))
  }

  /// Sends a request, and waits for the status of its answer.
  func ask(_ request: String) async -> Int? {
    forget()
    send(request)
    _ = await wait { $0.text.contains("\r\n\r\n") || $0.isOver }
    return status
  }

  /// Sends a request, and waits for its whole answer.
  ///
  /// - Returns: its status and body.
  func get(_ target: String) async -> (status: Int?, body: String) {
    let status = await ask(bench.request(target))
    let length = field("Content-Length").flatMap { Int($0) } ?? 0
    _ = await wait { $0.body.utf8.count >= length || $0.isOver }
    return (status, body)
  }

  /// The value of a field of the first answer.
  func field(_ name: String) -> String? {
    let head = text.components(before: "\r\n\r\n").split(separator: "\r\n")
    return head.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  var body: String { text.components(after: "\r\n\r\n") }

  /// The data of each event that has arrived.
  var events: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }
  }

  func events(_ name: String) -> [String] {
    events.filter { $0.hasPrefix("{\"event\":\"\(name)\"") }
  }
}

extension String {
  fileprivate func components(before mark: String) -> String {
    firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
  }

  fileprivate func components(after mark: String) -> String {
    firstRange(of: mark).map { String(self[$0.upperBound...]) } ?? ""
  }
}

/// A fix at a time.
func fix(_ seconds: Double, latitude: Double = 48, quality: FixQuality = .threeD) -> Location {
  Location(
    coordinate: Coordinate(latitude: latitude, longitude: 11), horizontalAccuracy: 2.5,
    time: MonotonicTime(nanoseconds: Int64(seconds * 1e9)),
    source: LocationSource(provider: "gnss", technology: .gnss, fix: quality))
}

func sky(_ count: Int = 1) -> DashboardEvent {
  .satellites(
    SatelliteReport(
      satellites: (1...count).map {
        Satellite(system: .gps, number: UInt8($0), carrierToNoise: 40, isUsed: true)
      },
      dilution: DilutionOfPrecision(), time: MonotonicTime(nanoseconds: 0)))
}
