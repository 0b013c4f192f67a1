import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Configurator, sentences of vendors")
struct SentenceConfiguratorTests {
  private func value(_ key: ConfigurationKey, _ number: Int) throws -> ConfigurationValue {
    try #require(ConfigurationValue(key, number))
  }

  private func run(
    _ wishes: [ConfigurationValue], _ receiver: SentenceReceiver, _ dialect: CommandDialect,
    persistence: ConfigurationLayers = []
  ) throws -> (
    report: ConfigurationReport, line: ScriptedLine<SentenceReceiver>, time: Duration
  ) {
    var setup = ReceiverSetup()
    setup.persistence = persistence
    var line = ScriptedLine(receiver)
    var configurator = Configurator(
      wishes: wishes, identity: ReceiverIdentity(dialect: dialect), setup: setup,
      baudRate: receiver.baudRate)
    let time = line.run(&configurator)
    return (try #require(configurator.outcome), line, try #require(time))
  }

  private func wishes() throws -> [ConfigurationValue] {
    [
      try value(.rmc.on(port: .uart1), 1), try value(.gga.on(port: .uart1), 1),
      try value(.gsa.on(port: .uart1), 1), try value(.gsv.on(port: .uart1), 5),
      try value(.gll.on(port: .uart1), 0), try value(.vtg.on(port: .uart1), 0),
      try value(.measurementPeriod, 200),
    ]
  }

  static let vendors: [(String, CommandDialect)] = [
    ("PMTK", .pmtk), ("PAIR", .pair), ("PQTM", .pqtm), ("PCAS", .pcas),
  ]

  @Test(arguments: vendors)
  func `sentences and their period are set`(vendor: String, dialect: CommandDialect) throws {
    let (report, line, time) = try run(
      wishes(), SentenceReceiver(vendor, baudRate: 38_400), dialect)
    #expect(report.isComplete, "\(report.refused)")
    #expect(report.applied == 7)
    #expect(line.receiver.period == 200)
    let expected = ["RMC": 1, "GGA": 1, "GSA": 1, "GSV": 5, "GLL": 0, "VTG": 0, "ZDA": 0]
    #expect(line.receiver.rates == expected)
    // Without answers it takes until enough epochs have been seen.
    #expect(time < (dialect == .pcas ? .seconds(6) : .seconds(1)))
  }

  @Test func `the commands are those of the vendors`() throws {
    let mediatek = try run(wishes(), SentenceReceiver("PMTK"), .pmtk).line.receiver.taken
    #expect(mediatek == ["PMTK314,0,1,0,1,1,5,0,0,0,0,0,0,0,0,0,0,0,0,0", "PMTK220,200"])
    let casic = try run(wishes(), SentenceReceiver("PCAS", baudRate: 38_400), .pcas)
    #expect(
      casic.line.receiver.taken == [
        "PCAS03,1,0,1,5,1,0,,,,,,,,", "PCAS02,200", "PCAS06,2",
      ])
    let quectel = try run([try value(.gsv.on(port: .uart1), 2)], SentenceReceiver("PQTM"), .pqtm)
    #expect(quectel.line.receiver.taken == ["PQTMCFGMSGRATE,W,GSV,2"])
    let systems = [try value(.usesGPS, 1), try value(.usesGLONASS, 0), try value(.usesBeiDou, 1)]
    #expect(
      try run(systems, SentenceReceiver("PMTK"), .pmtk).line.receiver.taken == [
        "PMTK353,1,0,0,0,1"
      ])
    #expect(
      try run(systems, SentenceReceiver("PAIR"), .pair).line.receiver.taken == [
        "PAIR066,1,0,0,1,0,0"
      ])
  }

  @Test func `a receiver that does not know a command, or fails, names the wishes`() throws {
    var receiver = SentenceReceiver("PMTK")
    receiver.verdicts = ["PMTK220": 2, "PMTK314": 1]
    let (report, _, _) = try run(wishes(), receiver, .pmtk)
    #expect(report.applied == 0)
    #expect(report.refused.last == RefusedWish(try value(.measurementPeriod, 200), .refused))
    #expect(report.refused.dropLast().allSatisfy { $0.reason == .unsupported })
  }

  @Test(arguments: [false, true])
  func `one refusal of a sentence may be that of another`(isOnce: Bool) throws {
    var receiver = SentenceReceiver("PMTK", baudRate: 38_400)
    if isOnce { receiver.firstVerdicts["PMTK314"] = 0 } else { receiver.verdicts["PMTK314"] = 0 }
    let wishes = [try value(.gga.on(port: .uart1), 1), try value(.measurementPeriod, 200)]
    let (report, line, _) = try run(wishes, receiver, .pmtk)
    #expect(report.refused.map(\.reason) == (isOnce ? [] : [.unsupported]))
    #expect(line.receiver.period == 200)
  }

  @Test func `a period is not refused for ever that came ahead of what makes room for it`() throws {
    var receiver = SentenceReceiver("PMTK", baudRate: 38_400)
    // The sentences are lost at first, and the period is refused until they are there.
    receiver.lost["PMTK314"] = 1
    receiver.prerequisites["PMTK220"] = "PMTK314"
    let wishes = [try value(.gga.on(port: .uart1), 1), try value(.measurementPeriod, 200)]
    let (report, line, _) = try run(wishes, receiver, .pmtk)
    #expect(report.isComplete, "\(report)")
    #expect(line.receiver.period == 200)
  }

  @Test func `an answer that announces another is waited for`() throws {
    var receiver = SentenceReceiver("PAIR")
    receiver.verdicts = ["PAIR050": 1]
    let (report, line, _) = try run([try value(.measurementPeriod, 500)], receiver, .pair)
    #expect(report.isComplete)
    #expect(line.receiver.taken == ["PAIR050,500"])
  }

  @Test(arguments: [(3, WishRefusal.unsupported), (4, .refused), (2, .refused)])
  func `an error of PAIR has its reason`(verdict: Int, reason: WishRefusal) throws {
    var receiver = SentenceReceiver("PAIR")
    receiver.verdicts = ["PAIR050": verdict]
    let (report, _, _) = try run([try value(.measurementPeriod, 500)], receiver, .pair)
    #expect(report.refused.map(\.reason) == [reason])
  }

  @Test func `what is ignored without a word is seen`() throws {
    var receiver = SentenceReceiver("PCAS", baudRate: 38_400)
    receiver.ignored = ["PCAS02"]
    let period = try value(.measurementPeriod, 200)
    let (report, _, _) = try run([period, try value(.gll.on(port: .uart1), 0)], receiver, .pcas)
    #expect(report.refused == [RefusedWish(period, .notKept(found: 1000))])
    #expect(report.applied == 1)

    receiver.ignored = ["PCAS03"]
    let gll = try value(.gll.on(port: .uart1), 0)
    let zda = try value(.zda.on(port: .uart1), 1)
    let (second, _, _) = try run([period, gll, zda], receiver, .pcas)
    #expect(
      second.refused == [
        RefusedWish(gll, .notKept(found: 1)), RefusedWish(zda, .notKept(found: 0)),
      ])
  }

  @Test(arguments: [("PMTK", CommandDialect.pmtk), ("PCAS", .pcas), ("PSRF", .psrf)])
  func `the speed is changed and proven by what is heard`(
    vendor: String, dialect: CommandDialect
  ) throws {
    var receiver = SentenceReceiver(vendor)
    let speed = [try value(.uart1BaudRate, 115_200)]
    let (report, line, _) = try run(speed, receiver, dialect)
    #expect(report.isComplete)
    #expect(line.hostBaudRate == 115_200)
    #expect(line.receiver.baudRate == 115_200)

    receiver.faults.muteAt = 115_200
    let (second, back, _) = try run(speed, receiver, dialect)
    #expect(second.refused.map(\.reason) == [.rateNotReached])
    #expect(second.isReachable)
    #expect(back.hostBaudRate == back.receiver.baudRate)
  }

  @Test func `a speed that takes a restart is not tried`() throws {
    let speed = try value(.uart1BaudRate, 115_200)
    let (report, line, _) = try run([speed], SentenceReceiver("PAIR"), .pair)
    #expect(report.refused == [RefusedWish(speed, .unsupported)])
    #expect(line.sent.isEmpty)
  }

  @Test func `saving is confirmed, or is a warning`() throws {
    let period = [try value(.measurementPeriod, 1000)]
    let (kept, line, _) = try run(
      period, SentenceReceiver("PAIR"), .pair, persistence: [.flash])
    #expect(kept.isComplete)
    #expect(line.receiver.taken == ["PAIR050,1000", "PAIR513"])
    let (unkept, _, _) = try run(
      period, SentenceReceiver("PMTK"), .pmtk, persistence: [.batteryBacked])
    #expect(unkept.layerWarnings == [LayerWarning(.batteryBacked, .unsupported)])
  }

  @Test func `more than one position a second is saved while GNSS is off`() throws {
    let period = [try value(.measurementPeriod, 200)]
    var receiver = SentenceReceiver("PAIR")
    let around = ["PAIR050,200", "PAIR382,1", "PAIR003", "PAIR513", "PAIR002"]
    let (kept, line, _) = try run(period, receiver, .pair, persistence: [.flash])
    #expect(kept.isComplete)
    #expect(line.receiver.taken == around + ["PAIR382,0"])

    // It is started anew where nothing else starts it, and the failure to save is told.
    receiver.verdicts = ["PAIR513": 2, "PAIR002": 3]
    let (unkept, second, _) = try run(period, receiver, .pair, persistence: [.flash])
    #expect(unkept.layerWarnings == [LayerWarning(.flash, .refused)])
    #expect(second.receiver.taken == Array(around.prefix(3)) + ["PAIR004", "PAIR382,0"])
  }

  @Test func `nothing is saved where that is not wished, nor before it is set`() throws {
    for (vendor, dialect) in Self.vendors {
      let receiver = SentenceReceiver(vendor, baudRate: 38_400)
      let saving = ["PAIR513", "PQTMSAVEPAR", "PCAS00"]
      let (_, line, _) = try run(wishes(), receiver, dialect)
      #expect(!line.receiver.taken.contains { saving.contains($0) }, "\(vendor)")
      let (_, kept, _) = try run(wishes(), receiver, dialect, persistence: [.flash])
      let index = kept.receiver.taken.firstIndex { saving.contains($0) }
      let isSet = kept.receiver.taken.prefix(index ?? 0).contains { $0.hasSuffix(",200") }
      #expect(dialect == .pmtk ? index == nil : isSet, "\(kept.receiver.taken)")
    }
  }

  @Test(arguments: vendors)
  func `a receiver that says nothing is given up`(vendor: String, dialect: CommandDialect) throws {
    var receiver = SentenceReceiver(vendor)
    receiver.faults.isSilent = true
    let (report, _, time) = try run(wishes(), receiver, dialect)
    #expect(report.refused.count == 7)
    #expect(report.refused.allSatisfy { $0.reason == .noAnswer })
    #expect(!report.isReachable)
    #expect(time < .seconds(10))
  }

  @Test func `the only sentences that are heard are not turned off`() throws {
    let off = try value(.outputNMEA.on(port: .uart1), 0)
    let (report, _, _) = try run([off], SentenceReceiver("PMTK"), .pmtk)
    #expect(report.refused == [RefusedWish(off, .wouldDeafen)])
  }
}
