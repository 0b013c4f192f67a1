@testable import CairnReceiver
import CairnTypes
import Testing

@Suite("Damaged sentences")
struct DamagedSentencesTests {
  private static func damaged(_ text: String) -> [UInt8] { [UInt8]((text + "*00\r\n").utf8) }

  private static func sentences(_ bytes: [UInt8]) -> [String] {
    var damaged = DamagedSentences()
    return bytes.compactMap { damaged.add($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `whole sentences are left out, and what is between two`() {
    let answer = Self.damaged("$PMTK705,A")
    let bytes = sentence("GNGLL,,,,,,V,N") + [0xB5, 0x62] + answer + [0x41, 0x0A]
    #expect(Self.sentences(bytes) == ["$PMTK705,A*00\r\n"])
  }

  @Test func `the next begins where the end of one was lost`() {
    let bytes = [UInt8]("$GNGSA,A,1$GNRMC".utf8) + sentence("GNGLL,,,,,,V,N")
    #expect(Self.sentences(bytes) == ["$GNGSA,A,1", "$GNRMC"])
  }

  @Test func `one without an end is held in part`() {
    var damaged = DamagedSentences()
    for _ in 0..<3 {
      _ = damaged.add(0x24)
      for _ in 0..<10_000 { #expect(damaged.add(0x41) == nil) }
    }
    #expect(damaged.add(0x0A)?.count == 161)
  }

  @Test(arguments: [
    ("$PMTK705,AXN_5,0007,L7\u{1},1.0", CommandDialect.pmtk), ("$PSTMVER,BIN", .pstm),
    ("$PAIR020,V1", .pair), ("$GPTXT,01,01,02,SW=URA", .pcas), ("$PMTK70", .none),
    ("$GNTXT,01,01,02,hello", .none),
  ])
  func `what a damaged answer begins with says who answered, and nothing else`(
    text: String, dialect: CommandDialect
  ) {
    var answer = ReceiverAnswer()
    let speaker = answer.receive(damaged: Self.damaged(text).span)
    #expect(answer.identity == ReceiverIdentity(dialect: dialect))
    if case .vendor = speaker {
      #expect(dialect != .none)
    } else {
      #expect(dialect == .none)
    }
  }

  @Test func `who has answered so is asked for its version once more`() {
    var identifier = ReceiverIdentifier(
      heard: .nmea, baudRate: 9600, permission: .afterFirstFrame)
    var port = PortActions()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    identifier.begin(at: now, &port)
    _ = port.takeAll()
    now = now + .milliseconds(50)
    identifier.receive(
      bytes: Self.damaged("$PMTK705,AXN_2.31,5632,PA6H,1.0").span, at: now, &port)
    now = now + .milliseconds(150)
    identifier.fire(at: now, &port)
    let question = ReceiverQuery.version(of: .pmtk)
    #expect(port.takeAll() == [.send(question)])
    let answer = sentence("PMTK705,AXN_2.31,5632,PA6H,1.0")
    var frames = AnsweringLine.Frames()
    var framer = Framer()
    framer.receive(answer.span, into: &frames)
    for (frame, info) in frames.list { identifier.receive(frame.span, info, at: now, &port) }
    now = now + .milliseconds(150)
    identifier.fire(at: now, &port)
    #expect(identifier.outcome?.dialect == .pmtk)
    #expect(identifier.outcome?.firmware == "AXN_2.31")
  }
}
