import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX

/// What the catalogue prints of a payload, under the names an independent decoder gives the fields.
func printed(_ id: MessageID, _ payload: [UInt8]) throws -> [String: FieldValue] {
  var fields = RecordedFields()
  try UBXCatalogue.printFields(of: UBXFrame.encode(id, payload.span).span, into: &fields)
  return fields.flat
}
