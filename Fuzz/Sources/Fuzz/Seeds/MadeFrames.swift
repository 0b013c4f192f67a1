import CairnCASIC
import CairnCatalogue
import CairnNMEA
import CairnRTCM
import CairnReceiver
import CairnTypes
import CairnUBX

/// Made-up frames of every message that the library decodes, which the mutator inserts and
/// targets start from.
enum MadeFrames {
  /// All frames, in no particular order.
  static let all: [Piece] = ubx + nmea + rtcm + casic

  /// A list of frames for each message with numbers: in each frame, one number is as large or as
  /// small as its field can hold, or not a number.
  static let sweeps: [[Piece]] = {
    var visitor = UBXSweep()
    UBXCatalogue.search(&visitor)
    return visitor.sweeps + casic.map { sweep($0) }
  }()

  /// Returns variants of a frame of CASIC or UBX, in whose first 64 octets one number is changed;
  /// numbers are aligned.
  fileprivate static func sweep(_ frame: Piece) -> [Piece] {
    var random = SplitMix(seed: 0)
    let content = frame.content
    let end = min(content.count, 2 + 64)
    var frames: [Piece] = []
    for width in [1, 2, 4, 8] {
      for start in stride(from: 2, through: end - width, by: width) {
        for _ in 0..<(width == 8 ? 8 : 4) {
          var changed = content
          let bits = Extremes.bits(width, &random)
          for octet in 0..<width {
            changed[start + octet] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * octet))
          }
          frames.append(Piece(frame.wireProtocol ?? .ubx, content: changed))
        }
      }
    }
    return frames
  }

  static let ubx: [Piece] = {
    var visitor = UBXMaker()
    UBXCatalogue.search(&visitor)
    return visitor.pieces
  }()

  /// Each sentence with all fields absent and with plain numbers in all of them.
  static let nmea: [Piece] = {
    var visitor = NMEAMaker()
    NMEACatalogue.search(&visitor)
    return visitor.pieces + sentences.map { Piece(.nmea, content: Array($0.utf8)) }
  }()

  static let rtcm: [Piece] = {
    var pieces: [Piece] = []
    for number in Array(1001...1310) + Array(4001...4095) {
      let head = [UInt8(number >> 4), UInt8(number & 15) << 4]
      for length in [2, 8, 19, 60, 160] {
        let piece = Piece(.rtcm3, content: head + Array(repeating: 0, count: length - 2))
        var fields = RecordedFields()
        guard (try? RTCMCatalogue.printFields(of: piece.bytes.span, into: &fields)) != nil else {
          continue
        }
        pieces.append(piece)
        break
      }
    }
    return pieces
  }()

  static let casic: [Piece] = {
    var pieces: [Piece] = []
    for (group, number) in (0...255).flatMap({ group in (0...255).map { (group, $0) } }) {
      let id = CASICMessageID(UInt8(group), UInt8(number))
      guard CASICCatalogue.name(of: id) != nil else { continue }
      let head = [UInt8(group), UInt8(number)]
      let made = stride(from: 0, through: 128, by: 4).lazy
        .map { Piece(.casic, content: head + Array(repeating: 1, count: $0)) }
        .first { piece in
          var fields = RecordedFields()
          return CASICCatalogue.printFields(of: piece.bytes.span, into: &fields) == .complete
        }
      pieces.append(made ?? Piece(.casic, content: head + Array(repeating: 0, count: 16)))
    }
    return pieces
  }()

  /// Plausible sentences, and answers to commands.
  private static let sentences = [
    "$GPRMC,120000.00,A,3733.98117,N,12658.67717,E,0.5,90.0,211126,,,A,V",
    "$GNGGA,120000.00,3733.98117,N,12658.67717,E,1,12,0.70,45.3,M,23.4,M,,",
    "$GNGNS,120000.00,3733.98117,N,12658.67717,E,AA,12,0.70,45.3,23.4,,,V",
    "$GPGLL,3733.98117,N,12658.67717,E,120000.00,A,A",
    "$GNGSA,A,3,01,02,03,04,05,06,07,08,09,10,11,12,1.2,0.7,1.0,1",
    "$GPGSV,1,1,04,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45,1",
    "$GNZDA,120000.00,21,11,2026,00,00", "$GNVTG,90.0,T,,M,0.5,N,0.9,K,A",
    "$GNGST,120000.00,2.0,3.0,2.0,45.0,2.5,2.5,4.0", "$GNGBS,120000.00,1.0,1.0,2.0,03,,-21.4,3.8",
    "$PUBX,00,120000.00,3733.98117,N,12658.67717,E,45.3,G3,2.1,3.2,0.5,90.0,0.0,,0.9,1.1,0.8,12,0,0",
    "$PUBX,04,120000.00,211126,561600.00,2446,18,1930035,-2660.664,43",
    "$PMTK001,314,3", "$PMTK001,220,2", "$PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0",
    "$PMTK514,0,1,0,1,1,5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "$PMTKLOG,456,0,11,31,2,0,0,0,3769,46",
    "$PAIR001,062,0", "$PAIR021,AG3335M_V2.5.0,S,N,9f80526,2210141406,2ba", "$PAIR062,0,1",
    "$PQTMVERNO,LC29HAANR01A03S,2022/08/31,11:04:27", "$PQTMEPE,2,1.0,1.0,2.0,1.4,2.4",
    "$GPTXT,01,01,02,SW=URANUS5,V5.1.0.0", "$GPTXT,01,01,01,ANTENNA OPEN",
    "$GPTXT,01,01,02,IC=AT6558",
    "$PSTMVER,GNSSLIB_8.4.2.14_ARM", "$PSTMSETPAROK,1201", "$PSTMSAVEPAROK",
    "$PSRF150,1", "$PSRF103,00,00,01,01", "$GNTXT,01,01,02,HW UBX-M8030 00080000",
    "$GNTXT,01,01,02,ROM CORE 3.01 (107888)", "$GNTXT,01,01,02,PROTVER=18.00",
    "!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0",
  ]
}

private struct NMEAMaker: NMEASentenceVisitor {
  private(set) var pieces: [Piece] = []

  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool {
    let bytes = S().encode(talker: "GN")
    pieces.append(Piece(wireProtocol: .nmea, bytes: bytes))
    var fields = Piece(.nmea, content: bytes).content.split(
      separator: 0x2C, omittingEmptySubsequences: false)
    for index in fields.indices.dropFirst() where fields[index].isEmpty { fields[index] = [0x31] }
    pieces.append(Piece(.nmea, content: Array(fields.joined(separator: [0x2C]))))
    return false
  }
}

private struct UBXSweep: UBXMessageVisitor {
  private(set) var sweeps: [[Piece]] = []

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    let id = [M.id.messageClass.rawValue, M.id.number]
    sweeps.append(ExtremePayload.all(of: M.self).map { Piece(.ubx, content: id + $0) })
    return false
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    let id = [row.id.messageClass.rawValue, row.id.number]
    sweeps.append(MadeFrames.sweep(Piece(.ubx, content: id + UBXForm(row).payload(filledWith: 1))))
    return false
  }
}

private struct UBXMaker: UBXMessageVisitor {
  private(set) var pieces: [Piece] = []

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    add(UBXForm(M.self))
    return false
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    add(UBXForm(row))
    return false
  }

  private mutating func add(_ form: UBXForm) {
    var payloads = ([0x00, 0x01, 0xFF] as [UInt8]).map { form.payload(filledWith: $0) }
    if let withGroup = form.payloadWithGroup() { payloads.append(withGroup) }
    // A message without a payload is a poll.
    payloads.append([])
    let id = [form.id.messageClass.rawValue, form.id.number]
    pieces += payloads.map { Piece(.ubx, content: id + $0) }
  }
}

/// One form of a message, whether it has a type or a row.
private struct UBXForm {
  let id: MessageID
  private let empty: [UInt8]
  private let discriminator: (offset: Int, value: UInt8)?
  /// Whether the form has this payload.
  private let decodes: ([UInt8]) -> Bool

  init<M: UBXMessage>(_ message: M.Type) {
    id = M.id
    empty = M().encodePayload()
    discriminator = M.discriminator.map { (M.discriminatorOffset, $0) }
    decodes = { (try? M.decode($0.span)) != nil }
  }

  init(_ row: UBXRow) {
    id = row.id
    empty = row.buildPayload(from: RecordedFields()).payload
    discriminator = row.discriminator
    decodes = { payload in
      var fields = RecordedFields()
      return (try? row.printFields(of: payload.span, into: &fields)) != nil
    }
  }

  func payload(filledWith octet: UInt8) -> [UInt8] {
    var payload = empty
    for index in payload.indices where payload[index] == 0 { payload[index] = octet }
    if let discriminator, payload.indices.contains(discriminator.offset) {
      payload[discriminator.offset] = discriminator.value
    }
    return payload
  }

  /// Returns a longer payload that the message accepts, for messages with a count of groups.
  func payloadWithGroup() -> [UInt8]? {
    let payload = payload(filledWith: 0)
    for added in 1...64 {
      var longer = payload + Array(repeating: 0, count: added)
      if decodes(longer) { return longer }
      for index in payload.indices.prefix(16) where payload[index] == 0 {
        longer[index] = 1
        if decodes(longer) { return longer }
        longer[index] = 0
      }
    }
    return nil
  }
}
