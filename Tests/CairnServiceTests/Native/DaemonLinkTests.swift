import Cairn
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWire
import Glibc
import Synchronization
import SystemTestSupport
import Testing

@testable import CairnService

@Suite("a system whose services run in the daemon", .tags(.loopback), .timeLimit(.minutes(15)))
struct DaemonLinkTests {
  @Test func `two programs share one receiver, each with positions by its own rules`() async throws
  {
    let bench = try await NativeBench()
    let (first, second) = (Client(bench.client()), Client(bench.client()))
    #expect(first.manager.system.isDaemon && !bench.system.isDaemon)
    first.manager.desiredAccuracy = .kilometer
    first.manager.distanceFilter = 1000
    first.manager.startUpdatingLocation(isolation: nil)
    second.manager.desiredAccuracy = .nearestTenMeters
    second.manager.startUpdatingLocation(isolation: nil)
    bench.loop.settle()
    #expect(bench.provider.log.starts == 1)
    for step in 0..<5 {
      bench.emitFix(north: Double(step) * 10)
      bench.loop.advance(by: .seconds(1))
    }
    first.collect(bench.loop)
    second.collect(bench.loop)
    #expect(first.recorder.locations.count == 1)
    #expect(second.recorder.locations.count == 5)
    let measured = second.recorder.locations.last { $0.source.fix != .estimated }
    #expect(measured != nil && second.manager.location == measured)
    first.manager.stopUpdatingLocation()
    bench.loop.settle()
    #expect(bench.provider.log.isRunning)
    second.manager.stopUpdatingLocation()
    bench.loop.settle()
    #expect(!bench.provider.log.isRunning)
    await bench.end()
  }

  @Test func `an error keeps its provider, its cause and its reason`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    client.manager.startUpdatingLocation(isolation: nil)
    bench.loop.settle()
    let error = LocationError(
      .devicePermission, provider: bench.provider.descriptor.id,
      cause: DeviceError(.open, path: "/dev/ttyUSB0", code: EACCES), reason: "why")
    let provider = bench.provider
    bench.loop.post { provider.assumeIsolated { _ = $0.emit(.failure(error)) } }
    client.collect(bench.loop)
    #expect(client.recorder.errors == [error])
    await bench.end()
  }

  @Test func `the end of the daemon is told once, and a new one serves on`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    client.manager.distanceFilter = 25
    client.manager.startUpdatingLocation(isolation: nil)
    bench.loop.settle()
    bench.emitFix()
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 1)
    await bench.endServer()
    #expect(!bench.provider.log.isRunning)
    bench.loop.advance(by: .seconds(300))
    client.collect(bench.loop)
    #expect(client.recorder.codes == [.providerLost])
    #expect(client.recorder.errors.first?.reason?.contains(bench.path) == true)
    #expect(client.recorder.errors.first?.severity == .degraded)
    #expect(client.manager.isUpdatingLocation)
    try await bench.startServer()
    bench.loop.advance(by: .seconds(10))
    bench.loop.settle()
    #expect(bench.provider.log.isRunning)
    // With the configuration of the time before.
    bench.emitFix(north: 1000)
    bench.emitFix(north: 1010)
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 2)
    #expect(client.recorder.codes == [.providerLost])
    await bench.end()
  }

  @Test func `a daemon that is not there yet is waited for`() async throws {
    let bench = try await NativeBench()
    await bench.endServer()
    let client = Client(bench.client())
    #expect(client.manager.authorization.status == .notDetermined)
    client.manager.startUpdatingLocation(isolation: nil)
    client.collect(bench.loop)
    #expect(client.recorder.codes == [.noProvider])
    #expect(client.recorder.errors.first?.severity == .degraded)
    #expect(client.recorder.errors.first?.cause?.code == ENOENT)
    #expect(client.recorder.errors.first?.cause?.path == bench.path)
    try await bench.startServer()
    bench.loop.advance(by: .seconds(10))
    bench.emitFix()
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 1)
    #expect(client.manager.authorization.status == .authorizedAlways)
    await bench.end()
  }

  @Test func `what begins while the daemon is away tries at once, and is told once`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    await bench.endServer()
    bench.loop.advance(by: .seconds(100))
    try await bench.startServer()
    client.manager.requestLocation(isolation: nil)
    bench.loop.settle()
    bench.emitFix()
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 1)
    #expect(client.recorder.errors.isEmpty)
    #expect(bench.log == [])
    await bench.end()
  }

  @Test func `headings, visits and changes are served, and a plan is told with its reasons`()
    async throws
  {
    let bench = try await NativeBench()
    let system = bench.client()
    let manager = LocationManager(system: system, isolation: nil)
    let recorder = Recorder()
    manager.delegate = recorder
    manager.startMonitoringSignificantLocationChanges(isolation: nil)
    bench.loop.settle()
    bench.emitFix()
    manager.processPendingEvents()
    #expect(recorder.locations.count == 1)
    manager.startUpdatingLocation(isolation: nil)
    bench.loop.settle()
    manager.processPendingEvents()
    let entry = try #require(recorder.plans.last?.entries.first)
    #expect(entry.provider == bench.provider.descriptor.id && entry.demand != nil)
    #expect(entry.reason == bench.system.plan.entries.first?.reason)
    #expect(system.plan.entries.first?.reason == entry.reason)
    await bench.end()
  }

  @Test func `attempts to connect become rare`() async throws {
    let bench = try await NativeBench()
    await bench.endServer()
    let system = bench.client()
    let before = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(3600))
    let attempts = bench.loop.statistics.timers - before
    #expect((360...375).contains(attempts), "\(attempts)")
    #expect(system.isDaemon)
    await bench.end()
  }

  @Test func `a request is answered, and fails with the daemon's own error`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    client.manager.requestLocation(isolation: nil)
    bench.loop.settle()
    bench.emitFix()
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 1)
    #expect(bench.system.pendingRequests == 0)
    bench.loop.advance(by: .seconds(60))
    var request = LocationRequest()
    request.timeout = .seconds(5)
    client.manager.requestLocation(request, isolation: nil)
    bench.loop.settle()
    bench.emitFix(accuracy: 80)
    bench.loop.advance(by: .seconds(5))
    client.collect(bench.loop)
    #expect(client.recorder.locations.count == 2, "the best position before the timeout")
    request.allowsBestEffort = false
    client.manager.requestLocation(request, isolation: nil)
    bench.loop.advance(by: .seconds(60))
    client.collect(bench.loop)
    #expect(client.recorder.codes == [.timeout])
    #expect(client.manager.system.pendingRequests == 0)
    await bench.end()
  }

  @Test func `a request ends at its time without a daemon, with the reason`() async throws {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    client.manager.requestLocation(isolation: nil)
    bench.loop.settle()
    await bench.endServer()
    bench.loop.advance(by: .milliseconds(29_999))
    client.collect(bench.loop)
    #expect(client.recorder.errors.isEmpty)
    bench.loop.advance(by: .milliseconds(1))
    client.collect(bench.loop)
    #expect(client.recorder.codes == [.timeout])
    #expect(client.recorder.errors.first?.reason?.contains("has ended") == true)
    await bench.end()
  }

  @Test func `a request survives a daemon that starts again, with the time that is left`()
    async throws
  {
    let bench = try await NativeBench()
    let client = Client(bench.client())
    var request = LocationRequest()
    request.allowsBestEffort = false
    client.manager.requestLocation(request, isolation: nil)
    bench.loop.settle()
    await bench.endServer()
    bench.loop.advance(by: .seconds(10))
    try await bench.startServer()
    bench.loop.advance(by: .seconds(10))
    #expect(bench.system.pendingRequests == 1)
    bench.loop.advance(by: .seconds(10))
    client.collect(bench.loop)
    #expect(client.recorder.codes == [.timeout])
    #expect(bench.system.pendingRequests == 0)
    await bench.end()
  }

  @Test func `what the daemon does not serve ends with a reason`() async throws {
    let bench = try await NativeBench()
    let noted = Noted()
    let system = bench.client { error in noted.errors.withLock { $0.append(error) } }
    await system.add(
      FixedProvider(
        coordinate: Coordinate(latitude: 0, longitude: 0), accuracy: 1, loop: bench.loop))
    system.conditions = DeviceConditions()
    let errors = noted.errors.withLock { $0 }
    #expect(errors.map(\.code) == [.invalidConfiguration])
    #expect(errors.allSatisfy { $0.reason?.contains("the daemon does not serve") == true })
    await bench.end()
  }

  @Test func `what answers with nonsense is told and tried again`() async throws {
    let bench = try await NativeBench()
    await bench.endServer()
    let accepted = Accepted()
    let (path, loop) = (bench.path, bench.loop)
    loop.post {
      let listener = try? Listener(messagesAt: path, loop: loop) { socket in
        var status = WireStatus()
        status.authorization.status = .authorizedAlways
        _ = socket.send(WireReport.status(status).encoded(for: 0).span)
        _ = socket.send([1, 2, 3].span)
        accepted.sockets.append(socket)
      }
      accepted.listener = listener
    }
    loop.settle()
    let client = Client(bench.client())
    client.manager.startUpdatingLocation(isolation: nil)
    client.collect(bench.loop)
    #expect(client.recorder.codes == [.protocolMismatch])
    bench.loop.advance(by: .seconds(60))
    client.collect(bench.loop)
    // Every attempt is told, and they become rare.
    #expect(Set(client.recorder.codes) == [.protocolMismatch])
    #expect(client.recorder.codes.count < 15)
    loop.post { accepted.listener?.close() }
    loop.settle()
    await bench.end()
  }

  @Test func `who answers nothing is no daemon`() throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    let accepted = Accepted()
    let path = "\(folder.path)/cairn.sock"
    loop.post { accepted.listener = try? Listener(messagesAt: path, loop: loop) { _ in } }
    loop.settle()
    guard case .failure(let error) = DaemonGreeting(at: path).outcome else {
      return #expect(Bool(false))
    }
    #expect(error.operation == .read && error.path == path)
    loop.post { accepted.listener?.close() }
    loop.shutdown()
  }
}

private final class Noted: Sendable {
  let errors = Mutex<[LocationError]>([])
}

/// What a false daemon holds. Unchecked, because it is used on the loop alone.
private final class Accepted: @unchecked Sendable {
  var listener: Listener?
  var sockets: [MessageSocket] = []
}
