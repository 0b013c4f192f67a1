import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@testable import CairnSimulator

@Suite("A receiver that is known")
struct KnownReceiverTests {
  private func bench(
    _ personality: SimulatedReceiver.Personality, seed: UInt64 = 1, setup: ReceiverSetup,
    faults: [SimulatedReceiver.Fault] = []
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(1)
    configuration.seed = seed
    configuration.faults = faults
    return DriverBench(configuration, setup: setup, hostBaudRate: 9600)
  }

  /// Until it is configured.
  private func start(_ bench: DriverBench, _ records: ReceiverRecords) {
    var memory = ReceiverMemory()
    memory.records = records
    var demand = ReportDemand()
    demand.wantsSatellites = true
    demand.wantsHealth = true
    bench.open(demand, memory)
    bench.run(until: .seconds(30)) { $0.phase == .running }
    #expect(bench.phase == .running)
  }

  @Test(
    arguments: [
      SimulatedReceiver.Personality.uBloxM8, .uBloxM9, .uBloxF9P, .uBloxM10, .uBloxX20,
    ])
  func `is asked less, configured sooner, and no worse`(
    personality: SimulatedReceiver.Personality
  ) throws {
    var setup = ReceiverSetup()
    setup.persistence = [.flash, .batteryBacked]
    // Settings of a profile that this receiver does not have, and a speed that another one left.
    for key in [ConfigurationKey.usesIMES, .usesGLONASSL1, .largestTimeError] {
      setup.startup.append(try #require(ConfigurationValue(key, 1)))
    }
    let first = bench(personality, setup: setup)
    start(first, ReceiverRecords())
    let kept = ReceiverRecords(decoding: first.memory.records.encoded)
    #expect(kept == first.memory.records)
    // A restart of everything: the receiver is as from the factory.
    let second = bench(personality, setup: setup)
    start(second, kept)
    print(
      "\(personality): \(first.line.hostWrites.count) messages and \(first.now), known "
        + "\(second.line.hostWrites.count) and \(second.now)")
    // One that refuses nothing is asked the same.
    #expect(second.line.hostWrites.count <= first.line.hostWrites.count)
    #expect(second.now < first.now)
    #expect(second.memory.identity == first.memory.identity)
    let (before, after) = (try #require(first.report), try #require(second.report))
    #expect(
      before.refused.map(\.key.rawValue).sorted()
        == after.refused.map(\.key.rawValue).sorted())
    #expect(before.layerWarnings.map(\.layer) == after.layerWarnings.map(\.layer))
    #expect(before.hasEssentials == after.hasEssentials)
  }

  @Test func `is not taken for another one, and the other is asked everything`() throws {
    let first = bench(.uBloxM9, setup: ReceiverSetup())
    start(first, ReceiverRecords())
    let other = bench(.uBloxM9, seed: 7, setup: ReceiverSetup())
    start(other, first.memory.records)
    let identity = try #require(other.memory.identity)
    #expect(identity.uniqueID != first.memory.identity?.uniqueID)
    #expect(identity.dialect == .uBloxKeys)
    #expect(other.memory.records.receivers.count == 2)
    #expect(other.memory.records.receivers.first?.identity == identity)
  }

  @Test func `is still found when it loses answers`() {
    let first = bench(.uBloxM9, setup: ReceiverSetup())
    start(first, ReceiverRecords())
    for every in 2...5 {
      let second = bench(
        .uBloxM9, setup: ReceiverSetup(), faults: [.losesAnswers(every: every)])
      start(second, first.memory.records)
      #expect(second.memory.identity?.dialect == .uBloxKeys)
      #expect(second.memory.identity?.uniqueID == first.memory.identity?.uniqueID)
    }
  }

  @Test(
    arguments: [
      SimulatedReceiver.Personality.uBloxM8, .uBloxM9, .uBloxF9P, .uBloxM10, .uBloxX20,
    ])
  func `says how full its port is, and it is not after a configuration`(
    personality: SimulatedReceiver.Personality
  ) throws {
    let bench = bench(personality, setup: ReceiverSetup())
    start(bench, ReceiverRecords())
    bench.run(until: bench.now + .seconds(20))
    let load = try #require(bench.load)
    #expect(!load.isOverloaded)
    #expect(load.usagePercent < 50)
    #expect((load.overruns == nil) == (personality == .uBloxM8))
  }

  @Test func `says that its port is full when it has more to say than the line carries`() throws {
    var setup = ReceiverSetup()
    setup.workingBaudRate = 9600
    setup.baudRates = [9600]
    // Satellites five times a second, whatever the plan says.
    for (key, number) in [
      (ConfigurationKey.measurementPeriod, 200), (.measurementsPerFix, 1),
      (.navSAT.on(port: .uart1), 1),
    ] {
      setup.startup.append(try #require(ConfigurationValue(key, number)))
    }
    let bench = bench(.uBloxM10, setup: setup)
    start(bench, ReceiverRecords())
    bench.run(until: bench.now + .seconds(60)) { $0.load?.isOverloaded ?? false }
    let load = try #require(bench.load)
    #expect(load.isOverloaded)
    #expect(load.usagePercent > 90 || load.hasLost)
  }
}
