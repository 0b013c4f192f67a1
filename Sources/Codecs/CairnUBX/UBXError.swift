/// Reason why a UBX message could not be decoded. Its frame was whole: pass it on raw and continue.
public enum UBXError: Error, Hashable, Sendable {
  /// The bytes are not a UBX frame, or are fewer than the frame's own length.
  case notAFrame
  /// The payload has a length this message never has.
  case payloadLength(MessageID, found: Int)
  /// The payload's type or version belongs to another form of the message.
  case payloadVersion(MessageID, found: UInt8?)
  /// The message declares more or fewer repetitions than its payload holds.
  case groupCount(MessageID, declared: Int, found: Int)
  /// The key at this offset from the payload's start does not give the width of a value, so that
  /// nothing after it can be separated.
  case configurationKey(MessageID, ConfigurationKey, offset: Int)
  /// The payload ends inside the configuration key or value that begins at this offset.
  case configurationCutShort(MessageID, offset: Int)
  /// The message has more configuration items than allowed.
  case configurationCount(MessageID, found: Int)
  /// There is no decoder for the message.
  case unknownMessage(MessageID)
}
