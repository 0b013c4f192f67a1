import CairnCatalogue
import CairnTypes
import CairnUBX

/// What the catalogue prints of a payload, under the names an independent decoder gives the fields.
func printed(_ id: MessageID, _ payload: [UInt8]) throws -> [String: FieldValue] {
  var fields = RecordedFields()
  try UBXCatalogue.printFields(of: UBXFrame.encode(id, payload.span).span, into: &fields)
  return fields.flat
}

/// What the catalogue prints of a payload of the message with that name.
func printed(_ name: String, _ payload: [UInt8]) throws -> [String: FieldValue] {
  try printed(id(name), payload)
}

/// The payload that the catalogue builds of the fields that a payload prints.
func rebuilt(_ name: String, _ payload: [UInt8]) throws -> [UInt8]? {
  var fields = RecordedFields()
  try UBXCatalogue.printFields(of: UBXFrame.encode(id(name), payload.span).span, into: &fields)
  return UBXCatalogue.encode(name, from: fields).map { Array($0.frame[6..<($0.frame.count - 2)]) }
}

/// Class and number of the first message with that name; class 0 if there is none.
func id(_ name: String) -> MessageID {
  var finder = IDFinder(name: name)
  UBXCatalogue.search(&finder)
  return finder.id
}

/// The rows of the catalogue with that name, or all.
func catalogueRows(named name: String? = nil) -> [UBXRow] {
  var collector = RowCollector()
  UBXCatalogue.search(&collector)
  return collector.rows.filter { name == nil || $0.name == name }
}

func hexadecimal(_ octets: [UInt8]) -> String {
  octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private struct IDFinder: UBXMessageVisitor {
  let name: String
  var id = MessageID(MessageClass(rawValue: 0), 0)

  init(name: String) { self.name = name }

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    if M.name == name { id = M.id }
    return M.name == name
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    if row.name == name { id = row.id }
    return row.name == name
  }
}

private struct RowCollector: UBXMessageVisitor {
  var rows: [UBXRow] = []

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool { false }

  mutating func visit(_ row: UBXRow) -> Bool {
    rows.append(row)
    return false
  }
}
