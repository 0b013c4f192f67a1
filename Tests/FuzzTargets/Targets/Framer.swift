import CairnReceiver
import CairnTypes

extension Target {
  /// A stream; the first byte gives the length of the pieces in which the others arrive.
  static let framer = Target(
    "Framer", .frames(prefix: 1), seeds: { MadeStreams.all(behind: [0x3F]) }
  ) { input in
    guard input.count > 1 else { return }
    let bytes = Array(input.dropFirst())
    let whole = frames(bytes, in: bytes.count)
    let pieces = frames(bytes, in: Int(input[0]) + 1)
    // Beyond the limits of watching and searching, the oldest headers are dropped unless whole.
    guard isAffordable(bytes) else { return }
    // Pieces may change only this: a frame may win over an incomplete one around it. If it is the
    // first sentence with a checksum, later sentences without one are judged differently.
    precondition(whole.checked.allSatisfy { overlaps($0, pieces.frames) })
    precondition(pieces.checked.allSatisfy { overlaps($0, whole.frames) })
  }
}

/// Whether the search can examine everything that begins like a frame, and one frame more.
///
/// Source: `FrameClaims` watches 128; `SearchBudget` starts with a credit of 524,344. A claim may
/// use an eighth of it; the most expensive, of RTCM 3, costs 8,232.
private func isAffordable(_ bytes: [UInt8]) -> Bool {
  var (headers, cost) = (0, 0)
  for (index, byte) in bytes.enumerated() {
    let rest = bytes[index...].dropFirst()
    switch (byte, rest.first) {
    case (0xB5, 0x62): cost += min(length(rest.dropFirst(3)), bytes.count)
    case (0xBA, 0xCE): cost += 8 * min(length(rest.dropFirst()), bytes.count)
    case (0xD3, let next?) where next < 4: cost += 8 * min(1029, bytes.count)
    // Only printable characters can belong to a sentence.
    case (0x21, _): cost += 16 * rest.prefix { (0x20...0x7E).contains($0) }.count
    default: continue
    }
    if byte != 0x21 { headers += 1 }
  }
  return headers <= 128 && cost <= 524_344 - 8 * 8_232
}

/// Returns a frame's length from its two-byte field, lower byte first, plus 10 for the rest.
private func length(_ bytes: ArraySlice<UInt8>) -> Int {
  bytes.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) } + 10
}

private func overlaps(_ frame: Range<Int>, _ others: [Range<Int>]) -> Bool {
  others.contains { $0.overlaps(frame) }
}

private func frames(_ bytes: [UInt8], in length: Int) -> Sink {
  var framer = Framer()
  var sink = Sink(stream: bytes)
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + length)
    framer.receive(bytes.span.extracting(position..<end), into: &sink)
    require(framer.bytesPending <= 65_671, "more than one claim is kept")
    position = end
  }
  framer.abandonIncomplete(into: &sink)
  let framed = sink.frames.reduce(0) { $0 + $1.count }
  // The last byte of a frame may also be the first one of the next.
  require(framed + framer.bytesSkipped - sink.shared == bytes.count, "a byte is not accounted for")
  require(framer.bytesPending == 0, "bytes are kept after the end")
  return sink
}

private struct Sink: FrameSink {
  let stream: [UInt8]
  var frames: [Range<Int>] = []
  var checked: [Range<Int>] = []
  var shared = 0

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    let end = frames.last?.upperBound ?? 0
    require(info.offset >= end - 1 && info.offset >= 0, "a frame is out of order")
    if info.offset == end - 1 { shared += 1 }
    for index in frame.indices { precondition(frame[index] == stream[info.offset + index]) }
    frames.append(info.offset..<info.offset + frame.count)
    if info.isChecked { checked.append(frames[frames.count - 1]) }
  }
}
