/// Copies of the frames of one read, for a driver that converses with the receiver.
///
/// The driver sees them only after the totals of the read, which may end its conversation.
struct HeardFrames: Sendable {
  /// The frames, one behind the other.
  private var bytes: [UInt8] = []
  private var frames: [(info: FrameInfo, place: Range<Int>)] = []

  mutating func keep(_ frame: Span<UInt8>, _ info: FrameInfo) {
    let start = bytes.count
    unsafe frame.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    frames.append((info, start..<bytes.count))
  }

  /// Calls `body` with each frame, oldest first.
  func forEach(_ body: (Span<UInt8>, FrameInfo) -> Void) {
    for (info, place) in frames { body(bytes.span.extracting(place), info) }
  }
}
