import CairnReceiver
import CairnTypes

/// `--format json`: one object a message, fields as the wire has them.
struct JSONMessageWriter: MessageWriter {
  private let output: StandardOutput
  private var line = JSONText()
  private var sink = JSONFieldSink()

  init(_ output: StandardOutput) { self.output = output }

  mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo) {
    let message = Message(frame, info.wireProtocol)
    let name = message.name
    sink.begin()
    let isValid = message.print(frame, into: &sink)
    sink.end()
    line.clear()
    line.beginObject()
    line.member("offset", info.offset)
    line.member("length", frame.count)
    line.member("protocol", info.wireProtocol.label)
    line.member("id", name.id)
    if let talker = name.talker { line.member("talker", talker) }
    line.member("valid", isValid)
    if !info.isChecked { line.member("checked", false) }
    line.key("fields")
    line.splice(sink.fields)
    line.endObject()
    line.newline()
    output.write(line.bytes)
  }

  func show(_ event: ReceiverEvent) {}
  func finish(_ summary: DecodeSummary) {}
}

/// Collects the fields of one message as a JSON object; repeated groups become its `groups`.
struct JSONFieldSink: FieldSink {
  private(set) var fields = JSONText()
  private var groups = JSONText()
  private var isInGroup = false
  private var hasGroups = false

  mutating func begin() {
    fields.clear()
    fields.beginObject()
    hasGroups = false
  }

  mutating func end() {
    if hasGroups {
      groups.endArray()
      fields.key("groups")
      fields.splice(groups)
    }
    fields.endObject()
  }

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    if isInGroup { groups.member(name, value) } else { fields.member(name, value) }
  }

  mutating func beginGroup() {
    if !hasGroups {
      groups.clear()
      groups.beginArray()
    }
    hasGroups = true
    isInGroup = true
    groups.beginObject()
  }

  mutating func endGroup() {
    isInGroup = false
    groups.endObject()
  }
}

extension JSONText {
  mutating func member(_ name: StaticString, _ value: FieldValue) {
    switch value {
    case .absent:
      key(name)
      null()
    case .integer(let number): member(name, number)
    case .unsigned(let number): member(name, number)
    case .decimal(let number, _): member(name, number)
    case .flag(let flag): member(name, flag)
    case .text(let text): member(name, text)
    case .octets(let octets): member(name, hexadecimal(octets))
    }
  }
}

/// Two lower-case digits an octet.
func hexadecimal(_ octets: [UInt8]) -> String {
  var text = ""
  for octet in octets { text += (octet < 16 ? "0" : "") + String(octet, radix: 16) }
  return text
}
