internal import CairnTypes

/// Why bytes are not a D-Bus message, or a value cannot be sent as one.
///
/// On a stream every case is fatal, because the start of the next message is unknown.
@nonexhaustive
public enum DBusError: Error, Equatable, Sendable {
  /// A value continues past the end of the message.
  case truncated
  /// This many bytes follow the last value.
  case bytesLeft(Int)
  /// The first byte is neither `l` nor `B`.
  case byteOrder(UInt8)
  /// The type of the message is 0.
  case messageType
  case protocolVersion(UInt8)
  /// The serial, or the serial of the call that is replied to, is 0.
  case serial
  /// The message has `size` bytes, which exceeds `limit`.
  case messageSize(UInt64, limit: Int)
  /// The array has this many bytes, more than 64 MiB.
  case arraySize(UInt64)
  /// The last element of an array does not end where the array ends.
  case arrayEnd
  /// A byte that only aligns the next value is not zero.
  case padding
  /// A boolean is neither 0 nor 1.
  case boolean(UInt32)
  /// A text is not UTF-8, or contains NUL.
  case text
  /// No zero byte follows a text.
  case terminator
  case signature(String)
  case objectPath(String)
  case busName(String)
  case interfaceName(String)
  case memberName(String)
  /// Containers are nested more than 64 deep.
  case nesting
  /// A header field that this kind of message must have is missing.
  case missingField(DBusHeaderField)
  /// A header field has a value of the wrong type.
  case fieldType(DBusHeaderField)
  /// A header field occurs twice.
  case repeatedField(DBusHeaderField)
  /// A container holds a value of another type than it declares.
  case elementType(expected: String, found: String)
  /// A header field has the number 0.
  case headerField
}

extension DBusError: CustomStringConvertible {
  /// Description of the defect, in one line.
  public var description: String {
    switch self {
    case .truncated: "a value continues past the end of the message"
    case .bytesLeft(let count): "\(count) bytes follow the last value"
    case .byteOrder(let byte): "the byte order is \(byte), which is neither 'l' nor 'B'"
    case .messageType: "the message type is 0"
    case .protocolVersion(let version): "the protocol version is \(version), not 1"
    case .serial: "a serial is 0"
    case .messageSize(let size, let limit):
      "the message has \(size) bytes; the limit is \(limit)"
    case .arraySize(let size): "an array has \(size) bytes; the limit is 64 MiB"
    case .arrayEnd: "an element continues past the end of its array"
    case .padding: "a padding byte is not zero"
    case .boolean(let value): "a boolean is \(value), neither 0 nor 1"
    case .text: "a text is not UTF-8, or contains NUL"
    case .terminator: "a text does not end with a zero byte"
    case .signature(let text): "not a signature: \(Self.quoted(text))"
    case .objectPath(let text): "not an object path: \(Self.quoted(text))"
    case .busName(let text): "not a bus name: \(Self.quoted(text))"
    case .interfaceName(let text): "not an interface name: \(Self.quoted(text))"
    case .memberName(let text): "not a member name: \(Self.quoted(text))"
    case .nesting: "containers are nested more than \(DBusValue.maximumDepth) deep"
    case .missingField(let field): "the header field \(field) is missing"
    case .fieldType(let field): "the header field \(field) has a value of the wrong type"
    case .repeatedField(let field): "the header field \(field) occurs twice"
    case .elementType(let expected, let found):
      "a container of type '\(expected)' holds a value of type '\(found)'"
    case .headerField: "a header field has the number 0"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + ForeignText.visible(text, limit: 80) + "'"
  }
}
