import CairnCatalogue
import CairnUBX
import Testing

/// A message made of typed values, beside the frame that pyubx2 1.4.0 serializes of the same wire values.
struct EncodedExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let encoded: [UInt8]
  let expected: [UInt8]
  let encodedAgain: [UInt8]?

  init<M: UBXMessage>(_ hexadecimal: String, _ make: (inout M) -> Void) {
    var message = M()
    make(&message)
    let frame = octets(hexadecimal)
    expected = frame
    encoded = message.encode()
    encodedAgain = (try? M.decode(UBXFrame.payload(of: frame.span)))?.encode()
    testDescription = "\(M.self), \(frame.count) bytes"
  }
}

extension UBXMessage {
  /// The message in a payload that need not have a name.
  static func decode(octets: [UInt8]) throws(UBXError) -> Self { try decode(octets.span) }
}
