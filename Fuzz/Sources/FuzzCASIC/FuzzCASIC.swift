import CFuzzer
import CairnCASIC
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

/// Messages of class 1, each as its number, a count of words and the payload: framed, read and put together.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  if case .frame(let length, _) = CASICFrame.check(bytes.span) { precondition(length <= count) }
  var pipeline = ReceiverPipeline(dates: DateResolver(reference: nil))
  var at = 0
  var frames = 0
  while at + 2 <= count {
    let end = min(count, at + 2 + 4 * Int(bytes[at + 1]))
    let id = CASICMessageID(1, bytes[at])
    let frame = CASICFrame.encode(id, bytes.span.extracting((at + 2)..<end))
    precondition(CASICFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
    precondition(CASICFrame.messageID(of: frame.span) == id)
    pipeline.receive(frame.span, at: MonotonicTime(nanoseconds: 0))
    frames += 1
    at = end
  }
  pipeline.finish()
  // What looks like a frame inside another may be taken for one, as long as the other is not whole.
  let mayNest = bytes.contains { [0x21, 0x24, 0xB5, 0xBA, 0xD3].contains($0) }
  precondition(mayNest || pipeline.counts(of: .casic).frames == frames)
  for case .epoch(let epoch) in pipeline.takeEvents() {
    if let place = epoch.coordinate {
      precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
    }
    precondition(epoch.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true)
    precondition(epoch.altitude?.isFinite ?? true)
  }
  return 0
}
