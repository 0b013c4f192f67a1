import CairnCatalogue
import CairnJSON
import CairnNMEA
import CairnRTCM
import CairnTypes
import CairnUBX

/// Why a line is not a message, and what to do.
struct EncodeFailure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}

/// Builds frames from the lines of `cairn decode --format json`.
enum MessageEncoder {
  /// Builds one frame.
  ///
  /// - Parameter line: the object of one message; only `protocol`, `id`, `talker`, `fields`,
  ///   `payload`, `valid` and `checked` are read.
  /// - Returns: the frame, including its checksum.
  /// - Throws: what is wrong with the line.
  static func frame(of line: JSONValue) throws(EncodeFailure) -> [UInt8] {
    guard case .object = line else {
      throw EncodeFailure("\(line.kind), not the object of a message")
    }
    let wireProtocol = try text("protocol", of: line)
    let id = try text("id", of: line)
    if wireProtocol == "CASIC" {
      throw EncodeFailure("\(id) is a CASIC message, which Cairn cannot encode: leave it out")
    }
    if let payload = line["payload"] {
      guard case .text(let digits) = payload, let octets = hexadecimalOctets(digits) else {
        throw EncodeFailure("\"payload\" is not hexadecimal")
      }
      return try frame(wireProtocol, id, payload: octets)
    }
    guard line["valid"] != .flag(false) else {
      throw EncodeFailure("\(id) could not be decoded and has no \"payload\": decode it again")
    }
    guard let fields = line["fields"] else { throw EncodeFailure("\(id) has no \"fields\"") }
    let source = try JSONFieldSource(fields)
    switch wireProtocol {
    case "UBX": return try ubx(id, fields, source)
    case "NMEA":
      let isChecked = line["checked"] != .flag(false)
      return try nmea(id, talker: line["talker"], source, isChecked: isChecked)
    case "RTCM3": return try rtcm(id, source)
    default: throw EncodeFailure("no protocol is called \(wireProtocol)")
    }
  }

  private static func ubx(
    _ id: String, _ fields: JSONValue, _ source: JSONFieldSource
  ) throws(EncodeFailure) -> [UInt8] {
    guard let built = UBXCatalogue.encode(id, from: source) else {
      throw EncodeFailure("no UBX message is called \(id)")
    }
    if let name = built.firstMissing {
      throw EncodeFailure(
        names(in: fields).contains(name)
          ? "\"\(name)\" of \(id) has a value that its field on the wire cannot hold"
          : "\(id) needs a field \"\(name)\"")
    }
    guard built.missing == 0 else {
      throw EncodeFailure("\(built.missing) fields of \(id) are missing or do not fit their place")
    }
    if built.hasUnread { throw unread(id, fields, built.frame) }
    return built.frame
  }

  private static func nmea(
    _ id: String, talker: JSONValue?, _ source: JSONFieldSource, isChecked: Bool
  ) throws(EncodeFailure) -> [UInt8] {
    var speaker: Talker?
    switch talker {
    case nil: break
    case .text(let text)? where text.utf8.count == 2:
      let letters = Array(text.utf8)
      speaker = Talker(letters[0], letters[1])
    default: throw EncodeFailure("\"talker\" is not two characters")
    }
    guard var sentence = NMEACatalogue.encode(id: id, talker: speaker, from: source) else {
      throw EncodeFailure("\(id) is not an address, or has a field that its sentence lacks")
    }
    // `*HH` precedes the line end.
    if !isChecked, sentence.count > 5 {
      sentence.removeSubrange((sentence.count - 5)..<(sentence.count - 2))
    }
    guard case .frame(sentence.count, _) = NMEAFrame.check(sentence.span) else {
      throw EncodeFailure("\(id) is not a sentence: it is too long, or its talker is invalid")
    }
    return sentence
  }

  private static func rtcm(
    _ id: String, _ source: JSONFieldSource
  ) throws(EncodeFailure) -> [UInt8] {
    guard let built = RTCMCatalogue.encode(id, from: source) else {
      throw EncodeFailure("no RTCM 3 message is called \(id), or it is too long for a frame")
    }
    guard built.missing == 0 else {
      throw EncodeFailure("\(built.missing) fields of \(id) are missing or do not fit their place")
    }
    return built.frame
  }

  private static func text(_ name: String, of line: JSONValue) throws(EncodeFailure) -> String {
    guard case .text(let text)? = line[name] else {
      throw EncodeFailure("there is no text \"\(name)\": is this from cairn decode --format json?")
    }
    return text
  }

  /// Returns what an unchanged line lost when it was decoded and encoded.
  ///
  /// - Parameters:
  ///   - line: the line the frame was made from; one written by hand need not have a length.
  ///   - frame: the result of `frame(of:)`.
  /// - Returns: one line for a person; `nil` if the frame is as long as the decoded one.
  static func loss(of line: JSONValue, in frame: [UInt8]) -> String? {
    guard case .number(let length)? = line["length"], length != "\(frame.count)",
      length.utf8.count < 8, case .text(let id)? = line["id"]
    else { return nil }
    let cause =
      line["protocol"] == .text("NMEA")
      ? "characters that NMEA escapes are written with ^"
      : "octets after its last field are not kept"
    return
      "\(id) had \(length) bytes and has \(frame.count) now; unless the line was changed, \(cause)"
  }

  /// Builds a message from its octets, because it has no decoder or its decoder refused it.
  private static func frame(
    _ wireProtocol: String, _ id: String, payload: [UInt8]
  ) throws(EncodeFailure) -> [UInt8] {
    switch wireProtocol {
    case "UBX":
      guard payload.count <= UBXFrame.maximumPayload else {
        throw EncodeFailure("the payload has more than \(UBXFrame.maximumPayload) octets")
      }
      guard let messageID = messageID(id) else {
        throw EncodeFailure("no UBX message is called \(id)")
      }
      return UBXFrame.encode(messageID, payload.span)
    case "RTCM3":
      do throws(RTCMError) {
        return try RTCMFrame.encode(payload.span)
      } catch {
        throw EncodeFailure("the payload has more than \(RTCMFrame.maximumPayload) octets")
      }
    default: throw EncodeFailure("\(wireProtocol) messages have no \"payload\"")
    }
  }

  /// Returns the ID for a message's name, or for class and number such as `UBX-0A-04`.
  private static func messageID(_ id: String) -> MessageID? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0] == "UBX",
      let octets = hexadecimalOctets(String(parts[1] + parts[2])),
      octets.count == 2
    {
      return MessageID(MessageClass(rawValue: octets[0]), octets[1])
    }
    var finder = IDFinder(name: id)
    UBXCatalogue.search(&finder)
    return finder.id
  }

  private struct IDFinder: UBXMessageVisitor {
    let name: String
    private(set) var id: MessageID?

    init(name: String) { self.name = name }

    mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
      guard M.name == name else { return false }
      id = M.id
      return true
    }

    mutating func visit(_ row: UBXRow) -> Bool {
      guard row.name == name else { return false }
      id = row.id
      return true
    }
  }

  // MARK: - What to complain about

  private static func unread(_ id: String, _ fields: JSONValue, _ frame: [UInt8]) -> EncodeFailure {
    var known = FieldNames()
    try? UBXCatalogue.printFields(of: frame.span, into: &known)
    if let name = names(in: fields).first(where: { !known.names.contains($0) }) {
      return EncodeFailure("\(id) has no field \"\(name)\"")
    }
    return EncodeFailure("\(id) has fewer fields or \"groups\" than the line: check its counts")
  }

  /// Returns the names of all fields in order, including those in groups.
  private static func names(in fields: JSONValue) -> [String] {
    guard case .object(let members) = fields else { return [] }
    return members.flatMap { member in
      if case .array(let elements) = member.value, member.name == "groups" {
        return elements.flatMap { names(in: $0) }
      }
      return [member.name]
    }
  }

  private struct FieldNames: FieldSink {
    private(set) var names: Set = ["reserved", "reserved_"]

    mutating func field(_ name: StaticString, _ value: FieldValue) { names.insert("\(name)") }
    mutating func field(named name: String, _ value: FieldValue) { names.insert(name) }
    mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {
      names.insert("\(name)\(number < 10 ? "_0" : "_")\(number)")
    }
    mutating func beginGroup(_ index: Int) {}
    mutating func endGroup() {}
    mutating func reserved(_ value: FieldValue) {}
  }
}
