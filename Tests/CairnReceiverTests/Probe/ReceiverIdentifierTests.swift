import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Receiver identifier")
struct ReceiverIdentifierTests {
  /// A device that understands some of the questions.
  private struct Device {
    var answers: ([UInt8]) -> [[UInt8]]
    /// Questions that are lost on the way to it.
    var lost: Set<Int> = []
    /// Milliseconds from a question to its answer.
    var delay = 40
    var permission = WritePermission.afterFirstFrame
    var heard: HeardSpeech = .nmea
    /// Each answer comes twice.
    var doubles = false
    /// Answers come in the opposite order.
    var reverses = false
    /// Reports without end, every so many milliseconds.
    var chatter: Int?

    func identify() -> (identity: ReceiverIdentity?, line: AnsweringLine) {
      var identifier = ReceiverIdentifier(heard: heard, baudRate: 38_400, permission: permission)
      var line = AnsweringLine()
      var count = 0
      line.answers = { bytes, _ in
        var found: [[UInt8]] = []
        for (question, _) in AnsweringLine.frames(bytes) {
          count += 1
          if !lost.contains(count) { found += answers(question) }
        }
        if doubles { found = found.flatMap { [$0, $0] } }
        if reverses { found.reverse() }
        return found.enumerated().map { .init(milliseconds: delay + 3 * $0, bytes: $1) }
      }
      if let chatter {
        line.events = stride(from: 1, to: 20_000, by: chatter).map {
          .init(milliseconds: $0, bytes: sentence("GPGLL,4916.45,N,12311.12,W,225444,A,"))
        }
      }
      line.run(&identifier)
      return (identifier.outcome, line)
    }
  }

  // MARK: - u-blox

  private static func version(_ software: String, _ lines: [String]) -> [UInt8] {
    var message = MonVer()
    message.software = UBXText(software)
    message.hardware = UBXText("00190000")
    message.extensions = lines.map {
      var line = MonVer.Extension()
      line.text = UBXText($0)
      return line
    }
    return message.encode()
  }

  private static func frame(_ messageClass: UInt8, _ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    UBXFrame.encode(MessageID(MessageClass(rawValue: messageClass), number), payload.span)
  }

  private static let m9Version = version(
    "EXT CORE 4.04 (7f89f7)",
    ["ROM BASE 0x118B2060", "FWVER=SPG 4.04", "PROTVER=32.01", "MOD=NEO-M9N"])
  private static let m8Version = version(
    "EXT CORE 3.01 (107888)",
    ["ROM BASE 2.01 (75331)", "FWVER=SPG 3.01", "PROTVER=18.00", "MOD=NEO-M8N-0"])

  private static func uBlox(
    _ version: [UInt8], number: [UInt8]?, hasKeys: Bool, refuses: Bool = true
  ) -> ([UInt8]) -> [[UInt8]] {
    { question in
      switch (question[2], question[3]) {
      case (0x0A, 0x04): return [version]
      case (0x27, 0x03): return number.map { [frame(0x27, 0x03, $0)] } ?? []
      case (0x06, 0x8B) where hasKeys:
        let value: [UInt8] = [1, 0, 0, 0, 0x01, 0x00, 0x21, 0x30, 0xE8, 0x03]
        return [frame(0x06, 0x8B, value), frame(0x05, 0x01, [0x06, 0x8B])]
      case (0x06, 0x8B): return refuses ? [frame(0x05, 0x00, [0x06, 0x8B])] : []
      default: return []
      }
    }
  }

  private static var m9: ([UInt8]) -> [[UInt8]] {
    uBlox(m9Version, number: [1, 0, 0, 0, 1, 2, 3, 4, 5], hasKeys: true)
  }
  private static var m8: ([UInt8]) -> [[UInt8]] {
    uBlox(m8Version, number: [1, 0, 0, 0, 9, 8, 7, 6, 5], hasKeys: false)
  }

  private static var m9Identity: ReceiverIdentity {
    var identity = ReceiverIdentity(dialect: .uBloxKeys)
    identity.model = "NEO-M9N"
    identity.hardwareVersion = "00190000"
    identity.firmware = "SPG 4.04"
    identity.ubxProtocolVersion = 3201
    identity.uniqueID = [1, 2, 3, 4, 5]
    return identity
  }

  @Test(arguments: [HeardSpeech.nmea, .ubx, [.nmea, .uBlox], .rtcm3])
  func `a u-blox 9 is known by its answers in a quarter of a second`(heard: HeardSpeech) {
    var device = Device(answers: Self.m9)
    device.heard = heard
    let (identity, line) = device.identify()
    #expect(identity == Self.m9Identity)
    #expect((line.end ?? .max) < 250)
    #expect(line.questions.count == 3)
  }

  @Test func `a refused key makes the older messages the dialect`() {
    let (identity, line) = Device(answers: Self.m8).identify()
    #expect(identity?.dialect == .uBloxLegacy)
    #expect(identity?.model == "NEO-M8N-0")
    #expect(identity?.ubxProtocolVersion == 1800)
    #expect(identity?.uniqueID == [9, 8, 7, 6, 5])
    #expect((line.end ?? .max) < 250)
  }

  @Test func `a key that is never answered nor refused is asked for three times`() {
    let answers = Self.uBlox(Self.m8Version, number: nil, hasKeys: false, refuses: false)
    let (identity, line) = Device(answers: answers).identify()
    #expect(identity?.dialect == .uBloxLegacy)
    #expect(identity?.uniqueID == [])
    #expect(line.questions.filter { $0[2] == 0x06 }.count == 3)
    #expect(line.questions.filter { $0[2] == 0x27 }.count == 2)
  }

  @Test func `the number has six octets in its second version`() {
    let answers = Self.uBlox(Self.m9Version, number: [2, 0, 0, 0, 1, 2, 3, 4, 5, 6], hasKeys: true)
    #expect(Device(answers: answers).identify().identity?.uniqueID == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: [
    (["PROTVER 15.00", "MOD LEA-5H-0"], "7.03 (45969)", UInt16?.some(1500), "7.03 (45969)"),
    (["PROTVER=14.00"], "ROM CORE 1.00 (59842)", 1400, "ROM CORE 1.00 (59842)"),
    (["ROM BASE 4.00", "PROTVER=3x.01"], "", nil, "4.00"),
    ([], "4.00 (28483)", nil, "4.00 (28483)"),
    (["FWVER=HPG 1.32", "PROTVER=27.31"], "EXT CORE 1.00 (3fda8e)", 2731, "HPG 1.32"),
  ])
  func `old and new forms of the version are read`(
    lines: [String], software: String, hundredths: UInt16?, firmware: String
  ) {
    let answers = Self.uBlox(Self.version(software, lines), number: nil, hasKeys: false)
    let identity = Device(answers: answers).identify().identity
    #expect(identity?.ubxProtocolVersion == hundredths)
    #expect(identity?.firmware?.raw == firmware)
  }

  @Test(arguments: 1...3)
  func `a lost question is asked again`(lost: Int) {
    var device = Device(answers: Self.m9)
    device.lost = [lost]
    let (identity, line) = device.identify()
    #expect(identity == Self.m9Identity)
    #expect((line.end ?? .max) < 900)
  }

  @Test func `answers may come twice, in another order, late and among reports`() {
    for (doubles, reverses, delay, chatter) in [
      (true, false, 40, nil), (false, true, 40, nil), (true, true, 420, nil),
      (false, false, 900, 30),
      (true, true, 10, 7),
    ] as [(Bool, Bool, Int, Int?)] {
      var device = Device(answers: Self.m9)
      device.doubles = doubles
      device.reverses = reverses
      device.delay = delay
      device.chatter = chatter
      #expect(device.identify().identity == Self.m9Identity)
    }
  }

  @Test func `an answer cut short is no answer`() {
    let whole = UBXFrame.payload(of: Self.m9Version.span).indices.count
    for length in 0..<whole {
      let payload = Array(Self.m9Version[6..<(6 + length)])
      let answers = Self.uBlox(Self.frame(0x0A, 0x04, payload), number: [1, 0, 0], hasKeys: true)
      let (identity, line) = Device(answers: answers).identify()
      // What is left is a version with fewer lines, or nothing.
      let isVersion = length >= 40 && (length - 40) % 30 == 0
      #expect((identity?.firmware != nil) == isVersion, "\(length)")
      // It has answered for a key.
      #expect(identity?.dialect == .uBloxKeys, "\(length)")
      #expect(identity?.uniqueID == [])
      #expect((line.end ?? .max) < 6000)
    }
  }

  // MARK: - Others

  private struct Vendor: Sendable, CustomTestStringConvertible {
    var dialect: CommandDialect
    var question: String
    var answers: [String]
    var firmware: String?
    var model: String?
    var testDescription: String { question }
  }

  private static let vendors = [
    Vendor(
      dialect: .pmtk, question: "PMTK605",
      answers: ["PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0"],
      firmware: "AXN_2.51_3339_19071200", model: "QUECTEL-L70"),
    Vendor(
      dialect: .pair, question: "PAIR020",
      answers: ["PAIR001,020,0", "PAIR020,AG3352Q_V2.5.0.AG3352_20230420,S,N,9ec1cc8"],
      firmware: "AG3352Q_V2.5.0.AG3352_20230420"),
    Vendor(
      dialect: .pqtm, question: "PQTMVERNO",
      answers: ["PQTMVERNO,LG290P03AANR01A03S,2024/04/30,10:53:07"], firmware: "LG290P03AANR01A03S"),
    Vendor(
      dialect: .pcas, question: "PCAS06,0", answers: ["GPTXT,01,01,02,SW=URANUS5,V5.1.0.0"],
      firmware: "URANUS5,V5.1.0.0"),
    Vendor(
      dialect: .pcas, question: "PCAS06,1", answers: ["GPTXT,01,01,02,HW=ATGM336H,0001072432168"],
      model: "ATGM336H"),
    Vendor(
      dialect: .pstm, question: "PSTMGETSWVER,6", answers: ["PSTMVER,BINIMG_STA8041_4.6.8.5.9_ARM"],
      firmware: "BINIMG_STA8041_4.6.8.5.9_ARM"),
    Vendor(
      dialect: .psrf, question: "PSRF125", answers: ["PSRF195,GSD4e_4.1.2-P1"],
      firmware: "GSD4e_4.1.2-P1"),
  ]

  private static func answers(_ vendor: Vendor) -> ([UInt8]) -> [[UInt8]] {
    { $0 == sentence(vendor.question) ? vendor.answers.map(sentence) : [] }
  }

  @Test(arguments: vendors)
  private func `a vendor's firmware is known by its answer`(vendor: Vendor) {
    let (identity, line) = Device(answers: Self.answers(vendor)).identify()
    #expect(identity?.dialect == vendor.dialect)
    #expect(identity?.firmware?.raw == vendor.firmware)
    #expect(identity?.model?.raw == vendor.model)
    #expect(identity?.uniqueID == [] && identity?.ubxProtocolVersion == nil)
    #expect((line.end ?? .max) < 1500)
  }

  @Test(arguments: vendors, 1...4)
  private func `a vendor's lost question is asked again`(vendor: Vendor, lost: Int) {
    var device = Device(answers: Self.answers(vendor))
    device.lost = [lost, lost + 1]
    #expect(device.identify().identity?.dialect == vendor.dialect)
  }

  @Test(arguments: vendors)
  private func `a vendor's answer of any length does no harm`(vendor: Vendor) {
    for answer in vendor.answers {
      for length in 0..<answer.utf8.count {
        let cut = String(answer.prefix(length))
        let device = Device(answers: { $0 == sentence(vendor.question) ? [sentence(cut)] : [] })
        let identity = device.identify().identity
        #expect(identity != nil)
        #expect([vendor.dialect, .none].contains(identity?.dialect ?? .none))
      }
    }
  }

  @Test func `a heard vendor is asked first`() {
    for (heard, dialect) in [
      (HeardSpeech.pmtk, CommandDialect.pmtk), (.pair, .pair), (.pcas, .pcas), (.pstm, .pstm),
      (.psrf, .psrf),
      (.pqtm, .pqtm),
    ] {
      guard let vendor = Self.vendors.first(where: { $0.dialect == dialect }) else { continue }
      var device = Device(answers: Self.answers(vendor))
      device.heard = [.nmea, heard]
      let (identity, line) = device.identify()
      #expect(identity?.dialect == dialect)
      #expect((line.end ?? .max) < 300)
      #expect(!line.questions.contains { $0[0] == 0xB5 })
    }
  }

  @Test func `a receiver with Quectel's and Airoha's commands has Airoha's`() {
    let device = Device(answers: { question in
      switch question {
      case sentence("PQTMVERNO"):
        [sentence("PQTMVERNO,LC29HBANR01A02S_CSA4,2022/07/17,20:59:18")]
      case sentence("PAIR020"): [sentence("PAIR001,020,0"), sentence("PAIR020,AG3335A_V1.7.2,D")]
      default: []
      }
    })
    for reverses in [false, true] {
      var device = device
      device.reverses = reverses
      let identity = device.identify().identity
      #expect(identity?.dialect == .pair)
      #expect(identity?.firmware == "LC29HBANR01A02S_CSA4")
    }
  }

  // MARK: - Nobody

  @Test func `a deaf receiver is left after three rounds`() {
    let (identity, line) = Device(answers: { _ in [] }).identify()
    #expect(identity == ReceiverIdentity())
    #expect(line.sent.count == 3)
    #expect((line.end ?? .max) < 1800)
  }

  @Test func `an echo is no answer`() {
    let (identity, _) = Device(answers: { [$0] }).identify()
    #expect(identity == ReceiverIdentity())
  }

  @Test func `one that repeats what is asked of a Teseo, and nothing else, is one`() {
    let question = sentence("PSTMGETSWVER,6")
    let (identity, line) = Device(answers: { $0 == question ? [$0] : [] }).identify()
    #expect(identity == ReceiverIdentity(dialect: .pstm))
    // Its version may have been lost.
    #expect(line.questions.count { $0 == question } == 2)
  }

  @Test func `nothing is written where nothing may be`() {
    var device = Device(answers: Self.m9)
    device.permission = .never
    let (identity, line) = device.identify()
    #expect(identity == ReceiverIdentity() && line.sent.isEmpty && line.end == 0)

    device.permission = .afterFirstFrame
    device.heard = []
    let (silent, quiet) = device.identify()
    #expect(silent == ReceiverIdentity() && quiet.sent.isEmpty && quiet.end == 1200)

    device.chatter = 500
    #expect(device.identify().identity == Self.m9Identity)
  }

  @Test(arguments: 0..<60)
  func `it ends within eight seconds whatever is answered`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pool =
      Self.vendors.flatMap { $0.answers.map(sentence) }
      + [
        Self.m9Version, Self.m8Version, Self.frame(0x05, 0, [6, 0x8B]),
        Self.frame(0x05, 1, [6, 0x8B]),
      ]
    var identifier = ReceiverIdentifier(heard: .nmea, baudRate: 9600, permission: .afterFirstFrame)
    var line = AnsweringLine()
    line.events = (0..<400).map { _ in
      var bytes = pool.randomElement(using: &generator) ?? []
      if Bool.random(using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      return .init(milliseconds: Int.random(in: 0...9000, using: &generator), bytes: bytes)
    }
    line.run(&identifier)
    #expect(identifier.outcome != nil)
    #expect((line.end ?? .max) < 8000)
  }
}
