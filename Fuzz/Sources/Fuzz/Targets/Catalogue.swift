import CairnCatalogue
import CairnNMEA
import CairnRTCM
import CairnTypes
import CairnUBX

extension Target {
  /// A sentence, 0xD3 and an RTCM payload, or class, number and payload of UBX: what is printed
  /// must be rebuilt.
  static let catalogue = Target(
    "Catalogue",
    seeds: {
      MadeFrames.ubx.enumerated().map { ("ubx\($0)", $1.content) }
        + MadeFrames.nmea.enumerated().map { ("nmea\($0)", $1.bytes) }
        + MadeFrames.rtcm.enumerated().map { ("rtcm\($0)", [0xD3] + $1.content) }
    }
  ) { bytes in
    guard bytes.count > 1 else { return }
    switch bytes[0] {
    case 0x24, 0x21: fuzzNMEA(bytes)
    case 0xD3: fuzzRTCM(Array(bytes[1...]))
    default: fuzzUBX(bytes)
    }
  }
}

/// Checks that every message form that accepts the payload prints it, rebuilds it from the printed
/// fields, and does not change it in a second pass.
private func fuzzUBX(_ bytes: [UInt8]) {
  let id = MessageID(MessageClass(rawValue: bytes[0]), bytes[1])
  var visitor = Visitor(id: id, payload: Array(bytes[2...]))
  UBXCatalogue.search(&visitor)
  let frame = UBXFrame.encode(id, bytes.span.extracting(droppingFirst: 2))
  var fields = RecordedFields()
  if (try? UBXCatalogue.printFields(of: frame.span, into: &fields)) != nil {
    guard let name = UBXCatalogue.name(of: frame.span) else { fatalError("prints without a name") }
    precondition(UBXCatalogue.encode(name, from: fields) != nil)
  }
}

/// Checks that a frame is rebuilt from its printed fields, including padding.
private func fuzzRTCM(_ payload: [UInt8]) {
  var fields = RecordedFields()
  guard let frame = try? RTCMFrame.encode(payload.span),
    (try? RTCMCatalogue.printFields(of: frame.span, into: &fields)) != nil
  else { return }
  guard let name = RTCMCatalogue.name(of: frame.span) else { fatalError("prints without a name") }
  guard let built = RTCMCatalogue.encode(name, from: fields) else {
    fatalError("\(name) prints what it does not build")
  }
  precondition(built.frame == frame, "\(name) builds otherwise")
}

/// Checks that a printed sentence is rebuilt without losing fields.
private func fuzzNMEA(_ bytes: [UInt8]) {
  guard case .frame(let length, _) = NMEAFrame.check(bytes.span) else { return }
  let sentence = Array(bytes.prefix(length))
  var fields = RecordedFields()
  guard (try? NMEACatalogue.printFields(of: sentence.span, into: &fields)) != nil,
    let name = NMEACatalogue.name(of: sentence.span),
    let built = NMEACatalogue.encode(id: name.id, talker: name.talker, from: fields)
  else { return }
  var again = RecordedFields()
  guard (try? NMEACatalogue.printFields(of: built.span, into: &again)) != nil else {
    fatalError("\(name.id) builds what does not print")
  }
  // A sentence that ends inside a position gains the other half, which is empty.
  precondition(Set(fields.order).isSubset(of: again.order), "\(name.id) loses fields")
}

private struct Visitor: UBXMessageVisitor {
  let id: MessageID
  let payload: [UInt8]

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    guard M.id == id, let value = try? M.decode(payload.span) else { return false }
    var fields = RecordedFields()
    guard (try? M.printFields(of: payload.span, into: &fields)) != nil else {
      fatalError("\(M.name) decodes what it does not print")
    }
    let built = M.buildPayload(from: fields)
    precondition(built.payload == payload && built.missing == 0 && !built.hasUnread)
    let encoded = value.encodePayload()
    guard let again = try? M.decode(encoded.span), again.encodePayload() == encoded else {
      fatalError("\(M.name) changes in a second pass")
    }
    return false
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    guard row.id == id else { return false }
    var fields = RecordedFields()
    guard (try? row.printFields(of: payload.span, into: &fields)) != nil else {
      precondition(fields.order.isEmpty, "\(row.name) prints what it refuses")
      return false
    }
    let built = row.buildPayload(from: fields)
    precondition(built.payload == payload && built.missing == 0 && !built.hasUnread)
    return false
  }
}
