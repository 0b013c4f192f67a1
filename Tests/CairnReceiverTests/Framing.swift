import CairnReceiver

/// How a stream is cut into pieces.
enum Pieces: Hashable, Sendable, CustomStringConvertible {
  case whole
  case of(Int)
  /// 1...300 bytes, from a seed.
  case random(UInt64)

  var description: String {
    switch self {
    case .whole: "whole"
    case .of(let length): "pieces of \(length)"
    case .random(let seed): "random pieces, seed \(seed)"
    }
  }
}

/// A small generator whose numbers are the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// xorshift64*.
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// What a framer made of a stream.
struct Framing: Equatable {
  var frames: [FoundFrame] = []
  var nmea = 0
  var ubx = 0
  var rtcm3 = 0
  var casic = 0
  var checksumFailures = [0, 0, 0, 0]
  var bytesSkipped = 0
  var bytesReceived = 0
  /// Whether every frame was handed over with the stream's own bytes.
  var isFaithful = true
  /// The most bytes that waited after a piece.
  var mostPending = 0

  /// The frames of `bytes`, which come in pieces and then end.
  init(_ bytes: [UInt8], _ pieces: Pieces = .whole) {
    var framer = Framer()
    var sink = Sink(stream: bytes)
    var position = 0
    var generator = SeededGenerator(seed: 1)
    if case .random(let seed) = pieces { generator = SeededGenerator(seed: seed) }
    let span = bytes.span
    while position < bytes.count {
      let length =
        switch pieces {
        case .whole: bytes.count
        case .of(let length): length
        case .random: Int.random(in: 1...300, using: &generator)
        }
      let end = min(bytes.count, position + length)
      framer.receive(span.extracting(position..<end), into: &sink)
      mostPending = max(mostPending, framer.bytesPending)
      position = end
    }
    framer.abandonIncomplete(into: &sink)
    frames = sink.frames
    isFaithful = sink.isFaithful && framer.bytesPending == 0
    (nmea, ubx, rtcm3) = (framer.nmea.frames, framer.ubx.frames, framer.rtcm3.frames)
    casic = framer.casic.frames
    checksumFailures = WireProtocol.allCases.map { framer.counts(of: $0).checksumFailures }
    (bytesSkipped, bytesReceived) = (framer.bytesSkipped, framer.bytesReceived)
  }

  /// Bytes that belong to a frame: one that completed a frame by chance and begins the next counts once.
  var framedBytes: Int {
    var end = 0
    return frames.reduce(0) { count, frame in
      defer { end = frame.offset + frame.length }
      return count + frame.length - max(0, end - frame.offset)
    }
  }

  struct Sink: FrameSink {
    let stream: [UInt8]
    var frames: [FoundFrame] = []
    var isFaithful = true

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      frames.append(
        FoundFrame(
          offset: info.offset, length: frame.count, wireProtocol: info.wireProtocol))
      let isInside = info.offset >= 0 && info.offset + frame.count <= stream.count
      guard isInside else { return isFaithful = false }
      for index in frame.indices where frame[index] != stream[info.offset + index] {
        isFaithful = false
      }
    }
  }
}
