import CairnTypes
import CairnUBX
import Foundation
import Testing

@Suite("UBX on receiver captures")
struct UBXCorpusTests {
  static let names: Set<String> = [
    "NAV-PVT", "NAV-SAT", "NAV-DOP", "NAV-STATUS", "NAV-EOE", "NAV-TIMEUTC", "NAV-POSLLH",
    "NAV-VELNED", "NAV-SOL", "NAV-TIMEGPS", "NAV-SVINFO", "NAV-TIMELS", "NAV-POSECEF",
    "NAV-VELECEF", "NAV-CLOCK", "HNR-PVT", "ACK-ACK", "ACK-NAK", "MON-VER",
  ]

  @Test func `the corpus is there where it is required`() {
    #expect(Corpus.root != nil || !Corpus.isRequired)
  }

  @Test(.enabled(if: Corpus.root != nil, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every field agrees with an independent decoder, and every frame encodes again`() throws {
    let frames = try Corpus.frames(of: Self.names)
    var differences: [String] = []
    for frame in frames {
      var sink = FlatSink()
      #expect(
        UBXFrame.check(frame.bytes.span) == .frame(length: frame.bytes.count, isChecked: true))
      #expect(UBXFrame.messageID(of: frame.bytes.span)?.description == frame.id)
      do {
        try UBXReport.printFields(of: frame.bytes.span, into: &sink)
        differences += compare(sink.fields, frame)
        if let encoded = try encodeAgain(frame.bytes),
          encoded != masked(frame.bytes, id: frame.id)
        {
          differences.append("\(frame.place) \(frame.id) encodes otherwise")
        }
      } catch {
        differences.append("\(frame.place) \(frame.id) \(error)")
      }
    }
    print("\(frames.count) UBX frames compared with pyubx2 1.4.0")
    #expect(frames.count >= 4_920)
    #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
  }

  private func compare(_ ours: [String: FieldValue], _ frame: Corpus.Frame) -> [String] {
    var differences: [String] = []
    for (name, theirs) in frame.fields where !name.hasPrefix("reserved") {
      guard let value = ours[name], agree(value, theirs) else {
        differences.append("\(frame.place) \(name): \(String(describing: ours[name])) \(theirs)")
        continue
      }
    }
    for name in ours.keys where frame.fields[name] == nil {
      differences.append("\(frame.place) \(name): not a field there")
    }
    return differences
  }

  private func agree(_ ours: FieldValue, _ theirs: Corpus.Value) -> Bool {
    switch (ours, theirs) {
    case (.integer(let value), .number(let other)): Double(value) == other
    case (.unsigned(let value), .number(let other)): Double(value) == other
    case (.flag(let value), .number(let other)): (value ? 1 : 0) == other
    case (.decimal(let value, _), .number(let other)):
      abs(value - other) <= max(1e-9, 1e-9 * abs(other))
    case (.octets(let value), .text(let other)): value == Samples.bytes(other)
    default: false
    }
  }

  /// The frame decoded and encoded; `nil` for a poll.
  private func encodeAgain(_ frame: [UInt8]) throws -> [UInt8]? {
    switch try UBXReport.decode(frame.span) {
    case .navPVT(let message): message.encode()
    case .navSat(let message): message.encode()
    case .navDOP(let message): message.encode()
    case .navStatus(let message): message.encode()
    case .navEOE(let message): message.encode()
    case .navTimeUTC(let message): message.encode()
    case .navPosLLH(let message): message.encode()
    case .navVelNED(let message): message.encode()
    case .navSol(let message): message.encode()
    case .hnrPVT(let message): message.encode()
    case .navTimeGPS(let message): message.encode()
    case .navSVInfo(let message): message.encode()
    case .navTimeLS(let message): message.encode()
    case .navPosECEF(let message): message.encode()
    case .navVelECEF(let message): message.encode()
    case .navClock(let message): message.encode()
    case .ackAck(let message): message.encode()
    case .ackNak(let message): message.encode()
    case .monVer(let message): message.encode()
    case .poll: nil
    case .other(let id): throw UBXError.unknownMessage(id)
    }
  }

  /// The frame with everything zero that a message does not keep: reserved octets and bits, and what
  /// the message itself marks as invalid.
  private func masked(_ frame: [UInt8], id: String) -> [UInt8] {
    var payload = Samples.payload(frame)
    func clear(_ range: Range<Int>) { for index in range { payload[index] = 0 } }
    switch id {
    case "NAV-PVT":
      payload[11] &= 0x0F
      payload[22] &= 0xE0
      payload[78] &= 0x1F
      payload[79] &= 0x60
      clear(80..<84)
      if payload[21] & 0x20 == 0 { clear(84..<88) }
      if payload[11] & 0x08 == 0 { clear(88..<92) }
    case "NAV-SAT":
      clear(6..<8)
      for start in stride(from: 8, to: payload.count, by: 12) {
        if Int8(bitPattern: payload[start + 3]) == -91 { clear((start + 4)..<(start + 6)) }
        payload[start + 9] &= 0x7F
        payload[start + 11] &= 0x03
      }
    case "NAV-STATUS":
      payload[5] &= 0x0F
      payload[6] &= 0xC3
      payload[7] &= 0xDB
    case "NAV-SOL":
      payload[11] &= 0x0F
      clear(46..<47)
      clear(48..<52)
    case "HNR-PVT":
      payload[11] &= 0x07
      if payload[17] & 0x10 == 0 { clear(48..<52) }
      payload[17] &= 0x1F
      clear(18..<20)
      clear(68..<72)
    case "NAV-TIMEGPS": payload[11] &= 0x07
    case "NAV-SVINFO":
      payload[5] &= 0x07
      clear(6..<8)
      for start in stride(from: 8, to: payload.count, by: 12) { payload[start + 3] &= 0x0F }
    case "NAV-TIMELS":
      clear(5..<8)
      clear(20..<23)
      payload[23] &= 0x03
    default: break
    }
    return UBXFrame.encode(MessageID(MessageClass(rawValue: frame[2]), frame[3]), payload.span)
  }
}
