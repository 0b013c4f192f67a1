import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@testable import CairnSimulator

@Suite("A day of duty cycles")
struct DutyCycleTests {
  /// What the profile of such a receiver says, in milliwatts.
  ///
  /// Source: u-blox UBX-16012619 R04 (SAM-M8Q) and UBX-20035208 R01 (MAX-M10S), at 3.0 V.
  private static func traits(_ personality: SimulatedReceiver.Personality) -> ReceiverPowerTraits {
    let receiver = SimulatedReceiver(.init(personality))
    var traits = ReceiverPowerTraits(
      acquiringMilliwatts: receiver.powerMilliwatts(in: .acquiring),
      trackingMilliwatts: receiver.powerMilliwatts(in: .tracking))
    traits.softwareBackupMilliwatts = receiver.powerMilliwatts(in: .softwareBackup)
    return traits
  }

  @Test(arguments: [SimulatedReceiver.Personality.uBloxM8, .uBloxM10])
  func `starts stay hot, and the energy is the model's`(
    personality: SimulatedReceiver.Personality
  ) throws {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = nil
    configuration.baudRate = 115_200
    var setup = ReceiverSetup()
    setup.persistence = .batteryBacked
    let bench = DriverBench(
      configuration, setup: setup, traits: Self.traits(personality), hostBaudRate: 115_200)
    bench.open(ReceiverDemand(fixEvery: .seconds(300)))
    bench.run(until: .seconds(24 * 3600))
    #expect(!bench.isStuck)
    let starts = bench.events.compactMap { entry -> StartType? in
      if case .awake(let start) = entry.event { start } else { nil }
    }
    // One every five minutes; only the first, which is no wake, knows nothing.
    #expect((270...290).contains(starts.count), "\(starts.count) wakes")
    #expect(starts.allSatisfy { $0 == .hot })
    #expect(bench.line.receiver.lastStart == .hot)
    // Each wake gives a fix.
    let minutes = Set(bench.fixes.map { Int($0.components.seconds) / 300 })
    #expect(minutes.count >= 285, "fixes in \(minutes.count) of 288 periods")
    let measured = bench.line.receiver.energyMillijoules / 1000
    let model = try #require(bench.joules)
    let awake = 24 * 3600 * Self.traits(personality).trackingMilliwatts / 1000
    print(
      "duty cycle \(personality): \(measured) J measured, \(model) J by the model, \(awake) awake")
    #expect(abs(measured - model) < 0.05 * measured)
    #expect(measured < 0.2 * awake)
  }
}
