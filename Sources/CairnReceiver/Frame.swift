/// A protocol that shares the line with others.
public enum WireProtocol: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case nmea, ubx, rtcm3, casic
}

/// What the framer knows of a frame beside its bytes.
public struct FrameInfo: Hashable, Sendable, BitwiseCopyable {
  /// Whose frame it is.
  public var wireProtocol: WireProtocol
  /// What speaks for its bytes.
  public var integrity: FrameIntegrity
  /// Bytes of the stream before the frame.
  public var offset: Int

  /// False only for an NMEA sentence without a checksum.
  public var isChecked: Bool { integrity == .checked }
}

/// What speaks for a frame's bytes.
public enum FrameIntegrity: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// A right checksum.
  case checked
  /// Nothing: a sentence without a checksum, as are those before it.
  case unchecked
  /// Less: a sentence without a checksum among others that have one. It is passed on, but not believed.
  case doubtful
}

/// Takes the frames a `Framer` finds, in stream order.
public protocol FrameSink {
  /// One whole frame, valid during the call; `frame` has header, checksum and line ending.
  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo)
}

/// What a framer has seen of one protocol.
public struct FrameCounts: Hashable, Sendable {
  /// Whole frames that were passed on.
  public var frames = 0
  /// Whole frames whose checksum was wrong.
  public var checksumFailures = 0
}
