import CairnReceiver
import CairnTypes
import Testing

@Suite("Foreign speech")
struct ForeignSpeechTests {
  private static func exclusiveOr(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, ^) }

  private static func fletcher(_ bytes: [UInt8]) -> [UInt8] {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      first &+= byte
      second &+= first
    }
    return [first, second]
  }

  /// The shortest proof of each language, as the document that names it gives it.
  static func proof(_ speech: ForeignSpeech) -> [UInt8] {
    switch speech {
    case .modem: Array("\r\n+CME ERROR: 10\r\n".utf8)
    // MID 11, command acknowledged.
    case .sirf: [0xA0, 0xA2, 0x00, 0x02, 0x0B, 0x88, 0x00, 0x93, 0xB0, 0xB3]
    case .mediaTek:
      [0x04, 0x24, 0x0C, 0x00, 0x01, 0x00, 0x5A, 0x02, 0x00]
        + [exclusiveOr([0x0C, 0x00, 0x01, 0x00, 0x5A, 0x02, 0x00]), 0x0D, 0x0A]
    // Pid_Product_Rqst, without data, and one with a DLE in it.
    case .garmin: [0x10, 0xFE, 0x01, 0x10, 0x10, 0xF1, 0x10, 0x03]
    case .tsip:
      [0x10, 0x41, 0x01, 0x10, 0x10, 0x55, 0x10, 0x03, 0x10, 0x46, 0x00, 0x00, 0x10, 0x03]
    case .skyTraq: [0xA0, 0xA1, 0x00, 0x02, 0x83, 0x02, 0x81, 0x0D, 0x0A]
    case .allystar:
      [0xF1, 0xD9, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01]
        + fletcher([0x05, 0x01, 0x02, 0x00, 0x06, 0x01])
    // ReceiverTime.
    case .sbf:
      [0x24, 0x40, 0x97, 0xFB, 0x1A, 0x17, 0x18, 0x00, 0x88, 0x13, 0x00, 0x00]
        + [0x0A, 0x09, 0x1A, 0x0B, 0x17, 0x0C, 0x00, 0x00, 0x12, 0x17, 0x00, 0x00]
    case .asciiLog: asciiLog("#TIMEA,COM1,0,50.0,FINE,2400,43200.000,0,0,18;VALID,1.5e-9")
    }
  }

  /// The log with its CRC-32, bit by bit.
  private static func asciiLog(_ text: String) -> [UInt8] {
    var sum: UInt32 = 0
    for byte in text.utf8.dropFirst() {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    let digits = String(sum, radix: 16)
    return Array((text + "*" + String(repeating: "0", count: 8 - digits.count) + digits).utf8)
  }

  private func outcome(
    _ pieces: [[UInt8]], _ permission: WritePermission = .whileSilent
  ) -> (ReceiverProbe.Outcome?, written: Int) {
    var setup = ReceiverSetup()
    setup.permission = permission
    var probe = ReceiverProbe(setup: setup, canChangeSpeed: true)
    var line = AnsweringLine()
    line.events = pieces.enumerated().map { .init(milliseconds: 100 + $0, bytes: $1) }
    line.run(&probe)
    return (probe.outcome, line.bytesWritten)
  }

  @Test(arguments: ForeignSpeech.allCases)
  func `a whole frame proves the language and nothing is written`(speech: ForeignSpeech) {
    let bytes = [0x00, 0x41] + Self.proof(speech)
    for pieces in [[bytes], bytes.map { [$0] }] {
      let (outcome, written) = outcome(pieces)
      #expect(outcome == .foreign(speech, baudRate: 38_400))
      #expect(written == 0)
    }
  }

  @Test(arguments: ForeignSpeech.allCases)
  func `a frame cut short proves nothing`(speech: ForeignSpeech) {
    let proof = Self.proof(speech)
    // The answer of a modem is proven by its beginning.
    let needed = speech == .modem ? 14 : proof.count
    for length in 1..<needed {
      let (outcome, written) = outcome([Array(proof.prefix(length))])
      guard case .garbage = outcome else {
        Issue.record("\(speech) of \(length) bytes: \(String(describing: outcome))")
        continue
      }
      #expect(written == 0)
    }
  }

  @Test(arguments: ForeignSpeech.allCases.filter { $0 != .modem && $0 != .tsip })
  func `a frame with a wrong bit proves nothing`(speech: ForeignSpeech) {
    let proof = Self.proof(speech)
    for place in proof.indices {
      for bit in 0..<8 {
        var bytes = proof
        bytes[place] ^= 1 << UInt8(bit)
        if case .foreign(let found, _) = outcome([bytes]).0 {
          Issue.record("bit \(bit) of byte \(place): \(found)")
        }
      }
    }
  }

  @Test(arguments: ["#BESTNAVA,COM1,0;SOL_COMPUTED", "%RAWIMUSXA,2400,43200.1;00"])
  func `logs of NovAtel and Unicore are known by either header`(text: String) {
    let bytes = Self.asciiLog(text) + [0x0D, 0x0A]
    #expect(outcome([bytes]).0 == .foreign(.asciiLog, baudRate: 38_400))
  }

  @Test(arguments: ["#,A", "#A b,c", "#ab,c", "# heading, text"])
  func `a text that begins otherwise is no log`(text: String) {
    if case .foreign(let speech, _) = outcome([Self.asciiLog(text) + [0x0D, 0x0A]]).0 {
      Issue.record("\(text): \(speech)")
    }
  }

  @Test func `one TSIP packet alone proves nothing`() {
    let (outcome, _) = outcome([Array(Self.proof(.tsip).prefix(8))])
    guard case .garbage = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
  }

  @Test(arguments: ["\r\nOK\r\n", "\r\nERROR\r\n", "\r\nRDY\r\n", "\r\n+CPIN: READY\r\n"])
  func `a modem is known by its answers and notices`(text: String) {
    #expect(outcome([Array(text.utf8)]).0 == .foreign(.modem, baudRate: 38_400))
  }

  @Test(arguments: ["OK\r\n", "$GPTXT,01,01,02,OK\r\n", "\r\nBOOK\r\n", "\r\nOKAY\r\n"])
  func `words alone make no modem`(text: String) {
    if case .foreign(let speech, _) = outcome([Array(text.utf8)]).0 {
      Issue.record("\(text): \(speech)")
    }
  }
}
