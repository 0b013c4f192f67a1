@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Configurator on a line that damages")
struct DamagedLineTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  private func value(_ key: ConfigurationKey, _ number: Int) throws -> ConfigurationValue {
    try #require(ConfigurationValue(key, number))
  }

  @Test func `a message is switched on before it was read, in the short form`() throws {
    let wish = try value(.navPVT.on(port: .uart1), 1)
    var language = LegacyLanguage([wish], port: .uart1, baudRate: 9600)
    #expect(language.isWrittenUnread(0))
    let id = LegacyMessage.message(1, 7).id
    let short: [UInt8] = [1, 7, 1]
    #expect(language.writeRequest([0], in: .ram) == UBXFrame.encode(id, short.span))
    let found: [UInt8] = [1, 7, 0, 0, 0, 9, 0, 0]
    _ = language.reading(id, found.span, [0], in: .ram)
    let long: [UInt8] = [1, 7, 0, 1, 0, 9, 0, 0]
    #expect(language.writeRequest([0], in: .ram) == UBXFrame.encode(id, long.span))
    // That of another port, or of more than the rate, has to be read.
    for other in [try value(.navPVT.on(port: .usb), 1), try value(.measurementPeriod, 100)] {
      let language = LegacyLanguage([other], port: .uart1, baudRate: 9600)
      #expect(!language.isWrittenUnread(0))
      #expect(language.writeRequest([0], in: .ram).isEmpty)
    }
  }

  @Test func `who does not take the short form is read and written`() throws {
    let wishes = [
      try value(.navPVT.on(port: .uart1), 1), try value(.gga.on(port: .uart1), 0),
      try value(.measurementPeriod, 200),
    ]
    var line = ScriptedLine(LegacyReceiver())
    var configurator = Configurator(
      wishes: wishes, identity: ReceiverIdentity(dialect: .uBloxLegacy), setup: ReceiverSetup(),
      baudRate: 9600, isDamaged: true)
    _ = line.run(&configurator)
    #expect(configurator.outcome?.isComplete == true)
    #expect(line.receiver.messages[[0x01, 1, 7]] == [1, 7, 0, 1, 0, 0, 0, 0])
    let id = LegacyMessage.message(1, 7).id
    let first = line.sent.first { UBXFrame.messageID(of: $0.span) == id }
    #expect(first?.count == UBXFrame.overhead + 3)
  }

  private func configurator(
    _ wishes: [ConfigurationValue], isDamaged: Bool = true
  ) -> UBXConfigurator<KeyLanguage> {
    UBXConfigurator(
      wishes: wishes, language: KeyLanguage(wishes, isDamaged: isDamaged), setup: ReceiverSetup(),
      line: Line(baudRate: 38_400), isDamaged: isDamaged)
  }

  @Test(arguments: [false, true])
  func `a refusal is that of the only setting without a value`(isFirst: Bool) throws {
    let wishes = [
      try value(.measurementPeriod, 200), try value(.dynamicModel, 4), try value(.powerMode, 0),
    ]
    var configurator = configurator(wishes)
    var port = PortActions()
    configurator.begin(at: start, &port)
    let now = start + .milliseconds(80)
    var values = CfgValGet()
    values.layer = .ram
    values.values = [wishes[0], wishes[1]]
    var refusal = AckNak()
    refusal.refused = CfgValGet.id
    // Nothing says to which of the questions the refusal belongs, and the end of the round is lost.
    let frames = [values.encode(), refusal.encode()]
    for frame in isFirst ? frames.reversed() : frames {
      #expect(configurator.report == nil)
      for (bytes, info) in AnsweringLine.frames(frame) {
        configurator.receive(bytes.span, info, at: now, &port)
      }
    }
    #expect(configurator.report?.refused == [RefusedWish(wishes[2], .unsupported)])
    #expect(configurator.report?.unchanged == 2)
  }

  @Test func `a lost answer beside the refusal of a single setting divides nothing`() throws {
    let wishes = [
      try value(.measurementPeriod, 200), try value(.dynamicModel, 4),
      try value(.minimumElevation, 5), try value(.navPVT.on(port: .uart1), 1),
      try value(.powerMode, 0),
    ]
    var configurator = configurator(wishes)
    var port = PortActions()
    configurator.begin(at: start, &port)
    _ = port.takeAll()
    var refusal = AckNak()
    refusal.refused = CfgValGet.id
    var end = CfgValGet()
    end.layer = .ram
    // CFG-NAVSPG-FIXMODE, the first question that ends a round.
    end.values = [try value(ConfigurationKey(rawValue: 0x2011_0011), 3)]
    for frame in [refusal.encode(), end.encode()] {
      for (bytes, info) in AnsweringLine.frames(frame) {
        configurator.receive(bytes.span, info, at: start + .milliseconds(200), &port)
      }
    }
    let polls = port.takeAll().compactMap {
      if case .send(let bytes) = $0 {
        try? CfgValGetPoll.decode(UBXFrame.payload(of: bytes.span)).keys.count
      } else {
        nil
      }
    }
    #expect(polls.contains(4))
  }

  @Test(arguments: [false, true])
  func `keys are asked for again before a late answer comes, and it counts`(isDamaged: Bool) throws
  {
    let wishes = [try value(.measurementPeriod, 200), try value(.dynamicModel, 4)]
    var configurator = configurator(wishes, isDamaged: isDamaged)
    var port = PortActions()
    configurator.begin(at: start, &port)
    let late = start + .milliseconds(290)
    while let due = configurator.nextDeadline, due < late { configurator.fire(at: due, &port) }
    let rounds = port.takeAll().count {
      guard case .send(let bytes) = $0,
        let poll = try? CfgValGetPoll.decode(UBXFrame.payload(of: bytes.span))
      else { return false }
      return poll.keys.count == wishes.count
    }
    #expect(isDamaged ? rounds > 2 : rounds == 1)
    var values = CfgValGet()
    values.layer = .ram
    values.values = wishes
    for (bytes, info) in AnsweringLine.frames(values.encode()) {
      configurator.receive(bytes.span, info, at: late, &port)
    }
    #expect(configurator.report?.unchanged == 2)
  }

  /// Wishes a sentence and five positions a second of a receiver that understands PMTK.
  private func run(
    _ receiver: SentenceReceiver, isDamaged: Bool
  ) throws -> (report: ConfigurationReport, period: Int) {
    let wishes = [try value(.gga.on(port: .uart1), 1), try value(.measurementPeriod, 200)]
    var line = ScriptedLine(receiver)
    var configurator = Configurator(
      wishes: wishes, identity: ReceiverIdentity(dialect: .pmtk), setup: ReceiverSetup(),
      baudRate: receiver.baudRate, isDamaged: isDamaged)
    _ = line.run(&configurator)
    return (try #require(configurator.outcome), line.receiver.period)
  }

  @Test(arguments: [false, true], [false, true])
  func `one refusal of a sentence may be that of another`(isDamaged: Bool, isOnce: Bool) throws {
    var receiver = SentenceReceiver("PMTK", baudRate: 38_400)
    if isOnce { receiver.firstVerdicts["PMTK314"] = 0 } else { receiver.verdicts["PMTK314"] = 0 }
    let (report, period) = try run(receiver, isDamaged: isDamaged)
    #expect(report.refused.map(\.reason) == (isDamaged && isOnce ? [] : [.unsupported]))
    #expect(period == 200)
  }

  @Test func `a period is not refused for ever that came ahead of what makes room for it`() throws {
    var receiver = SentenceReceiver("PMTK", baudRate: 38_400)
    // The sentences are lost at first, and the period is refused until they are there.
    receiver.lost["PMTK314"] = 2
    receiver.prerequisites["PMTK220"] = "PMTK314"
    let (report, period) = try run(receiver, isDamaged: true)
    #expect(report.isComplete, "\(report)")
    #expect(period == 200)
  }

  @Test func `an answer that may have waited for something else shortens what is known only`() {
    var time = AnswerTime()
    time.noteAtMost(.milliseconds(100))
    #expect(time.usual == .zero)
    time.note(.milliseconds(700))
    time.noteAtMost(.milliseconds(750))
    #expect(time.usual == .milliseconds(700))
    time.noteAtMost(.milliseconds(90))
    #expect(time.usual == .milliseconds(90))
    #expect(time.patience == .milliseconds(180))
  }

  @Test func `the line is kept busy in small pieces until something is answered`() {
    var line = Line(baudRate: 9600)
    var port = PortActions()
    var padding = Padding(after: start)
    var now = start
    var count = 0
    #expect(!padding.send(at: start - .milliseconds(1), over: &line, &port))
    while let due = padding.due, count < 10 {
      now = due
      #expect(padding.send(at: now, over: &line, &port))
      count += 1
    }
    // A thirty-second of a second each.
    #expect(now - start == .microseconds(31_250) * 9)
    padding.noteAnswer(at: now)
    #expect(padding.due == now + LineTraffic.pause)
    while let due = padding.due { _ = padding.send(at: due, over: &line, &port) }
    let bytes = port.takeAll().reduce(0) {
      if case .send(let bytes) = $1 { $0 + bytes.count } else { $0 }
    }
    #expect(bytes == 1024)
    #expect(Padding().due == nil)
  }
}
