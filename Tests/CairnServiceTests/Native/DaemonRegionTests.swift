import Cairn
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWire
import SystemTestSupport
import Testing

@testable import CairnService

/// Writes down what regions tell.
final class RegionRecorder: RegionMonitoringDelegate {
  var crossings: [String] = []
  var states: [RegionState] = []
  var failures: [(region: String?, error: LocationError)] = []
  var errors: [LocationError.Code] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    errors.append(error.code)
  }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    crossings.append("enter \(region.identifier)")
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    crossings.append("exit \(region.identifier)")
  }
  func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region
  ) {
    states.append(state)
  }
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  ) {
    failures.append((region?.identifier, error))
  }
}

@Suite("regions that the daemon monitors", .tags(.loopback), .timeLimit(.minutes(15)))
struct DaemonRegionTests {
  /// A program with a delegate for regions.
  private struct Program {
    let manager: LocationManager
    let recorder = RegionRecorder()
    let bench: NativeBench

    init(_ bench: NativeBench) {
      self.bench = bench
      manager = LocationManager(system: bench.client(), isolation: nil)
      manager.delegate = recorder
      collect()
    }

    func collect() {
      bench.loop.settle()
      manager.processPendingEvents()
    }
  }

  private func circle(_ identifier: String, north: Double = 0) -> Region {
    Region(
      identifier: identifier,
      shape: .circle(center: seoul.moved(by: north, bearing: 0), radius: 100))
  }

  /// As many corners as wanted, on a circle of a kilometre.
  private func polygon(_ corners: Int) -> Region {
    let points = (0..<corners).map {
      seoul.moved(by: 1000, bearing: 360 * Double($0) / Double(corners))
    }
    return Region(identifier: "park", shape: .polygon(points))
  }

  @Test
  func `a daemon that starts again tells nothing twice, and what was crossed meanwhile`()
    async throws
  {
    let bench = try await NativeBench()
    let program = Program(bench)
    program.manager.startMonitoring(for: circle("home"), isolation: nil)
    program.manager.startMonitoring(for: circle("work", north: 3000), isolation: nil)
    bench.loop.settle()
    bench.pass(north: 0)
    program.collect()
    #expect(program.recorder.states == [.inside] && program.recorder.crossings.isEmpty)
    await bench.endServer()
    #expect(!bench.provider.log.isRunning)
    bench.loop.advance(by: .seconds(60))
    program.collect()
    #expect(program.recorder.errors == [.providerLost])
    try await bench.startServer()
    bench.loop.advance(by: .seconds(10))
    bench.loop.settle()
    bench.pass(north: 1)
    program.collect()
    #expect(program.recorder.states == [.inside] && program.recorder.crossings.isEmpty)
    await bench.endServer()
    try await bench.startServer()
    // Ten minutes: the way is plausible.
    bench.loop.advance(by: .seconds(600))
    bench.loop.settle()
    bench.pass(north: 3000, seconds: 2)
    program.collect()
    #expect(Set(program.recorder.crossings) == ["exit home", "enter work"])
    bench.pass(north: 3000, seconds: 30)
    program.collect()
    #expect(program.recorder.crossings.count == 2)
    #expect(program.manager.monitoredRegions.count == 2 && program.recorder.failures.isEmpty)
    await bench.end()
  }

  @Test func `what is begun and ended while the daemon is away is told to the next one`()
    async throws
  {
    let bench = try await NativeBench()
    let program = Program(bench)
    program.manager.startMonitoring(for: circle("home"), isolation: nil)
    program.manager.startMonitoring(for: circle("work"), isolation: nil)
    program.collect()
    await bench.endServer()
    bench.loop.advance(by: .seconds(1))
    program.manager.stopMonitoring(for: circle("home"))
    program.manager.startMonitoring(for: circle("gym"), isolation: nil)
    try await bench.startServer()
    bench.loop.advance(by: .seconds(20))
    bench.loop.settle()
    bench.pass(north: 0)
    program.collect()
    #expect(program.recorder.states == [.inside, .inside])
    for region in ["gym", "work"] { program.manager.stopMonitoring(for: circle(region)) }
    program.collect()
    #expect(!bench.provider.log.isRunning && bench.system.clientCount == 0)
    #expect(program.manager.system.clientCount == 0)
    await bench.end()
  }

  @Test func `a question is answered once, also if the daemon goes or is not there`() async throws {
    let bench = try await NativeBench()
    let program = Program(bench)
    program.manager.requestState(for: circle("none"), isolation: nil)
    program.manager.startMonitoring(for: circle("home"), isolation: nil)
    program.collect()
    bench.pass(north: 0)
    program.collect()
    #expect(program.recorder.states == [.unknown, .inside])
    program.manager.requestState(for: circle("none"), isolation: nil)
    program.manager.requestState(for: circle("home"), isolation: nil)
    program.collect()
    #expect(program.recorder.states.dropFirst(2) == [.unknown, .inside])
    await bench.endServer()
    program.manager.requestState(for: circle("home"), isolation: nil)
    program.collect()
    #expect(program.recorder.states.dropFirst(4) == [.inside])
    await bench.end()
  }

  @Test(arguments: [3, WireLimits.messagePoints, WireLimits.messagePoints + 1, 20_000])
  func `a polygon may be larger than a message`(corners: Int) async throws {
    let bench = try await NativeBench()
    let program = Program(bench)
    program.manager.startMonitoring(for: polygon(corners), isolation: nil)
    program.collect()
    bench.pass(north: 0)
    program.collect()
    #expect(program.recorder.states == [.inside] && program.recorder.failures.isEmpty)
    bench.pass(north: 1500, seconds: 30)
    program.collect()
    #expect(program.recorder.crossings == ["exit park"])
    await bench.end()
  }

  @Test func `what the daemon cannot monitor fails at once, with the reason`() async throws {
    let bench = try await NativeBench()
    let program = Program(bench)
    var waking = MonitoringOptions()
    waking.wake = .systemdUnit("app.service")
    program.manager.startMonitoring(for: circle("wakes"), options: waking, isolation: nil)
    program.manager.startMonitoring(for: polygon(WireLimits.points + 1), isolation: nil)
    program.manager.startMonitoring(
      for: circle(String(repeating: "x", count: WireLimits.text)), isolation: nil)
    program.manager.startMonitoring(for: circle("a\0b"), isolation: nil)
    program.collect()
    let codes: [LocationError.Code] = [
      .invalidConfiguration, .regionMonitoringFailure, .regionMonitoringFailure,
      .regionMonitoringFailure,
    ]
    #expect(program.recorder.failures.map(\.error.code) == codes)
    #expect(
      program.recorder.failures.allSatisfy {
        $0.error.reason?.contains("use LocationSystem.device") == true
      })
    #expect(program.manager.monitoredRegions.isEmpty && bench.system.clientCount == 0)
    await bench.end()
  }

  @Test func `regions for which there is no room are refused, and the others stay`() async throws {
    let bench = try await NativeBench()
    let program = Program(bench)
    for name in ["a", "b", "c", "d"] {
      var region = polygon(20_000)
      region.identifier = name
      program.manager.startMonitoring(for: region, isolation: nil)
      program.collect()
    }
    #expect(program.recorder.failures.map(\.region) == ["d"])
    #expect(program.recorder.failures.first?.error.code == .regionMonitoringFailure)
    #expect(program.manager.monitoredRegions.map(\.identifier) == ["a", "b", "c"])
    // One that ends makes room.
    program.manager.stopMonitoring(for: circle("a"))
    program.manager.startMonitoring(for: polygon(20_000), isolation: nil)
    program.collect()
    #expect(program.recorder.failures.count == 1)
    #expect(program.manager.monitoredRegions.map(\.identifier) == ["b", "c", "park"])
    await bench.end()
  }

  @Test func `of regions that are entered at once a program that reads late hears each once`()
    async throws
  {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    var region = WireRegion("", .circle, points: [seoul], size: 100)
    (region.confidence, region.dwell) = (0.9, .seconds(20))
    let names = (0..<600).map { "stop \($0)" }
    for name in names {
      region.identifier = name
      socket.send(.region(region), for: 1)
      bench.loop.settle()
    }
    _ = socket.reports()
    // More than the kernel and the queue of other reports keep.
    bench.pass(north: 0)
    var entered: [String] = []
    for _ in 0..<600 where entered.count < names.count {
      for (_, report) in socket.reports() ?? [] {
        if case .region(let event) = report { entered.append(event.identifier) }
      }
      bench.loop.settle()
    }
    #expect(entered.sorted() == names.sorted() && bench.log == [])
    await bench.end()
  }

  @Test func `a program that says what no region is hears of it, and goes on`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    bench.loop.settle()
    _ = socket.reports()
    var good = WireRegion("good", .circle, points: [seoul], size: 100)
    (good.confidence, good.dwell) = (0.9, .seconds(20))
    var (nowhere, unknown, flat) = (good, good, good)
    (nowhere.identifier, nowhere.points) = ("nowhere", [])
    (unknown.identifier, unknown.kind) = ("unknown", nil)
    (flat.identifier, flat.kind) = ("flat", .polygon)
    for region in [nowhere, unknown, flat, good] { socket.send(.region(region), for: 1) }
    socket.send(.regionEnd("never"), for: 1)
    socket.send(.regionEnd("never"), for: 2)
    bench.loop.settle()
    var failed: [String] = []
    for (_, report) in socket.reports() ?? [] {
      if case .regionFailure(let identifier, _) = report { failed.append(identifier) }
    }
    #expect(failed == ["nowhere", "unknown", "flat"])
    #expect(bench.system.clientCount == 1)
    // Points without end are not kept.
    let points = Array(repeating: seoul, count: WireLimits.messagePoints)
    for _ in 0..<(2 * WireLimits.points / WireLimits.messagePoints) {
      socket.send(.points(points), for: 1)
      bench.loop.settle()
    }
    var next = good
    next.identifier = "next"
    socket.send(.region(next), for: 1)
    socket.send(.region(good), for: 1)
    bench.loop.settle()
    failed = []
    for (_, report) in socket.reports() ?? [] {
      if case .regionFailure(let identifier, _) = report { failed.append(identifier) }
    }
    #expect(failed == ["next"] && bench.log == [])
    await bench.end()
  }
}
