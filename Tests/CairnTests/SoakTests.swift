import Cairn
import CairnSimulator
import CairnTestSupport
import Foundation
import SystemTestSupport
import Testing

/// A week on foot, in a car and at rest, of a device whose every service runs.
@Suite("Soak")
struct SoakTests {
  private static let isChild = ProcessInfo.processInfo.environment["CAIRN_ALONE"] == "1"
  private static let days = 7

  /// Other tests allocate meanwhile, so the counting is done in a process of its own.
  @Test(.enabled(if: !isChild))
  func `the week passes in a process of its own`() async throws {
    let output = try await TestProcess.run("SoakTests/week", ["CAIRN_ALONE": "1"])
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 1 test"), "\(output.text)")
  }

  @Test(
    "a week takes no memory, threads or descriptors, and no more room for states",
    .enabled(if: isChild))
  func week() throws {
    let storage = MemoryStorage()
    let bench = try Bench(descriptor: .sleepy, coarse: .scans, storage: storage)
    let counter = Counter()
    bench.manager.delegate = counter
    bench.manager.desiredAccuracy = 30
    bench.manager.startMonitoringVisits()
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.manager.startMonitoring(
      for: Region(identifier: "home", shape: .circle(center: seoul, radius: 200)))
    bench.start()
    var journey = Journey(bench)
    // What is allocated once, and tables that grow to their limit.
    journey.liveForADay()
    let before = try ProcessUsage()
    let stored = storage.size
    let (fixes, visits, crossings) = (counter.fixes, counter.visits, counter.crossings)
    for _ in 0..<Self.days { journey.liveForADay() }
    let after = try ProcessUsage()
    #expect(counter.fixes - fixes > 250 * Self.days)
    // It leaves home, comes to work, leaves it, and comes home.
    #expect(counter.visits - visits == 4 * Self.days)
    #expect(counter.crossings - crossings == 2 * Self.days)
    #expect(after.residentKiB - before.residentKiB < 1024, "\(before) → \(after)")
    #expect(after.descriptors == before.descriptors)
    #expect(after.threads <= before.threads)
    // A stay that has ended and is told next is kept, or has been told already.
    #expect(storage.size <= stored + 256)
    // One object that is forgotten with each fix would be 70 KiB a week. Buffers for what waits on a
    // busy machine grow once.
    guard after.allocated - before.allocated >= 48 * 1024 else { return }
    for _ in 0..<Self.days { journey.liveForADay() }
    let last = try ProcessUsage()
    #expect(last.allocated - after.allocated < 48 * 1024, "\(before) → \(after) → \(last)")
  }

  private final class Counter: VisitDelegate, RegionMonitoringDelegate {
    var fixes = 0
    var visits = 0
    var crossings = 0

    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
      fixes += locations.count
    }
    func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
    func locationManager(_ manager: LocationManager, didVisit visit: Visit) { visits += 1 }
    func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
      crossings += 1
    }
    func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
      crossings += 1
    }
    func locationManager(
      _ manager: LocationManager, didDetermineState state: RegionState, for region: Region
    ) {}
    func locationManager(
      _ manager: LocationManager, monitoringDidFailFor region: Region?,
      withError error: LocationError
    ) {}
  }
}

extension MemoryStorage {
  /// Bytes of all states.
  fileprivate var size: Int { states.values.reduce(0) { $0 + $1.count } }
}

extension Journey {
  /// To work on foot and by car through two tunnels, eight hours there, and home again for the night.
  fileprivate mutating func liveForADay() {
    let (work, way) = (8 * 3600, 1200 + 2 * (600 + 40))
    for direction in [1.0, -1] {
      move(direction * 1.4, for: 1200)
      for _ in 0..<2 {
        move(direction * 15, for: 600)
        sky = false
        move(direction * 15, for: 40)
        sky = true
      }
      bench.system.conditions.isMoving = false
      move(0, for: direction > 0 ? work : 86_400 - work - 2 * way)
      bench.system.conditions.isMoving = nil
    }
    bench.provider.shortenLog()
    bench.coarse?.shortenLog()
  }

  private mutating func move(_ metresPerSecond: Double, for seconds: Int) {
    speed = metresPerSecond
    pass(seconds)
  }
}
