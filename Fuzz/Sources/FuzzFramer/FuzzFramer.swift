import CFuzzer
import CairnReceiver
import CairnTypes
import Glibc

@main
enum Program {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, fuzz))
  }
}

/// The first byte says how long the pieces are that the others come in.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start + 1, count: count - 1))
  let whole = frames(bytes, in: bytes.count)
  let pieces = frames(bytes, in: Int(start[0]) + 1)
  // A frame may win over one around it that is not complete yet: that is all that pieces may change. If it
  // is the first sentence with a checksum, those without are judged otherwise from there on.
  precondition(whole.checked.allSatisfy { overlaps($0, pieces.frames) })
  precondition(pieces.checked.allSatisfy { overlaps($0, whole.frames) })
  return 0
}

private func overlaps(_ frame: Range<Int>, _ others: [Range<Int>]) -> Bool {
  others.contains { $0.overlaps(frame) }
}

private func frames(_ bytes: [UInt8], in length: Int) -> Sink {
  var framer = Framer()
  var sink = Sink(stream: bytes)
  var decoder = ReceiverPipeline()
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + length)
    let piece = bytes.span.extracting(position..<end)
    framer.receive(piece, into: &sink)
    decoder.receive(piece, at: MonotonicTime(nanoseconds: Int64(position) * 1_000_000))
    precondition(framer.bytesPending <= 65_671, "one claim at most is kept")
    position = end
  }
  framer.abandonIncomplete(into: &sink)
  decoder.finish()
  _ = decoder.takeEvents()
  let framed = sink.frames.reduce(0) { $0 + $1.count }
  precondition(framed + framer.bytesSkipped == bytes.count, "every byte is accounted for")
  precondition(framer.bytesPending == 0)
  return sink
}

private struct Sink: FrameSink {
  let stream: [UInt8]
  var frames: [Range<Int>] = []
  var checked: [Range<Int>] = []

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    precondition(info.offset >= frames.last?.upperBound ?? 0, "frames come in order")
    for index in frame.indices { precondition(frame[index] == stream[info.offset + index]) }
    frames.append(info.offset..<info.offset + frame.count)
    if info.isChecked { checked.append(frames[frames.count - 1]) }
  }
}
