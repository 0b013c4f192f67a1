import CairnJSON
package import CairnReceiver
package import CairnTypes

/// `--format json`: writes one object for each message, with fields as on the wire. A message
/// without decoded fields has its payload in hexadecimal, so that `cairn encode` loses nothing.
package struct JSONMessageWriter: MessageWriter {
  private let output: any LineOutput
  private var line = JSONText()
  private var sink = JSONFieldSink()

  package init(_ output: some LineOutput) { self.output = output }

  package mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo) {
    let message = Message(frame, info.wireProtocol)
    let name = message.name(of: frame)
    sink.begin()
    let decoding = message.print(frame, into: &sink)
    line.clear()
    line.beginObject()
    line.member("offset", info.offset)
    line.member("length", frame.count)
    line.member("protocol", info.wireProtocol.label)
    line.member("id", name.id)
    if let talker = name.talker { line.member("talker", talker) }
    line.member("valid", decoding != .invalid)
    if !info.isChecked { line.member("checked", false) }
    line.key("fields")
    line.splice(sink.fields)
    if decoding != .complete || sink.isEmpty, let payload = info.wireProtocol.payload(of: frame) {
      line.member("payload", hexadecimal(payload))
    }
    line.endObject()
    line.newline()
    output.write(line.bytes)
  }

  package func show(_ events: [ReceiverEvent]) {}
  package func finish(_ summary: DecodeSummary) {}
}

/// Collects the fields of one message as a JSON object. Repeated groups become `groups`;
/// non-zero reserved values become `reserved`, or `reserved_` if a field has that name.
struct JSONFieldSink: FieldSink {
  private var root = JSONFieldLevel()
  /// The groups that enclose the present field, outermost first.
  private var open: [(level: JSONFieldLevel, index: Int)] = []
  private var reservedValues: [FieldValue] = []
  private var hasReserved = false

  /// Whether there are no named fields; reserved values alone do not tell it from a poll.
  var isEmpty: Bool { root.isEmpty }

  mutating func begin() {
    root = JSONFieldLevel()
    open.removeAll(keepingCapacity: true)
    reservedValues.removeAll(keepingCapacity: true)
    hasReserved = false
  }

  /// The whole object.
  var fields: JSONText {
    var text = JSONText()
    text.object {
      root.write(into: &$0)
      guard hasReserved else { return }
      let isTaken = root.fields.hasMember("reserved")
      $0.array(isTaken ? "reserved_" : "reserved") { list in
        for value in reservedValues { list.element(value) }
      }
    }
    return text
  }

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    if open.isEmpty {
      root.fields.member(name, value)
    } else {
      open[open.count - 1].level.fields.member(name, value)
    }
  }

  mutating func field(named name: String, _ value: FieldValue) {
    if open.isEmpty {
      root.fields.member(name, value)
    } else {
      open[open.count - 1].level.fields.member(name, value)
    }
  }

  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {
    root.fields.member("\(name)\(number < 10 ? "_0" : "_")\(number)", value)
  }

  mutating func beginGroup(_ index: Int) {
    let level = open.last?.level ?? root
    open.append((index < level.groups.count ? level.groups[index] : JSONFieldLevel(), index))
  }

  mutating func endGroup() {
    guard let (level, index) = open.popLast() else { return }
    if open.isEmpty {
      root.set(level, at: index)
    } else {
      open[open.count - 1].level.set(level, at: index)
    }
  }

  mutating func reserved(_ value: FieldValue) {
    reservedValues.append(value)
    switch value {
    case .octets(let octets): hasReserved = hasReserved || octets.contains { $0 != 0 }
    case .unsigned(let bits): hasReserved = hasReserved || bits != 0
    default: hasReserved = true
    }
  }
}

/// The fields outside all groups, or those inside one group.
private struct JSONFieldLevel {
  var fields = JSONText(capacity: 64)
  private(set) var groups: [JSONFieldLevel] = []

  var isEmpty: Bool { fields.bytes.isEmpty && groups.isEmpty }

  mutating func set(_ level: JSONFieldLevel, at index: Int) {
    if index < groups.count { groups[index] = level } else { groups.append(level) }
  }

  func write(into text: inout JSONText) {
    if !fields.bytes.isEmpty { text.splice(fields) }
    guard !groups.isEmpty else { return }
    text.array("groups") { list in
      for group in groups { list.object { group.write(into: &$0) } }
    }
  }
}

extension JSONText {
  package mutating func member(_ name: StaticString, _ value: FieldValue) {
    key(name)
    element(value)
  }

  package mutating func member(_ name: String, _ value: FieldValue) {
    key(name)
    element(value)
  }

  package mutating func element(_ value: FieldValue) {
    switch value {
    case .absent: null()
    case .integer(let number): integer(number)
    case .unsigned(let number): integer(number)
    case .decimal(let number, _): element(number)
    case .real(let number): real(number)
    case .flag(let flag): element(flag)
    case .text(let text): element(text)
    case .octets(let octets): element(hexadecimal(octets))
    case .wide(let octets): number(decimalDigits(octets))
    }
  }

  /// Writes a number, also those that JSON lacks: minus zero, and text for infinity and NaN.
  private mutating func real(_ value: Double) {
    if value.isNaN {
      element("nan")
    } else if value.isInfinite {
      element(value < 0 ? "-inf" : "inf")
    } else if value == 0, value.sign == .minus {
      number("-0.0")
    } else {
      element(value)
    }
  }
}

/// Returns the decimal digits of an unsigned number of any width, given lowest octet first.
func decimalDigits(_ octets: [UInt8]) -> String {
  var digits: [UInt8] = [0]
  for octet in octets.reversed() {
    var carry = Int(octet)
    for index in digits.indices {
      carry += Int(digits[index]) * 256
      digits[index] = UInt8(carry % 10)
      carry /= 10
    }
    while carry > 0 {
      digits.append(UInt8(carry % 10))
      carry /= 10
    }
  }
  return digits.reversed().map(String.init).joined()
}

/// Returns two lower-case digits for each octet.
package func hexadecimal(_ octets: [UInt8]) -> String {
  var text = ""
  for octet in octets { text += (octet < 16 ? "0" : "") + String(octet, radix: 16) }
  return text
}
