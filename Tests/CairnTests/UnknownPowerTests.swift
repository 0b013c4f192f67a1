import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// A provider of which nothing is known is planned with, and nobody is told what it costs.
@Suite("Unknown power")
struct UnknownPowerTests {
  /// The scripted receiver, of which only assumptions exist.
  private var unknown: ProviderDescriptor {
    var descriptor = ProviderDescriptor.scripted()
    guard case .receiver(var energy) = descriptor.energy else { return descriptor }
    energy.isAssumed = true
    descriptor.energy = .receiver(energy)
    return descriptor
  }

  @Test func `a receiver of which nothing is known serves, and its power and energy are unknown`()
    async throws
  {
    let bench = try Bench(descriptor: unknown)
    bench.start()
    bench.walk(10)
    bench.collect()
    #expect(bench.delegate.locations.count == 10)
    let entry = try #require(bench.system.plan.entries.first)
    #expect(entry.demand != nil && entry.estimatedPower == nil)
    #expect(bench.system.plan.estimatedPower == nil)
    #expect(entry.reason.hasSuffix(" at unknown power"), "\(entry.reason)")
    let energy = await bench.system.diagnostics().energy
    #expect(energy.providers.map(\.name) == ["scripted"])
    #expect(energy.providers.map(\.energy) == [nil] && energy.clients.map(\.energy) == [nil])
    #expect(energy.total == nil)
  }

  @Test func `once the receiver says what it is, its energy is known from the start`() async throws
  {
    let bench = try Bench(descriptor: unknown)
    bench.start()
    bench.advance(.seconds(100))
    bench.emit(.descriptor(.scripted()))
    bench.advance(.seconds(100))
    bench.manager.stopUpdatingLocation()
    bench.collect()
    // 200 s at 30 mW.
    #expect(await bench.system.diagnostics().energy.joules(of: "scripted") == 6)
    #expect(await bench.system.diagnostics().energy.total != nil)
    #expect(bench.system.plan.estimatedPower == 0)
  }

  @Test func `clients that came and went before the receiver said what it is pay their shares`()
    async throws
  {
    let bench = try Bench(descriptor: unknown, hostWake: nil)
    bench.start()
    let other = LocationManager(system: bench.system)
    other.startUpdatingLocation()
    bench.loop.settle()
    bench.advance(.seconds(100))
    bench.manager.stopUpdatingLocation()
    bench.collect()
    bench.emit(.descriptor(.scripted(power: 3)))
    let energy = await bench.system.diagnostics().energy
    // 100 s at 3 mW, in halves, though 30 mW were assumed.
    #expect(energy.total?.joules == 0.3)
    #expect(energy.clients.reduce(0) { $0 + ($1.energy?.joules ?? .nan) } == 0.3)
    other.stopUpdatingLocation()
  }

  @Test func `what is known of another provider stays known`() async throws {
    let bench = try Bench(descriptor: unknown, coarse: .scans)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    let scan = try #require(bench.coarse)
    bench.emitFix(accuracy: 30, from: scan)
    bench.collect()
    let off = try #require(bench.system.plan.entries.first)
    #expect(off.demand == nil && off.reason.hasSuffix(" takes unknown power"), "\(off.reason)")
    #expect(bench.system.plan.estimatedPower.map { $0 > 0 } == true)
    #expect(await bench.system.diagnostics().energy.total?.joules == 0.101)
  }

  @Test func `what is not there draws nothing, also if nothing is known of it`() async throws {
    let bench = try Bench(descriptor: unknown)
    bench.start()
    bench.emit(.lifecycle(.absent))
    bench.advance(.seconds(3600))
    #expect(bench.system.plan.estimatedPower == 0)
  }

  @Test func `wake-ups of a host that nobody has measured are planned with, and not told`()
    async throws
  {
    let bench = try Bench(hostWake: nil)
    bench.start()
    bench.walk(10)
    #expect(bench.system.plan.estimatedPower == 30)
    let reason = try #require(bench.system.plan.entries.first).reason
    #expect(reason.hasSuffix(" at 30.0 mW"), "\(reason)")
    bench.manager.stopUpdatingLocation()
    bench.collect()
    let energy = await bench.system.diagnostics().energy
    #expect(energy.providers.map(\.name) == ["scripted"])
    #expect(energy.total?.joules == 0.3)
  }

  @Test func `a scan is told without them, and is as rare as if they were known`() throws {
    let plans = try [1, nil].map { wake in
      let bench = try Bench(coarse: .scans, hostWake: wake)
      bench.manager.desiredAccuracy = .kilometer
      bench.start()
      bench.emitFix(accuracy: 30, from: bench.coarse)
      bench.collect()
      return bench.system.plan
    }
    let (known, unknown) = (plans[0], plans[1])
    #expect(known.energy == unknown.energy)
    let (scan, wake) = (100 / known.energy.period, 1 / known.energy.period)
    #expect(try abs(#require(unknown.estimatedPower) - scan) < 1e-9)
    #expect(try abs(#require(known.estimatedPower) - scan - wake) < 1e-9)
  }

  @Test func `the power of a sensor of which nothing is known is unknown while it is on`()
    async throws
  {
    let bench = try Bench()
    var descriptor = SensorDescriptor(id: "barometer", kind: .pressure, power: 0.01)
    descriptor.isAssumed = true
    let sensor = ScriptedSensor(descriptor: descriptor, loop: bench.loop)
    bench.loop.post { sensor.assumeIsolated { $0.show(.pressure(1_000)) } }
    bench.system.add(sensor)
    bench.start()
    bench.walk(10)
    let plan = bench.system.plan
    #expect(plan.sensorPower == nil && plan.estimatedPower == nil)
    #expect(try #require(plan.entries.first).estimatedPower == 31)
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(bench.system.plan.sensorPower == 0 && bench.system.plan.estimatedPower == 0)
    let energy = await bench.system.diagnostics().energy
    #expect(energy.joules(of: "barometer").isNaN && energy.total == nil)
    #expect(energy.joules(of: "scripted") == 0.31)
  }
}
