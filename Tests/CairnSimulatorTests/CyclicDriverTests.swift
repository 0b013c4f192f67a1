import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@testable import CairnSimulator

@Suite("A receiver that saves power between its fixes")
struct CyclicDriverTests {
  private static func bench(
    _ personality: SimulatedReceiver.Personality, setup: ReceiverSetup = ReceiverSetup()
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.baudRate = 115_200
    configuration.timeToFirstFix = .seconds(2)
    let receiver = SimulatedReceiver(.init(personality))
    var traits = ReceiverPowerTraits(
      acquiringMilliwatts: receiver.powerMilliwatts(in: .acquiring),
      trackingMilliwatts: receiver.powerMilliwatts(in: .tracking))
    traits.cyclicMilliwatts = receiver.powerMilliwatts(in: .cyclic)
    traits.softwareBackupMilliwatts = receiver.powerMilliwatts(in: .softwareBackup)
    return DriverBench(configuration, setup: setup, traits: traits, hostBaudRate: 115_200)
  }

  private static var demand: ReportDemand {
    var demand = ReportDemand()
    demand.fixInterval = .seconds(5)
    demand.isCyclic = true
    return demand
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxM8, .uBloxM10])
  func `is set to it and back, with the energy that its model says`(
    personality: SimulatedReceiver.Personality
  ) throws {
    let bench = Self.bench(personality)
    bench.open(Self.demand)
    bench.run(until: .seconds(60))
    #expect(bench.line.receiver.powerState == .cyclic)
    #expect(bench.memory.power?.state == .cyclic(period: .seconds(5)))
    let (fixes, drawn, model) = (
      bench.fixes.count, bench.line.receiver.energyMillijoules, try #require(bench.joules)
    )
    bench.run(until: .seconds(1860))
    #expect(bench.fixes.count - fixes == 360)
    let power = (bench.line.receiver.energyMillijoules - drawn) / 1800
    let believed = try #require(bench.joules) - model
    #expect(abs(power - bench.line.receiver.powerMilliwatts(in: .cyclic)) < 0.01 * power)
    #expect(abs(believed * 1000 / 1800 - power) < 0.03 * power, "\(believed) J")

    bench.setDemand(ReportDemand())
    bench.run(until: .seconds(1900))
    #expect(bench.line.receiver.powerState == .tracking)
    #expect(bench.memory.power?.state == .tracking)
    #expect(bench.report?.isReachable == true)
    #expect(!bench.isStuck)
  }

  @Test func `sleeps from it when nothing is wanted, and is woken into it`() {
    let bench = Self.bench(.uBloxM10)
    bench.open(Self.demand)
    bench.run(until: .seconds(120))
    bench.setDemand(nil)
    bench.run(until: .seconds(400))
    #expect(bench.memory.power?.state == .backup(.software))
    #expect(bench.line.receiver.powerState == .softwareBackup)
    bench.setDemand(Self.demand)
    bench.run(until: .seconds(460))
    #expect(bench.line.receiver.powerState == .cyclic)
    #expect(bench.memory.power?.state == .cyclic(period: .seconds(5)))
  }

  @Test func `is not taken for one that saves power if it refuses to`() {
    var configuration = SimulatedReceiver.Configuration(.uBloxM10)
    configuration.baudRate = 115_200
    configuration.timeToFirstFix = .seconds(2)
    configuration.faults = [.refuses(key: 0x20D0_0001)]
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 46, trackingMilliwatts: 37)
    traits.cyclicMilliwatts = 21
    traits.softwareBackupMilliwatts = 0.14
    let bench = DriverBench(configuration, traits: traits, hostBaudRate: 115_200)
    bench.open(Self.demand)
    bench.run(until: .seconds(60))
    #expect(!bench.fixes.isEmpty)
    #expect(bench.memory.power?.state == .tracking)
  }

  @Test func `keeps the power mode that its profile sets`() throws {
    var setup = ReceiverSetup()
    setup.startup = [try #require(ConfigurationValue(ConfigurationKey(rawValue: 0x20D0_0001), 0))]
    let bench = Self.bench(.uBloxM10, setup: setup)
    bench.open(Self.demand)
    bench.run(until: .seconds(60))
    #expect(!bench.fixes.isEmpty)
    #expect(bench.line.receiver.powerState == .tracking)
    #expect(bench.memory.power?.state == .tracking)
  }
}
