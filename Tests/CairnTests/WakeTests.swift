import Cairn
import CairnSimulator
import CairnTestSupport
import Foundation
import SystemTestSupport
import Testing

/// What goes on after a manager has gone without ending its services.
@Suite("Waking", .timeLimit(.minutes(15)))
struct WakeTests {
  private let recorder = ServiceRecorder()
  private let folder: TemporaryFolder
  private let client = ClientIdentity(name: "tracker")

  init() throws { folder = try TemporaryFolder() }

  /// A program that writes a line into a file.
  private func note(_ word: String) -> WakeAction {
    .execute(path: "/bin/sh", arguments: ["-c", "echo \(word) >> \(folder.path)/log"])
  }

  private var lines: [String] {
    let text = (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func home(_ word: String? = "home") -> (Region, MonitoringOptions) {
    var region = Region(identifier: "home", shape: .circle(center: seoul, radius: 100))
    region.notifyOnExit = false
    var options = MonitoringOptions()
    if let word { options.wake = note(word) }
    return (region, options)
  }

  private func manager(_ bench: Bench) -> LocationManager {
    let manager = LocationManager(system: bench.system, client: client)
    manager.delegate = recorder
    return manager
  }

  /// Starts something with a manager that goes at once.
  private func leave(_ bench: Bench, _ start: (LocationManager) -> Void) {
    let manager = manager(bench)
    start(manager)
    bench.loop.settle()
    manager.processPendingEvents()
  }

  /// From 400 m south of home to as much north of it.
  private func walk(_ bench: Bench) {
    var journey = Journey(bench)
    journey.north = -400
    journey.pass(600)
  }

  private func wakes(_ bench: Bench) async -> WakeCounts {
    await bench.system.diagnostics().wakes
  }

  @Test("K177: a crossing while the client is gone starts its program once")
  func crossing() async throws {
    let bench = try Bench(descriptor: .sleepy)
    leave(bench) { $0.startMonitoring(for: home().0, options: home().1) }
    #expect(bench.system.clientCount == 1)
    walk(bench)
    #expect(await Patience.wait { !lines.isEmpty })
    #expect(await wakes(bench).started == 1)
    #expect(lines == ["home"] && recorder.crossings.isEmpty)
    // The next manager of the client hears what it missed, and goes on.
    let next = manager(bench)
    bench.loop.settle()
    #expect(next.monitoredRegions == [home().0])
    next.processPendingEvents()
    #expect(recorder.crossings == ["enter home"])
    walk(bench)
    next.processPendingEvents()
    #expect(recorder.crossings == ["enter home", "enter home"])
    #expect(await wakes(bench).started == 1)
    next.stopMonitoring(for: home().0)
    bench.loop.settle()
    #expect(bench.system.clientCount == 0 && !bench.provider.isOn)
  }

  @Test func `a client that is there starts nothing`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    let manager = manager(bench)
    manager.startMonitoring(for: home().0, options: home().1)
    walk(bench)
    manager.processPendingEvents()
    #expect(recorder.crossings == ["enter home"])
    #expect(await wakes(bench) == WakeCounts())
  }

  @Test func `another client takes nothing over`() throws {
    let bench = try Bench(descriptor: .sleepy)
    leave(bench) { $0.startMonitoring(for: home().0, options: home().1) }
    let other = LocationManager(system: bench.system, client: ClientIdentity(name: "other"))
    other.delegate = recorder
    #expect(other.monitoredRegions.isEmpty)
    #expect(bench.system.clientCount == 1)
  }

  @Test func `a region that starts nothing ends with its manager`() throws {
    let bench = try Bench(descriptor: .sleepy)
    leave(bench) { $0.startMonitoring(for: home(nil).0, options: home(nil).1) }
    bench.loop.settle()
    #expect(bench.system.clientCount == 0 && !bench.provider.isOn)
  }

  @Test("K178: standard and heading never wake, and end with their manager")
  func standard() async throws {
    let bench = try Bench(descriptor: .sleepy)
    leave(bench) {
      $0.startUpdatingLocation()
      $0.startUpdatingHeading()
    }
    bench.loop.settle()
    #expect(bench.system.clientCount == 0 && !bench.provider.isOn)
    walk(bench)
    #expect(await wakes(bench) == WakeCounts())
  }

  @Test func `visits and significant changes start programs too`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    var visits = VisitOptions()
    visits.wake = note("visit")
    var changes = SignificantChangeOptions()
    changes.wake = note("change")
    bench.emitFix()
    leave(bench) {
      $0.startMonitoringVisits(visits)
      $0.startMonitoringSignificantLocationChanges(changes)
    }
    #expect(bench.system.clientCount == 2)
    var journey = Journey(bench)
    journey.north = -2000
    journey.speed = 2
    journey.pass(1000)
    #expect(await Patience.wait { lines.contains("change") })
    journey.speed = 0
    journey.pass(400)
    #expect(await Patience.wait { lines.contains("visit") })
    let next = manager(bench)
    next.startMonitoringVisits(visits)
    bench.loop.settle()
    next.processPendingEvents()
    #expect(recorder.visits.count == 1)
    journey.speed = 2
    journey.pass(400)
    next.processPendingEvents()
    #expect(recorder.visits.count == 2)
    // The same stay: the detector went over to the new service.
    #expect(recorder.visits.first?.arrival == recorder.visits.last?.arrival)
  }

  @Test func `what the policy does not allow is not started, and counted`() async throws {
    let bench = try Bench(policy: NoWakePolicy(), descriptor: .sleepy)
    leave(bench) { $0.startMonitoring(for: home().0, options: home().1) }
    walk(bench)
    #expect(await wakes(bench) == WakeCounts(refused: 1))
    #expect(lines.isEmpty)
  }

  @Test func `a program that is not there is a failure that is counted`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    var (region, options) = home()
    region.notifyOnExit = true
    options.wake = .execute(path: "/nowhere/program", arguments: [])
    leave(bench) { $0.startMonitoring(for: region, options: options) }
    var journey = Journey(bench)
    journey.north = -400
    // It is inside after 214 s, which is certain after 301, and outside again after 357.
    journey.pass(350)
    #expect(await Patience.wait { await wakes(bench) == WakeCounts(started: 1, failed: 1) })
  }
}

private struct NoWakePolicy: AuthorizationPolicy {
  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(
      status: .authorizedAlways, services: ServiceSet.all.subtracting(.wake), reason: "test")
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {}
}
