/// What a codec says of bytes that begin like one of its frames.
///
/// The framer asks each codec in turn at every possible start and resumes one byte later unless the
/// answer is `frame`: a false header never swallows a good frame.
public enum FrameCheck: Hashable, Sendable {
  /// A whole frame.
  ///
  /// `length` counts every byte, header and line ending included; `isChecked` is false only for an
  /// NMEA sentence without a checksum.
  case frame(length: Int, isChecked: Bool)
  /// Could still become a frame; at least `length` bytes in all are needed to know more.
  case incomplete(length: Int)
  /// Whole, but its checksum is wrong.
  case checksumFailure
  /// Not a frame.
  case notAFrame
}
