/// A codec's verdict on bytes that begin like one of its frames.
///
/// The framer asks each codec in turn at every possible start. Unless the answer is `frame`, it
/// resumes one byte later, so that a false header never swallows a good frame.
public enum FrameCheck: Hashable, Sendable {
  /// A whole frame.
  ///
  /// `length` counts every byte, including header and line ending. `isChecked` is false only for an
  /// NMEA sentence without a checksum.
  case frame(length: Int, isChecked: Bool)
  /// Could still become a frame; a decision needs at least `length` bytes in all.
  case incomplete(length: Int)
  /// A complete frame with a wrong checksum.
  case checksumFailure
  /// Not a frame.
  case notAFrame
}
