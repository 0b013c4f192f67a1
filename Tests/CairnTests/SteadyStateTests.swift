import Cairn
import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

@Suite("Steady state")
struct SteadyStateTests {
  private static let isChild = ProcessInfo.processInfo.environment["CAIRN_ALONE"] == "1"

  /// Other tests allocate meanwhile, so the counting is done in a process of its own.
  @Test(.enabled(if: !isChild))
  func `the hour passes in a process of its own`() async throws {
    let output = try await TestProcess.run("SteadyStateTests/hour", ["CAIRN_ALONE": "1"])
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 1 test"), "\(output.text)")
  }

  @Test(
    "O213: an hour at 10 Hz takes no memory, and less than a hundredth of a processor",
    .enabled(if: isChild))
  func hour() throws {
    let bench = try Bench()
    let counter = Counter()
    bench.manager.delegate = counter
    bench.manager.pausesLocationUpdatesAutomatically = false
    bench.start()
    func pass(minutes: Int) {
      for step in 0..<(minutes * 600) {
        bench.advance(.milliseconds(100))
        bench.emitFix(north: Double(step % 2))
        bench.collect()
      }
    }
    // Allocators and lazy tables need some rounds to settle.
    pass(minutes: 2)
    counter.fixes = 0
    let before = try ProcessUsage()
    pass(minutes: 60)
    let after = try ProcessUsage()
    #expect(counter.fixes == 36_000)
    // Less than four bytes for each fix.
    #expect(after.residentKiB - before.residentKiB < 128, "\(before) → \(after)")
    #expect(after.processorSeconds - before.processorSeconds < 0.01 * 3600, "\(before) → \(after)")
  }

  private final class Counter: LocationManagerDelegate {
    var fixes = 0
    var errors = 0

    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
      fixes += locations.count
    }
    func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
      errors += 1
    }
  }
}
