/// What a receiver did with an assistance message, an open set.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ACK-DATA0, "infoCode".
public struct AssistanceOutcome: UBXOpenValue {
  /// The wire's `infoCode`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It accepted the data.
  public static let used = AssistanceOutcome(rawValue: 0)
  /// It does not know the time yet, which the data needs: send the time first, then the data again.
  public static let timeUnknown = AssistanceOutcome(rawValue: 1)
  /// It does not know this version of the message.
  public static let unknownVersion = AssistanceOutcome(rawValue: 2)
  /// The payload's length is not that of the version.
  public static let wrongLength = AssistanceOutcome(rawValue: 3)
  /// It could not store the data.
  public static let notStored = AssistanceOutcome(rawValue: 4)
  /// It is not ready to take any: send the data again later.
  public static let notReady = AssistanceOutcome(rawValue: 5)
  /// It does not know this type of message.
  public static let unknownType = AssistanceOutcome(rawValue: 6)
}
