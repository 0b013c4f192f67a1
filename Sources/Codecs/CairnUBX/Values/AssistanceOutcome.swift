/// Outcome of an assistance message at the receiver; an open set.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ACK-DATA0, "infoCode".
public struct AssistanceOutcome: UBXOpenValue {
  /// The wire's `infoCode`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The receiver accepted the data.
  public static let used = AssistanceOutcome(rawValue: 0)
  /// The receiver does not know the time, which the data needs: send the time, then the data again.
  public static let timeUnknown = AssistanceOutcome(rawValue: 1)
  /// The receiver does not know this version of the message.
  public static let unknownVersion = AssistanceOutcome(rawValue: 2)
  /// The payload's length does not match the version.
  public static let wrongLength = AssistanceOutcome(rawValue: 3)
  /// The receiver could not store the data.
  public static let notStored = AssistanceOutcome(rawValue: 4)
  /// The receiver is not ready for data: send it again later.
  public static let notReady = AssistanceOutcome(rawValue: 5)
  /// The receiver does not know this type of message.
  public static let unknownType = AssistanceOutcome(rawValue: 6)
}
