import Cairn
import CairnLinux
import CairnTestSupport
import CairnTypes
import CairnWire
import SystemTestSupport
import Testing

/// What answers at the daemon's socket may be anything. It may neither end the program, nor fill its
/// memory, nor keep its loop busy.
@Suite("a hostile daemon", .tags(.loopback), .timeLimit(.minutes(15)))
struct HostileDaemonTests {
  /// A loop with a false daemon, which says something to each program that connects.
  private final class Stage {
    let loop: EventLoop
    let folder: TemporaryFolder
    let recorder = RegionRecorder()
    let manager: LocationManager
    private let held: Held

    /// Unchecked, because the loop and the test use it in turn.
    private final class Held: @unchecked Sendable {
      var listener: Listener?
      var sockets: [MessageSocket] = []
    }

    init() throws {
      loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
      folder = try TemporaryFolder()
      let path = "\(folder.path)/cairn.sock"
      let held = Held()
      loop.post { [loop] in
        held.listener = try? Listener(messagesAt: path, loop: loop) { socket in
          var status = WireStatus()
          status.authorization.status = .authorizedAlways
          _ = socket.send(WireReport.status(status).encoded(for: 0).span)
          held.sockets.append(socket)
        }
      }
      loop.settle()
      self.held = held
      let system = LocationSystem(
        DaemonGreeting(at: path), executor: loop, ownsExecutor: false, report: { _ in })
      manager = LocationManager(system: system, isolation: nil)
      manager.delegate = recorder
      manager.startMonitoring(
        for: Region(identifier: "home", shape: .circle(center: seoul, radius: 100)),
        isolation: nil)
      collect()
      recorder.errors = []
    }

    func collect() {
      loop.settle()
      manager.processPendingEvents()
    }

    /// Says something over the newest connection, and lets the program read.
    ///
    /// - Returns: how much of it was taken before the connection ended.
    @discardableResult
    func say(_ messages: some Sequence<[UInt8]>) -> Int {
      var count = 0
      for message in messages {
        var result = held.sockets.last?.send(message.span)
        if result == .full {
          loop.settle()
          result = held.sockets.last?.send(message.span)
        }
        guard result == .sent else { break }
        count += 1
      }
      collect()
      return count
    }

    var connections: Int { held.sockets.count }

    /// The numbers of services that the program has begun.
    func services() -> [UInt32] {
      var buffer = [UInt8](repeating: 0, count: WireLimits.request)
      var all: [UInt32] = []
      while case .message(let count)? = held.sockets.last?.receive(into: &buffer) {
        let read = try? WireRequest.decode(buffer.span.extracting(0..<count))
        if let read { all.append(read.service) }
      }
      return all
    }

    func end() {
      loop.wait { [held] in held.listener?.close() }
      loop.shutdown()
    }
  }

  @Test(arguments: [
    [UInt8]([0]), [64, 0, 8, 0, 1, 0, 0], [64, 0, 9, 0, 1, 0, 0, 0], [64, 0, 8, 0, 1, 0, 0, 0],
    [80, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [83, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 40, 0],
    [65, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0],
    [UInt8](repeating: 0x40, count: WireLimits.report),
    [UInt8](repeating: 0x40, count: WireLimits.report + 1),
  ])
  func `what is no message, too long or a list that lies is told, and tried again rarely`(
    message: [UInt8]
  ) throws {
    let stage = try Stage()
    stage.say([message])
    #expect(stage.recorder.errors.count == 1)
    #expect(stage.manager.monitoredRegions.count == 1)
    for _ in 0..<60 {
      stage.loop.advance(by: .seconds(1))
      stage.say([message])
    }
    #expect(Set(stage.recorder.errors).isSubset(of: [.protocolMismatch, .providerLost]))
    #expect(stage.connections < 20)
    stage.end()
  }

  @Test func `services and regions that the program does not know are ignored`() throws {
    let stage = try Stage()
    let id = try #require(stage.services().first)
    let fix = Location(
      coordinate: seoul, horizontalAccuracy: 5, time: stage.loop.now(),
      source: LocationSource(provider: "gnss", technology: .gnss))
    let reports: [WireReport] = [
      .region(WireRegionEvent("elsewhere", state: 1, crossing: 0)),
      .region(WireRegionEvent("home", isAnswer: true, state: 1)),
      .regionFailure(identifier: "elsewhere", LocationError(.regionMonitoringFailure)),
      .altitude(WireAltitude(relativeAltitude: 1, pressure: 1000)), .ranged([]),
      .pause(isPaused: true),
      .locations(WireLocations([fix])), .visit(Visit(coordinate: seoul, horizontalAccuracy: 5)),
      .calibrationQuestion, .plan(WirePlan()),
    ]
    var messages: [[UInt8]] = [[200, 0, 8, 0, 1, 0, 0, 0]]
    for report in reports {
      for service in [id, 0, id &+ 1, .max] { messages.append(report.encoded(for: service)) }
    }
    for state in UInt8.min...(.max) {
      messages.append(
        WireReport.region(WireRegionEvent("home", state: state, crossing: state)).encoded(for: id))
    }
    stage.say(messages)
    #expect(stage.recorder.failures.isEmpty && stage.recorder.errors.isEmpty)
    #expect(stage.recorder.states.count == 256)
    #expect(stage.recorder.crossings == ["enter home", "exit home"])
    #expect(stage.manager.monitoredRegions.count == 1 && stage.connections == 1)
    stage.end()
  }

  @Test func `a flood ends the connection, and a program that does not collect keeps little of it`()
    throws
  {
    let stage = try Stage()
    let id = try #require(stage.services().first)
    let message = WireReport.region(WireRegionEvent("home", state: 1, crossing: 0)).encoded(for: id)
    let sent = stage.say((0..<30_000).lazy.map { _ in message })
    #expect((9_000..<15_000).contains(sent), "\(sent)")
    #expect(stage.recorder.crossings.count <= 10_000)
    #expect(stage.recorder.errors == [.protocolMismatch])
    // A second later it may say as much as in a second, and the program goes on.
    stage.loop.advance(by: .seconds(1))
    stage.recorder.crossings = []
    #expect(stage.say((0..<30_000).lazy.map { _ in message }) < 5_000)
    #expect(stage.recorder.crossings.count < 1500)
    #expect(stage.manager.monitoredRegions.count == 1)
    stage.end()
  }
}
