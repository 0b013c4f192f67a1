import Cairn
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWire
import Glibc
import SystemTestSupport
import Testing

@testable import CairnService

@Suite("the server of programs that use Cairn", .tags(.loopback), .timeLimit(.minutes(15)))
struct NativeServerTests {
  @Test func `a program is told first what it may have`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    bench.loop.settle()
    let reports = try #require(socket.reports())
    #expect(reports.count == 1 && reports.first?.service == 0)
    guard case .status(let status)? = reports.first?.report else { return #expect(Bool(false)) }
    #expect(status.authorization.status == .authorizedAlways)
    #expect(status.authorization.reason == "allow-all policy")
    await bench.end()
  }

  @Test func `the policy sees the program as the kernel knows it`() async throws {
    let bench = try await NativeBench(policy: NamedPolicy())
    let socket = try bench.connect()
    bench.loop.settle()
    guard case .status(let status)? = socket.reports()?.first?.report else {
      return #expect(Bool(false))
    }
    let own = ClientIdentity.process
    #expect(
      status.authorization.reason
        == "\(own.name) in \(own.systemdUnit ?? "no unit")".prefixOctets(255))
    await bench.end()
  }

  @Test func `demand ends with the connection`() async throws {
    let bench = try await NativeBench()
    var socket: MessageSocket? = try bench.connect()
    socket?.send(.standard(LocationConfiguration()), for: 1)
    bench.loop.settle()
    #expect(bench.provider.log.isRunning)
    #expect(bench.system.clientCount == 1)
    // What the kernel does with the descriptors of a program that was killed.
    socket = nil
    bench.loop.settle()
    #expect(socket == nil)
    #expect(!bench.provider.log.isRunning)
    #expect(bench.system.clientCount == 0)
    #expect(await bench.server.clientCount == 0)
    #expect(bench.log == [])
    await bench.end()
  }

  @Test func `programs of one user cannot take more than a quarter of the places`() async throws {
    let bench = try await NativeBench(capacity: 8, freeUser: nil)
    let own = try (0..<2).map { _ in try bench.connect() }
    bench.loop.settle()
    #expect(own.allSatisfy { $0.reports()?.count == 1 })
    let third = try bench.connect()
    bench.loop.settle()
    guard case .failure(let error)? = third.reports()?.first?.report else {
      return #expect(Bool(false))
    }
    #expect(error.severity != .fatal && error.reason?.contains("2 programs of user") == true)
    #expect(third.reports() == nil)
    #expect(
      bench.log.first?.contains("2 programs connected; more of that user are refused") == true)
    // A system that leads there is told the same, and waits for a place.
    let client = Client(bench.client())
    client.manager.startUpdatingLocation(isolation: nil)
    client.collect(bench.loop)
    #expect(client.recorder.errors.first?.reason?.contains("2 programs of user") == true)
    own[0].close()
    bench.loop.advance(by: .seconds(20))
    bench.emitFix()
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 1)
    await bench.end()
  }

  @Test func `positions come by the number that the program has chosen`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    socket.send(.standard(LocationConfiguration()), for: 0xFFFF_FFFF)
    bench.loop.settle()
    bench.emitFix()
    let reports = try #require(socket.reports()).filter { $0.report.kind == .locations }
    #expect(reports.map(\.service) == [0xFFFF_FFFF])
    socket.send(.stop, for: 0xFFFF_FFFF)
    bench.loop.settle()
    #expect(!bench.provider.log.isRunning)
    await bench.end()
  }

  @Test(arguments: [
    [UInt8]([0]), [1, 0, 8, 0, 1, 0, 0], [1, 0, 9, 0, 1, 0, 0, 0], [1, 0, 8, 0, 1, 0, 0, 0],
    [UInt8](repeating: 0xFF, count: WireLimits.request),
    [UInt8](repeating: 0xFF, count: WireLimits.request + 1),
  ])
  func `what is no message ends the connection, with the reason for the log and the program`(
    message: [UInt8]
  )
    async throws
  {
    let bench = try await NativeBench()
    let other = try bench.connect()
    other.send(.standard(LocationConfiguration()), for: 1)
    let socket = try bench.connect()
    bench.loop.settle()
    _ = socket.reports()
    socket.send(raw: message)
    bench.loop.settle()
    // After one that is too long, the connection is over before anybody looks at it.
    if message.count <= WireLimits.request {
      let last = try #require(socket.reports()?.last)
      guard case .failure(let error) = last.report else { return #expect(Bool(false)) }
      #expect(last.service == 0 && error.code == .invalidConfiguration)
      #expect(error.severity == .degraded)
      #expect(error.reason?.contains("has disconnected this program because it sent") == true)
    }
    #expect(socket.reports() == nil)
    #expect(await bench.server.clientCount == 1)
    #expect(
      bench.log.count == 1 && bench.log.first?.contains("disconnected because it sent") == true)
    // The other one goes on.
    bench.emitFix()
    #expect(other.reports()?.contains { $0.report.kind == .locations } == true)
    await bench.end()
  }

  @Test func `no program can fill the log`() async throws {
    let bench = try await NativeBench()
    for _ in 0..<25 {
      let socket = try bench.connect()
      socket.send(raw: [0])
      bench.loop.settle()
    }
    #expect(bench.log.count == NativeServer.complaintLimit)
    bench.loop.advance(by: .seconds(60))
    try bench.connect().send(raw: [0])
    bench.loop.settle()
    #expect(bench.log.count == NativeServer.complaintLimit + 2)
    #expect(bench.log.dropLast().last == "15 more programs were disconnected")
    await bench.end()
  }

  @Test func `what this version does not know is refused with the reason`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    bench.loop.settle()
    _ = socket.reports()
    socket.send(raw: [63, 0, 8, 0, 7, 0, 0, 0])
    bench.loop.settle()
    let reports = try #require(socket.reports())
    #expect(reports.map(\.service) == [7])
    guard case .failure(let error)? = reports.first?.report else { return #expect(Bool(false)) }
    #expect(error.code == .invalidConfiguration && error.severity == .fatal)
    #expect(error.reason?.contains("does not serve requests of type 63") == true)
    #expect(await bench.server.clientCount == 1)
    await bench.end()
  }

  @Test func `a number cannot be two services`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    socket.send(.position(LocationRequest()), for: 1)
    socket.send(.standard(LocationConfiguration()), for: 1)
    bench.loop.settle()
    #expect(await bench.server.clientCount == 0)
    #expect(bench.log.first?.contains("uses the number of a service twice") == true)
    #expect(socket.reports()?.last?.report.kind == .failure)
    await bench.end()
  }

  @Test func `more services than there may be are refused, and the others stay`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    for id in 1...UInt32(NativePeer.serviceLimit + 1) {
      socket.send(.standard(LocationConfiguration()), for: id)
      bench.loop.settle()
    }
    var failures: [UInt32] = []
    for _ in 0..<1000 {
      let reports = socket.reports() ?? []
      if reports.isEmpty { break }
      failures += reports.filter { $0.report.kind == .failure }.map(\.service)
      bench.loop.settle()
    }
    #expect(failures == [UInt32(NativePeer.serviceLimit + 1)])
    #expect(bench.system.clientCount == NativePeer.serviceLimit)
    await bench.end()
  }

  @Test func `more programs than there is room for are refused, and the others stay`() async throws
  {
    let bench = try await NativeBench(capacity: 3)
    let sockets = try (0..<3).map { _ in try bench.connect() }
    bench.loop.settle()
    for _ in 0..<2 {
      let other = try bench.connect()
      bench.loop.settle()
      #expect(other.reports()?.map(\.report.kind) == [.failure])
      #expect(other.reports() == nil)
    }
    #expect(bench.log == ["3 programs are connected; more are refused"])
    #expect(sockets.allSatisfy { $0.reports()?.count == 1 })
    sockets[0].close()
    bench.loop.settle()
    let next = try bench.connect()
    bench.loop.settle()
    #expect(next.reports()?.count == 1)
    await bench.end()
  }

  @Test func `a program that does not read costs the others nothing and goes after 60 s`()
    async throws
  {
    let bench = try await NativeBench()
    let slow = try bench.connect()
    let quick = try bench.connect()
    var configuration = LocationConfiguration()
    configuration.unknownAfter = .zero
    for socket in [slow, quick] { socket.send(.standard(configuration), for: 1) }
    bench.loop.settle()
    var received = 0
    // More than the kernel keeps for one that does not read.
    for step in 0..<40 {
      bench.emitFix(north: Double(step))
      bench.loop.advance(by: .seconds(1))
      received += quick.reports()?.count { $0.report.kind == .locations } ?? 0
    }
    #expect(received == 40)
    #expect(await bench.server.clientCount == 2)
    for step in 0..<60 {
      bench.emitFix(north: Double(step))
      bench.loop.advance(by: .seconds(1))
      _ = quick.reports()
    }
    #expect(await bench.server.clientCount == 1)
    #expect(bench.log.first?.contains("took nothing for 60 s") == true)
    // However full its queue is, its last message is the reason.
    let last = try #require(slow.reports()?.last)
    guard case .failure(let error) = last.report else { return #expect(Bool(false)) }
    #expect(last.service == 0 && error.code == .deliveryStalled)
    #expect(error.reason?.contains("took nothing for 60 s") == true)
    #expect(bench.provider.log.isRunning)
    await bench.end()
  }

  @Test func `a program that reads again gets the newest position, and how many it missed`()
    async throws
  {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    socket.send(.standard(LocationConfiguration()), for: 1)
    bench.loop.settle()
    for step in 0..<50 {
      bench.emitFix(north: Double(step) * 10)
      bench.loop.advance(by: .seconds(1))
    }
    var calls: [WireLocations] = []
    for _ in 0..<3 {
      for (_, report) in socket.reports() ?? [] {
        if case .locations(let call) = report { calls.append(call) }
      }
      bench.loop.settle()
    }
    let last = try #require(calls.last)
    #expect(last.dropped > 0 && calls.count + Int(last.dropped) == 50)
    let newest = try #require(last.locations.first)
    #expect(newest.coordinate.distance(to: seoul.moved(by: 490, bearing: 0)) < 1)
    await bench.end()
  }

  @Test func `one fix answers all requests of a program, however many the kernel keeps for it`()
    async throws
  {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    let requests = 1...UInt32(NativePeer.serviceLimit)
    for id in requests {
      socket.send(.position(LocationRequest()), for: id)
      bench.loop.settle()
    }
    _ = socket.reports()
    bench.emitFix()
    #expect(bench.system.clientCount == 0)
    var answered: [UInt32] = []
    while let reports = socket.reports(), !reports.isEmpty {
      answered += reports.filter { $0.report.kind == .locations }.map(\.service)
      bench.loop.settle()
    }
    #expect(answered.sorted() == Array(requests))
    await bench.end()
  }

  @Test func `a socket that nobody listens at is replaced, and one in use is not`() async throws {
    let bench = try await NativeBench()
    let second = NativeServer(system: bench.system) { _ in }
    await #expect(throws: DeviceError(.open, path: bench.path, code: EADDRINUSE)) {
      try await second.listen(at: bench.path)
    }
    await bench.endServer()
    try await bench.startServer()
    #expect(throws: Never.self) { try bench.connect() }
    await bench.end()
  }
}

/// Tells who asks.
private struct NamedPolicy: AuthorizationPolicy {
  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(
      status: .authorizedAlways, reason: "\(client.name) in \(client.systemdUnit ?? "no unit")")
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {}
}

extension String {
  fileprivate func prefixOctets(_ count: Int) -> String {
    String(decoding: Array(utf8.prefix(count)), as: UTF8.self)
  }
}
