import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Energy of a system")
struct EnergyTests {
  private func joules(_ accounts: [EnergyLedger.Account]) -> [Double?] {
    accounts.map(\.energy?.joules)
  }

  @Test("G123: clients share what a provider draws for them, and it draws nothing while it is off")
  func accounts() async throws {
    let bench = try Bench()
    bench.advance(.seconds(100))
    bench.start()
    bench.walk(10)
    let other = LocationManager(system: bench.system)
    other.startUpdatingLocation()
    bench.loop.settle()
    bench.walk(10)
    bench.manager.stopUpdatingLocation()
    other.stopUpdatingLocation()
    bench.loop.settle()
    bench.advance(.seconds(100))
    let energy = await bench.system.diagnostics().energy
    #expect(energy.providers.map(\.name) == ["scripted"])
    // 20 s at 30 mW, and a wake of the host for each of 20 fixes.
    #expect(joules(energy.providers) == [0.62])
    #expect(joules(energy.clients) == [0.62])
    #expect(energy.unattributed == .zero)
  }

  @Test func `an opportunistic client pays nothing`() async throws {
    let bench = try Bench()
    let taker = LocationManager(system: bench.system)
    taker.configuration.isOpportunistic = true
    taker.startUpdatingLocation()
    bench.start()
    bench.walk(10)
    #expect(try #require(bench.system.plan.entries.first).servesClients.count == 1)
    bench.manager.stopUpdatingLocation()
    bench.loop.settle()
    bench.advance(.seconds(10))
    #expect(await bench.system.diagnostics().energy.joules == 0.31)
  }

  @Test func `what is asleep draws little, and what is left on draws on for nobody`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.start()
    bench.emit(.power(.backup(.software)))
    bench.advance(.seconds(1000))
    #expect(await bench.system.diagnostics().energy.joules(of: "gnss") == 0.1)
    // Awake again.
    bench.emit(.power(.acquiring))
    bench.advance(.seconds(10))
    bench.manager.stopUpdatingLocation()
    bench.loop.settle()
    let energy = await bench.system.diagnostics().energy
    #expect(energy.joules(of: "gnss") == 1)
    // A timer for a position that does not come, now and then.
    #expect((0.001...0.05).contains(energy.joules(of: EnergyLedger.host)))
    #expect(energy.unattributed == .zero)
  }

  @Test("G101: a kilometre is left to Wi-Fi, and a finer client switches GNSS on meanwhile")
  func providers() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    let wifi = try #require(bench.coarse)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    #expect(wifi.log.isRunning && !bench.provider.log.isRunning)
    bench.emitFix(accuracy: 30, from: wifi)
    bench.loop.settle()
    // It is asked when a position is needed, and then by its turn.
    #expect(!wifi.log.isRunning)
    #expect(bench.system.plan.entries.map(\.provider) == ["gnss", "wifi"])
    #expect(try #require(bench.system.plan.entries.last?.demand).interval > .seconds(200))
    let fine = LocationManager(system: bench.system)
    fine.desiredAccuracy = .best
    fine.startUpdatingLocation()
    bench.loop.settle()
    #expect(bench.provider.log.isRunning && !wifi.log.isRunning)
    fine.stopUpdatingLocation()
    bench.loop.settle()
    #expect(bench.system.plan.entries.allSatisfy { !$0.reason.isEmpty })
  }

  @Test func `a scan that finds nothing costs what it costs`() async throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    bench.emit(.measured(.nothing(reason: "nothing found")), from: bench.coarse)
    bench.loop.settle()
    let accounts = await bench.system.diagnostics().energy.providers
    #expect(accounts.first { $0.name == "wifi" }?.energy?.joules == 0.101)
  }

  @Test func `a receiver that turns out to be able to sleep does so`() throws {
    let bench = try Bench()
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    #expect(bench.provider.log.isActive)
    bench.emit(.descriptor(.sleepy))
    bench.emitFix()
    bench.advance(.seconds(16))
    bench.loop.settle()
    guard case .rest(let end) = bench.provider.log.works.last else {
      Issue.record("\(bench.provider.log.works)")
      return
    }
    #expect(end >= bench.loop.now() + .seconds(40))
    #expect(bench.provider.log.stops == 0)
    #expect(try #require(bench.system.plan.estimatedPower) < 10)
  }

  @Test func `a receiver that sleeps longer than its memory is worth is stopped, and comes back`()
    throws
  {
    var descriptor = ProviderDescriptor.sleepy
    descriptor.energy = .receiver(
      ReceiverEnergy(
        acquiring: 90, tracking: 90, backup: 0.1, off: 0,
        startTimes: .init(hot: 1, aided: 1, warm: 1.02, cold: 1.05)))
    let bench = try Bench(descriptor: descriptor)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    var journey = Journey(bench)
    journey.pass(1800)
    #expect(bench.provider.log.stops >= 1)
    #expect(bench.provider.log.starts >= 2)
    #expect(bench.delegate.codes.isEmpty)
  }

  @Test func `a client that gets fixes seldom because it needs them seldom is not told of a loss`()
    throws
  {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.configuration.activityType = .automotiveNavigation
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(900)
    #expect(journey.on < 100)
    #expect(bench.delegate.codes.isEmpty)
    journey.sky = false
    journey.pass(300)
    #expect(bench.delegate.codes.contains(.locationUnknown))
  }
}
