import CairnNMEA
import CairnReceiver
@testable import CairnSimulator
import CairnTypes
import Testing

@Suite("Receiver driver with receivers of sentences that forget")
struct ForgetfulDriverTests {
  private static let families: [SimulatedReceiver.Personality] = [
    .mediaTekPA6H, .quectelL76, .quectelLC29H, .casic, .teseo, .uBloxSentences,
  ]

  private func bench(
    _ personality: SimulatedReceiver.Personality, _ faults: [SimulatedReceiver.Fault] = [],
    interval: Duration = .seconds(1), wantsSatellites: Bool = false, errors: Double = 0
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(2)
    configuration.faults = faults
    var options = SimulatedLine.Options()
    options.byteErrorRate = errors
    let bench = DriverBench(configuration, options: options)
    var demand = ReportDemand()
    demand.fixInterval = interval
    demand.wantsSatellites = wantsSatellites
    bench.open(demand)
    return bench
  }

  /// How often it was found to have forgotten its configuration.
  private func losses(_ bench: DriverBench) -> [Duration] {
    bench.events.compactMap {
      if case .lost(.configuration) = $0.event { $0.time } else { nil }
    }
  }

  @Test(arguments: [SimulatedReceiver.Personality.mediaTekPA6H, .quectelL76])
  func `one that forgets its speed in the middle of the work shows it by its bits`(
    personality: SimulatedReceiver.Personality
  ) {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(2)
    configuration.baudRate = 4800
    let bench = DriverBench(configuration)
    bench.open(ReportDemand())
    bench.run(until: .seconds(20)) {
      $0.line.hostWrites.contains { $0.baudRate > 4800 && $0.bytes.starts(with: "$PMTK314".utf8) }
    }
    #expect(bench.phase == .configuring)
    let reset = bench.now
    bench.change { $0.restart(at: reset) }
    bench.run(until: reset + .seconds(20)) { $0.phase == .running }
    let lost = bench.events.first { if case .lost(.garbage) = $0.event { true } else { false } }
    #expect((lost?.time ?? .seconds(99)) - reset < .milliseconds(600))
    let found = bench.events.last { if case .found = $0.event { true } else { false } }
    #expect((found?.time ?? .seconds(99)) - reset < .seconds(1))
    #expect(bench.report?.isComplete == true)
  }

  @Test(arguments: families, [false, true])
  func `one that resets itself is configured again`(
    personality: SimulatedReceiver.Personality, wantsSatellites: Bool
  ) {
    for reset: Duration in [.seconds(8), .seconds(23), .seconds(40)] {
      let bench = bench(personality, [.resets(at: reset)], wantsSatellites: wantsSatellites)
      bench.run(until: reset - .milliseconds(1))
      #expect(bench.phase == .running)
      #expect(bench.line.receiver.settings.rates["GLL"] == 0, "\(personality)")
      bench.run(until: reset + .seconds(25)) { !self.losses($0).isEmpty && $0.phase == .running }
      bench.run(until: bench.now + .seconds(2))
      #expect(bench.line.receiver.settings.rates["GLL"] == 0, "\(personality) \(reset)")
      #expect(bench.line.receiver.settings.rates["VTG"] == 0, "\(personality) \(reset)")
      #expect(bench.phase == .running)
      #expect(bench.now < reset + .seconds(25), "\(personality) \(reset): \(bench.now)")
    }
  }

  @Test(arguments: families.prefix(4))
  func `one whose period falls back is given it again`(
    personality: SimulatedReceiver.Personality
  ) {
    let bench = bench(personality, [.resets(at: .seconds(20))], interval: .milliseconds(500))
    bench.run(until: .seconds(19))
    #expect(bench.line.receiver.period == .milliseconds(500), "\(personality)")
    bench.run(until: .seconds(50))
    #expect(bench.line.receiver.period == .milliseconds(500), "\(personality)")
    #expect(bench.fixes.filter { $0 > .seconds(45) }.count >= 9)
  }

  @Test(arguments: families, [false, true])
  func `one that does as it was told is left alone`(
    personality: SimulatedReceiver.Personality, wantsSatellites: Bool
  ) {
    let bench = bench(personality, wantsSatellites: wantsSatellites)
    bench.run(until: .seconds(60))
    let writes = bench.line.hostWrites.count
    bench.run(until: .seconds(600))
    #expect(losses(bench) == [], "\(personality)")
    #expect(bench.line.hostWrites.count == writes)
  }

  @Test(arguments: families)
  func `a noisy line is no sign`(personality: SimulatedReceiver.Personality) {
    let bench = bench(personality, errors: 0.005)
    bench.run(until: .seconds(600))
    #expect(losses(bench).count <= 1, "\(personality): \(losses(bench))")
  }

  @Test(arguments: families.prefix(3))
  func `one that never keeps what it acknowledges is told twice and left`(
    personality: SimulatedReceiver.Personality
  ) {
    let bench = bench(personality, [.ignores(key: 0x3021_0001)], interval: .milliseconds(500))
    bench.run(until: .seconds(300))
    #expect(losses(bench).count == 1, "\(personality): \(losses(bench))")
    #expect(bench.phase == .running)
  }
}
