/// Why a UBX message could not be decoded. The frame itself was whole; hand it on raw, count it, go on.
public enum UBXError: Error, Hashable, Sendable {
  /// The bytes are no UBX frame, or fewer than the frame's own length says.
  case notAFrame
  /// The payload has a length this message never has.
  case payloadLength(MessageID, found: Int)
  /// The payload's type or version is that of another form of the message.
  case payloadVersion(MessageID, found: UInt8?)
  /// The message declares more or fewer repetitions than its payload holds.
  case groupCount(MessageID, declared: Int, found: Int)
  /// What begins there, counted from the payload's start, is the key of no value: its number does not say
  /// how wide the value is, so that nothing behind it can be told apart.
  case configurationKey(MessageID, ConfigurationKey, offset: Int)
  /// The payload ends inside the configuration key or value that begins there.
  case configurationCutShort(MessageID, offset: Int)
  /// More configuration items than one message may have.
  case configurationCount(MessageID, found: Int)
  /// There is no decoder for the message.
  case unknownMessage(MessageID)
}
