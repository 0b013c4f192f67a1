import Cairn
import CairnBoard
import CairnHAL
import CairnProfiles
import CairnSimulator
import CairnTestSupport
import SystemTestSupport
import Testing

@testable import CairnProviders

/// The promise of the project, with the real service and providers: what nobody needs is off.
@Suite("A simulated board in a radio world", .serialized)
struct SimulatedBoardTests {
  private static let town = RadioWorld(.urban, around: seoul)

  private static func bench(_ board: String = "m8-gateway") async throws -> ReceiverBench {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try await ReceiverBench(
      board: ProfileDirectory.read(file: "/\(root)/hw-profiles/\(board).yaml"), .uBloxM8, in: town)
  }

  private static func isOn(_ provider: ProviderID, in system: LocationSystem) -> Bool {
    system.plan.entries.contains { $0.provider == provider && $0.demand != nil }
  }

  @Test func `a kilometre is served by Wi-Fi alone, for what the profile says`() async throws {
    let bench = try await Self.bench()
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.startUpdatingLocation()
    bench.loop.settle()
    #expect(bench.system.plan.entries.filter { $0.demand != nil }.map(\.provider) == ["wifi"])
    #expect(bench.system.plan.estimatedPower.map { (1.3...1.6).contains($0) } == true)
    bench.loop.advance(by: .seconds(3600))
    bench.manager.processPendingEvents()
    // The modem's answer, which costs next to nothing, comes before the first scan ends.
    let fixes = bench.delegate.locations.drop { $0.source.technology == .cellular }
    #expect(fixes.count >= 5 && bench.delegate.locations.count <= fixes.count + 1)
    #expect(fixes.allSatisfy { $0.source.technology == .wifi })
    #expect(bench.delegate.locations.allSatisfy { $0.source.flags.contains(.simulated) })
    let errors = fixes.map { fix in
      ReceiverBench.track.state(at: fix.time.nanoseconds.seconds - 1).coordinate
        .distance(to: fix.coordinate)
    }
    #expect(errors.allSatisfy { $0 < 100 }, "\(errors)")
    #expect(await !bench.provider.isOpen)
    #expect(await bench.port.counts.bytesFromHost == 0)
    // Whole scans of 860 mJ and some of a few channels, with a wake of the host each, all for the one
    // client.
    let energy = await bench.system.diagnostics().energy
    let drawn = energy.joules(of: "wifi")
    let allWhole = 0.862 * Double(fixes.count)
    #expect(drawn > 0.862 && drawn < allWhole, "\(energy)")
    #expect(energy.joules(of: "gnss") == 0)
    #expect(energy.clients.count == 1 && energy.unattributed == .zero, "\(energy)")
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }

  @Test func `ten metres switch the receiver on, for as long as somebody wants them`() async throws
  {
    let bench = try await Self.bench()
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.startUpdatingLocation()
    bench.loop.settle()
    bench.loop.advance(by: .seconds(60))
    #expect(await !bench.provider.isOpen)

    let fine = Recorder()
    let navigator = LocationManager(
      system: bench.system, client: ClientIdentity(name: "navigator"), isolation: nil)
    navigator.desiredAccuracy = .nearestTenMeters
    navigator.delegate = fine
    navigator.startUpdatingLocation()
    bench.loop.settle()
    #expect(Self.isOn("gnss", in: bench.system))
    let wait = await bench.pass(atMost: .seconds(20)) {
      navigator.processPendingEvents()
      return fine.locations.contains { $0.source.technology == .gnss }
    }
    #expect(wait != nil)
    #expect(Self.isOn("gnss", in: bench.system))
    let best = try #require(fine.locations.last { $0.source.technology == .gnss })
    #expect(best.horizontalAccuracy <= 10)
    // What the receiver draws serves both, and both pay; scans were for the first client alone.
    let during = await bench.system.diagnostics().energy
    let drawn = during.joules(of: "gnss")
    #expect(drawn > 0)
    let share = during.clients.first { $0.name == "navigator" }?.energy?.joules ?? 0
    #expect(share >= drawn / 2.1, "\(during)")
    #expect(during.unattributed == .zero)

    navigator.stopUpdatingLocation()
    bench.loop.settle()
    #expect(!Self.isOn("gnss", in: bench.system))
    // The rest is a short one at first, for which it would not pay to sleep.
    _ = await bench.pass(atMost: .seconds(20)) { false }
    let (before, booked) = await (
      bench.port.energyMillijoules, bench.system.diagnostics().energy.joules(of: "gnss")
    )
    _ = await bench.pass(atMost: .seconds(20)) { false }
    let (after, total) = await (
      bench.port.energyMillijoules, bench.system.diagnostics().energy.joules(of: "gnss")
    )
    #expect((after - before) / 20 < 1, "\(after - before) mJ")
    #expect((total - booked) * 1000 / 20 < 1)
    #expect(!Self.isOn("gnss", in: bench.system))
    bench.manager.stopUpdatingLocation()
    await bench.end()
  }
}

extension Int64 {
  /// Nanoseconds as seconds.
  fileprivate var seconds: Double { Double(self) / 1e9 }
}
