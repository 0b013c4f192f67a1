import CFuzzer
import CairnCatalogue
import CairnTypes
import CairnUBX
import Glibc

@main
enum Program {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, fuzz))
  }
}

/// Class, number and payload: every form of the message that takes the payload prints it, builds it
/// again from what it printed, and does not change in a second pass.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let id = MessageID(MessageClass(rawValue: bytes[0]), bytes[1])
  var visitor = Visitor(id: id, payload: Array(bytes[2...]))
  UBXCatalogue.search(&visitor)
  let frame = UBXFrame.encode(id, bytes.span.extracting(droppingFirst: 2))
  var fields = RecordedFields()
  if (try? UBXCatalogue.printFields(of: frame.span, into: &fields)) != nil {
    guard let name = UBXCatalogue.name(of: frame.span) else { fatalError("prints without a name") }
    precondition(UBXCatalogue.encode(name, from: fields) != nil)
  }
  return 0
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
}
