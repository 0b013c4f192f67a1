import CairnTestSupport
import CairnReceiver
import Testing

@Suite(
  "Framer, on captures",
  .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
struct FramerCorpusTests {
  static let ways: [Pieces] = [.whole, .of(1), .of(7), .of(64), .random(3)]

  @Test(arguments: ways)
  func `every capture has the frames an independent framer finds`(_ pieces: Pieces) async throws {
    let captures = try await Corpus.captures.value
    #expect(captures.count >= 100)
    for capture in captures {
      let framing = Framing(capture.bytes, pieces)
      // A logger wrapped each sentence in fields of its own: the independent framers want a line end.
      let frames =
        capture.frames.isEmpty ? IdealFramer.frames(capture.bytes) : capture.frames
      #expect(framing.frames == frames, "\(capture)")
      #expect(framing.isFaithful, "\(capture)")
      #expect(framing.bytesReceived == capture.bytes.count, "\(capture)")
      #expect(framing.framedBytes + framing.bytesSkipped == capture.bytes.count, "\(capture)")
      #expect(framing.nmea + framing.ubx + framing.rtcm3 == frames.count, "\(capture)")
    }
  }

  @Test(arguments: ways)
  func `no damage costs a frame whose own bytes are whole, and none is invented`(
    _ pieces: Pieces
  ) async throws {
    let capture = try await Corpus.damaged.value
    let framing = Framing(capture.bytes, pieces)
    let found = Set(framing.frames)
    #expect(capture.frames.filter { !found.contains($0) }.isEmpty)
    #expect(framing.isFaithful)
    #expect(framing.framedBytes + framing.bytesSkipped == capture.bytes.count)
    #expect(framing.mostPending <= 65_543)
    // What is found beyond the untouched frames are damaged ones that are frames all the same.
    #expect(found.count == framing.frames.count)
    let whole = Framing(capture.bytes, .whole)
    #expect(framing.frames.count == whole.frames.count)
    #expect(framing.checksumFailures == whole.checksumFailures)
    // Compared outside the macro, which would print every frame.
    let isSame = framing == whole.waiting(framing.mostPending)
    #expect(isSame)
  }
}

extension Framing {
  /// The same with another measure of waiting, which depends on the pieces.
  func waiting(_ bytes: Int) -> Framing {
    var copy = self
    copy.mostPending = bytes
    return copy
  }
}
