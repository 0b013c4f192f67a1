@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Signs of a configuration in epochs")
struct EpochSignsTests {
  private static let wishes = [
    (ConfigurationKey.rmc, 1), (.gga, 1), (.gsa, 1), (.gsv, 5), (.vtg, 0),
  ].compactMap { ConfigurationValue($0.0.on(port: .uart1), $0.1) }

  private static func period(_ milliseconds: Int) -> [ConfigurationValue] {
    ConfigurationValue(.measurementPeriod, milliseconds).map { [$0] } ?? []
  }

  /// What comes without a pause, as behind a full buffer: sentences of an epoch and its second, `nil` where it has
  /// none.
  private func signs(_ epochs: [(names: [String], second: UInt64?)]) -> EpochSigns {
    var signs = EpochSigns()
    var now = MonotonicTime(nanoseconds: 0)
    for epoch in epochs {
      for name in epoch.names {
        guard let index = SentenceDialect.rows.firstIndex(where: { "\($0.name)" == name }) else {
          Issue.record("no sentence \(name)")
          continue
        }
        let row = SentenceDialect.rows[index]
        now = now + .milliseconds(100)
        if row.time != nil, let second = epoch.second {
          signs.note(index, time: second * 1000)
        }
        signs.note(index, isOnce: row.isOnce, at: now, isPrompt: false)
        signs.settle()
      }
    }
    return signs
  }

  @Test func `one whole epoch that is as wished is enough, whenever it comes`() {
    let names = ["RMC", "GGA", "GSA", "GSA"]
    let two = signs([(names, 1), (names, 2)])
    #expect(!two.shows(Self.wishes, .uart1))
    let three = signs([(names, 1), (names, 2), (["RMC"], 3)])
    #expect(three.shows(Self.wishes + Self.period(1000), .uart1))
    #expect(!three.shows(Self.wishes + Self.period(200), .uart1))
  }

  @Test func `what is lacking or too much is no sign`() {
    for names in [["RMC", "GGA"], ["RMC", "GGA", "VTG", "GSA"]] {
      let signs = signs([(names, 1), (names, 2), (["RMC"], 3)])
      #expect(!signs.shows(Self.wishes, .uart1))
    }
  }

  @Test func `where one began is known by its time, wherever listening began`() {
    let names = ["GGA", "GSA", "RMC"]
    let end: (names: [String], second: UInt64?) = (["RMC", "VTG"], nil)
    #expect(!signs([end, (names, 2)]).shows(Self.wishes, .uart1))
    let signs = signs([end, (names, 2), (["GGA"], 3)])
    #expect(signs.shows(Self.wishes + Self.period(1000), .uart1))
  }

  @Test func `a later time begins an epoch, whatever was missing before it`() {
    let names = ["RMC", "GGA", "GSA"]
    let signs = signs([(["GLL"], 1), (names, 2), (["RMC"], 3)])
    #expect(signs.shows(Self.wishes + Self.period(1000), .uart1))
  }

  @Test func `a damaged time that is far from the last is none`() {
    var signs = signs([(["RMC", "GGA"], 1)])
    for (name, time) in [("RMC", 241_000), ("GGA", 2000), ("RMC", 3000)] {
      let index = SentenceDialect.rows.firstIndex { "\($0.name)" == name } ?? 0
      signs.note(index, isOnce: true, at: MonotonicTime(nanoseconds: 0), isPrompt: false)
      signs.note(index, time: UInt64(time), isWhole: false)
      signs.settle()
    }
    #expect(Self.period(1000).allSatisfy { signs.fulfils($0, .uart1) })
  }

  @Test func `a damaged sentence tells its time nevertheless`() {
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    var seen = SentenceObservation(from: start, for: .seconds(5), baudRate: 4800, isDamaged: true)
    var now = start
    for second in 1...4 {
      for name in ["RMC", "GGA"] {
        let text = "$GN\(name),12000\(second).00,A,37/3\u{1}.98059,N*00\r\n"
        // Behind a full buffer.
        now = now + .transmission(of: text.utf8.count, at: 4800)
        seen.receive(bytes: [UInt8](text.utf8).span, at: now)
      }
    }
    #expect(Self.period(1000).allSatisfy { seen.signs.fulfils($0, .uart1) })
    #expect(!Self.period(500).allSatisfy { seen.signs.fulfils($0, .uart1) })
  }

  @Test func `times count the epochs between them, over midnight too`() {
    let signs = signs([
      (["RMC", "GSA"], 86_398), (["RMC", "GSA"], 86_399), (["RMC"], 0), (["RMC"], 1),
    ])
    #expect(Self.period(1000).allSatisfy { signs.fulfils($0, .uart1) })
  }

  @Test func `an epoch that began later contradicts what was taken`() {
    let names = ["RMC", "GGA", "VTG"]
    let first = signs([(["RMC", "GGA"], 1), (["RMC", "GGA"], 2)])
    #expect(!first.contradicts(Self.wishes, .uart1, since: 0))
    let second = signs([(["RMC", "GGA"], 1), (names, 2)])
    #expect(second.contradicts(Self.wishes, .uart1, since: 0))
    #expect(!second.contradicts(Self.wishes, .uart1, since: 1))
  }

  @Test func `who leaves three questions unanswered for three seconds does not hear`() {
    var line = Line(baudRate: 9600)
    let traffic = LineTraffic()
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    for index in 0..<3 { line.noteQuestion(at: start + .seconds(index)) }
    #expect(!line.isVain(traffic, at: start + .seconds(2)))
    #expect(line.isVain(traffic, at: start + .seconds(3)))
    line.note(sentence("PSTMSETPAROK,1303").span, at: start + .seconds(3))
    #expect(!line.isVain(traffic, at: start + .seconds(3)))
    #expect(!line.isSilent(at: start + .seconds(5)))
    #expect(line.isSilent(at: start + .seconds(6)))
  }
}
