import CairnNMEA
import CairnReceiver
@testable import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Receiver driver with receivers of sentences")
struct SentenceDriverTests {
  /// What the receivers are, by their own answers.
  private static let identities: [(SimulatedReceiver.Personality, CommandDialect, String?)] = [
    (.mediaTekPA6H, .pmtk, "AXN_2.31_3339_13101700"),
    (.quectelL76, .pmtk, "AXN_5.1.6_3333_19010218"),
    (.quectelLC29H, .pair, "LC29HAANR01A04S"), (.casic, .pcas, "URANUS5,V5.3.0.0"),
    (.teseo, .pstm, "BINIMG_4.5.5_ARM"), (.uBloxSentences, .pubx, nil),
  ]
  /// Those whose period a command changes at once.
  private static let tunable = 0..<4

  private func bench(
    _ configuration: SimulatedReceiver.Configuration, interval: Duration,
    setup: ReceiverSetup = ReceiverSetup()
  ) -> DriverBench {
    let bench = DriverBench(configuration, setup: setup)
    var demand = ReportDemand()
    demand.fixInterval = interval
    bench.open(demand)
    bench.run(until: .seconds(60)) { $0.phase == .running }
    return bench
  }

  private func bench(
    _ personality: SimulatedReceiver.Personality, _ faults: [SimulatedReceiver.Fault],
    interval: Duration
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(2)
    configuration.faults = faults
    return bench(configuration, interval: interval)
  }

  @Test(arguments: identities.indices)
  func `it is identified with its dialect at every speed`(index: Int) {
    let (personality, dialect, firmware) = Self.identities[index]
    for rate in DriverScenario.rates(of: personality) {
      var configuration = SimulatedReceiver.Configuration(personality)
      configuration.baudRate = rate
      for host: UInt32 in [9600, 115_200] {
        let bench = DriverBench(configuration, hostBaudRate: host)
        bench.open()
        bench.run(until: .seconds(30)) { $0.phase == .running }
        #expect(bench.memory.identity?.dialect == dialect, "\(personality) at \(rate)")
        #expect(bench.memory.identity?.firmware?.raw == firmware, "\(personality) at \(rate)")
      }
    }
  }

  @Test(arguments: tunable)
  func `it reports as often as is wished, at any speed that it is found at`(index: Int) {
    let personality = Self.identities[index].0
    for rate in DriverScenario.rates(of: personality)
    where personality != .quectelLC29H || rate >= 115_200 {
      var configuration = SimulatedReceiver.Configuration(personality)
      configuration.baudRate = rate
      configuration.timeToFirstFix = .seconds(2)
      let bench = bench(configuration, interval: .milliseconds(200))
      #expect(bench.phase == .running, "\(personality) at \(rate)")
      #expect(bench.report?.hasEssentials == true, "\(personality) at \(rate)")
      #expect(bench.line.receiver.period == .milliseconds(200), "\(personality) at \(rate)")
      bench.run(until: bench.now + .seconds(5))
      #expect(bench.fixes.filter { $0 > bench.now - .seconds(2) }.count >= 9, "\(rate)")
    }
  }

  /// What goes wrong, and that does not keep a receiver from being configured.
  private static let mishaps: [[SimulatedReceiver.Fault]] = [
    [.losesAcknowledgement(number: 1)], [.losesAcknowledgement(number: 2)],
    [.losesAcknowledgement(number: 3)], [.losesAnswers(every: 2)], [.losesAnswers(every: 3)],
    [.answersLate(by: .milliseconds(400))], [.isDeaf(from: .zero, to: .milliseconds(500))],
    [.garbage(at: .milliseconds(900), count: 300)],
  ]

  @Test(arguments: tunable, mishaps.indices)
  func `what goes wrong once is made good`(index: Int, mishap: Int) {
    let (personality, dialect, _) = Self.identities[index]
    let bench = bench(personality, Self.mishaps[mishap], interval: .milliseconds(500))
    #expect(bench.memory.identity?.dialect == dialect)
    #expect(bench.report?.hasEssentials == true, "\(String(describing: bench.report))")
    #expect(bench.line.receiver.period == .milliseconds(500))
    #expect(bench.line.receiver.configuration.baudRate == bench.line.hostBaudRate)
  }

  private static let period: UInt32 = 0x3021_0001

  @Test(arguments: tunable)
  func `a refused period is reported`(index: Int) {
    let (personality, dialect, _) = Self.identities[index]
    let bench = bench(personality, [.refuses(key: Self.period)], interval: .milliseconds(500))
    let refused = bench.report?.refused.first { $0.value.key.rawValue == Self.period }
    let isSilent = dialect == .pcas
    #expect(refused?.reason == (isSilent ? .notKept(found: 1000) : .refused))
    #expect(bench.line.receiver.period == .seconds(1))
    #expect(bench.phase == .running)
  }

  @Test func `u-blox sentences leave the other ports as they are`() {
    let bench = bench(.uBloxSentences, [], interval: .seconds(1))
    let written = bench.line.hostWrites.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(written.contains { $0.hasPrefix("$PUBX,40,GLL,1,0,1,1,1,0*") })
    #expect(written.contains { $0.hasPrefix("$PUBX,40,RMC,1,1,1,1,1,0*") })
    #expect(bench.report?.hasEssentials == true)
  }

  /// What another host has stopped sleeps, at any speed.
  @Test(arguments: [UInt32(9600), 115_200])
  func `an Airoha chip that sleeps is found, started and may sleep again`(rate: UInt32) {
    var configuration = SimulatedReceiver.Configuration(.quectelLC29H)
    configuration.baudRate = rate
    configuration.timeToFirstFix = .seconds(2)
    var setup = ReceiverSetup()
    setup.permission = .whileSilent
    let bench = DriverBench(configuration, setup: setup)
    bench.run(until: .seconds(2))
    let stop = SentenceHost.sentence("PAIR003")
    bench.change { _ = $0.receive(stop.span) }
    // Until all that waits to be sent has left the line.
    bench.run(until: .seconds(20))
    #expect(!bench.line.receiver.isNavigating)
    bench.open()
    bench.run(until: .seconds(40)) { $0.phase == .running }
    #expect(bench.memory.identity?.dialect == .pair)
    #expect(bench.memory.identity?.firmware == "LC29HAANR01A04S")
    #expect(bench.line.receiver.settings.values["382"] == "0")
    bench.run(until: bench.now + .seconds(6))
    #expect(bench.fixes.contains { $0 > bench.now - .seconds(2) })
  }

  @Test func `a period that is not kept is seen where nothing is acknowledged`() {
    let bench = bench(.casic, [.ignores(key: Self.period)], interval: .milliseconds(500))
    let refused = bench.report?.refused.first { $0.value.key.rawValue == Self.period }
    #expect(refused?.reason == .notKept(found: 1000))
  }

  @Test(arguments: [SimulatedReceiver.Personality.mediaTekPA6H, .quectelL76, .casic])
  func `a speed that is not taken leaves both ends at the old one`(
    personality: SimulatedReceiver.Personality
  ) {
    let bench = bench(personality, [.refuses(key: Keys.baudRate)], interval: .milliseconds(200))
    #expect(bench.phase == .running)
    #expect(bench.line.receiver.configuration.baudRate == 9600)
    #expect(bench.line.hostBaudRate == 9600)
    bench.run(until: bench.now + .seconds(5))
    #expect(bench.fixes.contains { $0 > bench.now - .seconds(2) })
  }

  @Test(arguments: [SimulatedReceiver.Personality.mediaTekPA6H, .quectelL76, .casic])
  func `the speed of one that seldom reports is changed as well`(
    personality: SimulatedReceiver.Personality
  ) {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.rate = 0.125
    configuration.timeToFirstFix = .seconds(2)
    var setup = ReceiverSetup()
    setup.baudRates = [9600]
    setup.permission = .whileSilent
    let bench = bench(configuration, interval: .milliseconds(200), setup: setup)
    #expect(bench.report?.hasEssentials == true, "\(String(describing: bench.report))")
    #expect(bench.line.receiver.period == .milliseconds(200))
    #expect((bench.line.receiver.configuration.baudRate) > 9600)
    #expect(bench.line.receiver.configuration.baudRate == bench.line.hostBaudRate)
  }
}

@Suite("Receiver driver with a Teseo")
struct TeseoDriverTests {
  private func bench(
    _ faults: [SimulatedReceiver.Fault] = [], persistence: ConfigurationLayers = []
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(.teseo)
    configuration.timeToFirstFix = .seconds(2)
    configuration.faults = faults
    configuration.baudRate = 115_200
    var setup = ReceiverSetup()
    setup.persistence = persistence
    let bench = DriverBench(configuration, setup: setup)
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(200)
    bench.open(demand)
    bench.run(until: .seconds(60)) { $0.phase == .running }
    return bench
  }

  private func writes(_ bench: DriverBench, _ address: String) -> Int {
    bench.line.hostWrites.count { String(decoding: $0.bytes, as: UTF8.self).contains(address) }
  }

  @Test func `without leave to save, its fix rate stays and is told`() {
    let bench = bench()
    let period = bench.report?.refused.first { $0.value.key.rawValue == 0x3021_0001 }
    guard case .notKept(let found) = period?.reason, (990...1010).contains(found) else {
      Issue.record("\(String(describing: period))")
      return
    }
    #expect(writes(bench, "PSTMSAVEPAR") == 0)
    #expect(writes(bench, "PSTMSRR") == 0)
    #expect(writes(bench, "$PSTMCFGMSGL,0,1,00000046,00000000*") == 1)
    #expect(writes(bench, "$PSTMSETPAR,1303,0.200*") == 1)
    #expect(bench.line.receiver.settings.rates["GLL"] == 0)
  }

  @Test func `with leave it is saved and started anew, once`() {
    let bench = bench([.resets(at: .seconds(60))], persistence: [.flash])
    #expect(bench.report?.hasEssentials == true, "\(String(describing: bench.report))")
    #expect(bench.report?.layerWarnings == [])
    #expect(bench.line.receiver.period == .milliseconds(200))
    bench.run(until: .seconds(120))
    #expect(bench.line.receiver.period == .milliseconds(200))
    #expect(writes(bench, "PSTMSAVEPAR") == 1)

    // Another demand that it fulfils already is no reason to save.
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(200)
    demand.activity = .automotiveNavigation
    bench.setDemand(demand)
    bench.run(until: .seconds(180))
    #expect(bench.report?.unchanged == bench.report.map { $0.unchanged + $0.applied })
    #expect(writes(bench, "PSTMSAVEPAR") == 1)
    #expect(bench.phase == .running)
  }

  /// Of an answer and the command behind it, one is always lost: which, what came before decides.
  @Test(arguments: [false, true])
  func `what it repeats is enough where its answers are lost`(losesAnswers: Bool) {
    var configuration = SimulatedReceiver.Configuration(.teseo)
    configuration.faults = [.losesAnswers(every: 2)]
    let bench = DriverBench(configuration)
    bench.run(until: .seconds(2))
    let single = SentenceHost.sentence("PSTMGPSRESTART")
    if losesAnswers { bench.change { _ = $0.receive(single.span) } }
    bench.open()
    bench.run(until: .seconds(60)) { $0.phase == .running }
    #expect(bench.memory.identity?.dialect == .pstm)
    #expect(bench.memory.identity?.firmware == (losesAnswers ? nil : "BINIMG_4.5.5_ARM"))
    #expect(bench.report?.refused.contains { $0.reason == .noAnswer } == false)
    #expect(bench.report?.hasEssentials == true)
    #expect(bench.now < .seconds(8), "\(bench.now)")
  }

  @Test func `what cannot be saved is a warning, and what is in use stays`() {
    let bench = bench([.losesAnswers(every: 1)], persistence: [.flash])
    #expect(bench.phase == .running)
    #expect(writes(bench, "PSTMSRR") == 0)
  }
}
