import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// What the plan says is what happens, and what is booked.
@Suite("Plan and ledger")
struct PlanAndLedgerTests {
  /// Who is asked, and how exactly.
  struct Case: Sendable, CustomTestStringConvertible {
    var receiver: ProviderDescriptor
    var coarse: ProviderDescriptor?
    var accuracy: DesiredAccuracy

    var testDescription: String {
      "\(receiver.id.name), \(coarse?.id.name ?? "nothing else"), \(accuracy.metres ?? 0) m"
    }

    static let all: [Self] =
      [
        (ProviderDescriptor.sleepy, nil), (.sleepy, .scans), (.scripted(), nil),
        (.scripted(), .scans),
      ]
      .flatMap { pair in
        [DesiredAccuracy.best, 10, 30, 100, 300, .kilometer, .threeKilometers].map {
          Self(receiver: pair.0, coarse: pair.1, accuracy: $0)
        }
      }
      + [.kilometer, .threeKilometers].map {
        Self(receiver: .sleepy, coarse: .fixed(accuracy: 300), accuracy: $0)
      }
  }

  @Test(arguments: Case.all)
  func `two hours on foot take what was planned, as often as planned`(each: Case) async throws {
    let bench = try Bench(descriptor: each.receiver, coarse: each.coarse)
    bench.manager.desiredAccuracy = each.accuracy
    bench.start()
    var journey = Journey(bench)
    journey.coarse = each.coarse?.accuracy.openSky ?? 0
    journey.pass(600)
    let (starts, scans) = (journey.starts.count, journey.scans)
    let before = await bench.system.diagnostics().energy.joulesOfProviders
    var (planned, attempts) = (0.0, 0.0)
    journey.pass(7200) { journey in
      let plan = journey.bench.system.plan
      planned += (plan.estimatedPower ?? .nan) / 1000
      if plan.energy.mode == .sampled { attempts += 1 / plan.energy.period }
    }
    let booked = await bench.system.diagnostics().energy.joulesOfProviders - before
    // Here every start succeeds at once, which no plan takes for granted.
    #expect((0.55...1.4).contains(booked / planned), "\(booked) J booked, \(planned) J planned")
    let tried = Double(journey.starts.count - starts + journey.scans - scans)
    #expect(abs(tried - attempts) < 0.3 * attempts + 2, "\(tried) tried, \(attempts) planned")
  }

  @Test func `a place that is known is asked once, and not again before its turn`() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .fixed(accuracy: 800))
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    var journey = Journey(bench)
    journey.coarse = 800
    journey.speed = 0
    journey.pass(120)
    #expect(journey.scans == 1)
  }

  @Test func `what is absent is planned and booked with nothing, and what comes back is booked`()
    async throws
  {
    let bench = try Bench()
    bench.start()
    bench.emit(.lifecycle(.absent))
    bench.advance(.seconds(3600))
    #expect(bench.system.plan.estimatedPower == 0)
    let gone = await bench.system.diagnostics().energy.joulesOfProviders
    #expect(gone < 0.001)
    bench.emit(.lifecycle(.starting))
    bench.advance(.seconds(100))
    // 30 mW while it searches.
    #expect(await bench.system.diagnostics().energy.joulesOfProviders - gone == 3)
  }

  @Test func `what a radio draws at all times stands in the plan, and is booked for nobody`()
    async throws
  {
    var scans = ProviderDescriptor.scans
    scans.energy = .operation(OperationEnergy(energy: 100, duration: 1, idle: 2))
    let bench = try Bench(coarse: scans)
    bench.start()
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(bench.system.plan.estimatedPower == 2)
    let before = await bench.system.diagnostics().energy
    bench.advance(.seconds(100))
    let after = await bench.system.diagnostics().energy
    #expect(abs(after.joulesOfProviders - before.joulesOfProviders - 0.2) < 1e-9)
    let (first, last) = (before.unattributed, after.unattributed)
    #expect(try abs(#require(last).joules - #require(first).joules - 0.2) < 1e-9)
  }

  @Test func `what a receiver draws that nothing can switch off stands in the plan`() async throws {
    let bench = try Bench()
    bench.start()
    bench.emit(.power(.tracking))
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(bench.system.plan.estimatedPower == 0)
    // One that stays on says so before its stop is answered.
    let other = try Bench()
    other.start()
    await other.provider.hang()
    other.manager.stopUpdatingLocation()
    other.collect()
    other.emit(.power(.tracking))
    await other.provider.release()
    other.collect()
    #expect(other.system.plan.estimatedPower == 30)
    let before = await other.system.diagnostics().energy
    other.advance(.seconds(100))
    let after = await other.system.diagnostics().energy
    let (first, last) = (before.unattributed, after.unattributed)
    #expect(try #require(last).joules - #require(first).joules == 3)
  }
}
