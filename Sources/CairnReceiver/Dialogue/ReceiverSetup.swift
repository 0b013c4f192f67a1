public import CairnUBX

/// What is known of a receiver before it is heard, and how it shall work: from its profile, or nothing.
public struct ReceiverSetup: Sendable {
  /// Line speeds to try first, in baud, the likeliest first.
  public var baudRates: [UInt32] = []
  /// The line speed it shall have in the end, in baud; `nil` leaves the one it is found with unless the
  /// messages need more.
  public var workingBaudRate: UInt32?
  /// Which of its ports the host is connected to.
  public var port = ReceiverPort.uart1
  /// When something may be written to it.
  public var permission = WritePermission.afterFirstFrame
  /// Settings beyond those that reports and power need.
  public var startup: [ConfigurationValue] = []
  /// The memories, beside RAM, that its configuration is written to; empty for none.
  public var persistence: ConfigurationLayers = []

  /// A receiver of which nothing is known.
  public init() {}
}
