import CairnCatalogue
import CairnTypes

/// A sentence with its checksum.
func framed(_ body: String) -> [UInt8] {
  let sum = body.utf8.dropFirst().reduce(0, ^)
  let digits = String(sum, radix: 16, uppercase: true)
  return Array((body + "*" + (digits.utf8.count < 2 ? "0" : "") + digits + "\r\n").utf8)
}

/// What stands between the start and the checksum of a frame, start included.
func body(of frame: [UInt8]) -> [UInt8] {
  var end = frame.count
  while end > 0, frame[end - 1] == 0x0A || frame[end - 1] == 0x0D { end -= 1 }
  if end > 3, frame[end - 3] == 0x2A { end -= 3 }
  return Array(frame[..<end])
}

/// The fields of a sentence, with numbers as a JSON text would have them.
func printed(_ sentence: [UInt8], by registry: NMEARegistry = NMEARegistry()) -> RecordedFields {
  var sink = JSONNumbers()
  try? registry.printFields(of: sentence.span, into: &sink)
  return sink.fields
}

/// Whether what is printed builds the same sentence.
func isBuiltAgain(_ frame: [UInt8], by registry: NMEARegistry = NMEARegistry()) -> Bool {
  guard let name = NMEACatalogue.name(of: frame.span) else { return false }
  let fields = printed(frame, by: registry)
  guard let built = registry.encode(id: name.id, talker: name.talker, from: fields) else {
    return false
  }
  return built == framed(String(decoding: body(of: frame), as: UTF8.self))
}

/// Drops what JSON does not keep of a number: whether it had decimals, and how many.
private struct JSONNumbers: FieldSink {
  var fields = RecordedFields()

  private func plain(_ value: FieldValue) -> FieldValue {
    switch value {
    case .decimal(let number, _), .real(let number):
      number.magnitude < 1e15 && number == Double(Int64(number))
        ? .integer(Int64(number)) : .real(number)
    default: value
    }
  }

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    fields.field(name, plain(value))
  }
  mutating func field(named name: String, _ value: FieldValue) {
    fields.field(named: name, plain(value))
  }
  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {
    fields.element(name, number, plain(value))
  }
  mutating func beginGroup(_ index: Int) { fields.beginGroup(index) }
  mutating func endGroup() { fields.endGroup() }
  mutating func reserved(_ value: FieldValue) { fields.reserved(value) }
}
