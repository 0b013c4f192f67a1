public import CairnTypes

/// Asks a receiver what it is and which commands it understands.
public struct ReceiverIdentifier: Dialogue {
  public private(set) var outcome: ReceiverIdentity?
  public private(set) var nextDeadline: MonotonicTime?

  /// - Parameters:
  ///   - heard: what the probe has heard it speak.
  ///   - baudRate: the line's speed; `nil` where it has none.
  ///   - permission: when it may be asked.
  public init(heard: HeardSpeech, baudRate: UInt32?, permission: WritePermission) {
  }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
  }
}
