/// Why a UBX message could not be decoded. The frame itself was whole; hand it on raw, count it, go on.
public enum UBXError: Error, Hashable, Sendable {
  /// The bytes are no UBX frame, or fewer than the frame's own length says.
  case notAFrame
  /// The payload has a length this message never has.
  case payloadLength(MessageID, found: Int)
  /// The payload's first octet, its type or version, is that of another form of the message.
  case payloadVersion(MessageID, found: UInt8?)
  /// The message declares more or fewer repetitions than its payload holds.
  case groupCount(MessageID, declared: Int, found: Int)
  /// There is no decoder for the message.
  case unknownMessage(MessageID)
}
