/// A protocol that may share the line with others.
public enum WireProtocol: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case nmea, ubx, rtcm3, casic
}

/// Protocol, integrity and place of a frame.
public struct FrameInfo: Hashable, Sendable, BitwiseCopyable {
  /// The frame's protocol.
  public var wireProtocol: WireProtocol
  /// How far the frame's bytes can be trusted.
  public var integrity: FrameIntegrity
  /// Number of stream bytes before the frame.
  public var offset: Int

  /// Whether the checksum was right; false only for an NMEA sentence without a checksum.
  public var isChecked: Bool { integrity == .checked }
}

/// How far a frame's bytes can be trusted.
public enum FrameIntegrity: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The checksum is right.
  case checked
  /// A sentence without a checksum, like those before it.
  case unchecked
  /// A sentence without a checksum among others that have one; passed on but not believed.
  case doubtful
}

/// Receives the frames that a `Framer` finds, in stream order.
public protocol FrameSink {
  /// Receives a whole frame with header, checksum and line ending; valid during the call.
  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo)
}

/// A framer's counts of one protocol.
public struct FrameCounts: Hashable, Sendable {
  /// Whole frames passed on.
  public var frames = 0
  /// Whole frames with a wrong checksum.
  public var checksumFailures = 0
}
