import CFuzzer
import CairnRTCM
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

@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  if case .frame(let length, _) = RTCMFrame.check(bytes.span) {
    precondition(length <= count && remainder(bytes[..<length]) == 0)
    precondition((try? RTCMFrame(bytes.span))?.length == length)
  }
  guard count <= RTCMFrame.maximumPayload else { return 0 }
  guard var frame = try? RTCMFrame.encode(bytes.span) else { fatalError("refuses a payload") }
  precondition(remainder(frame[...]) == 0)
  precondition(RTCMFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
  frame[frame.count - 1 - Int(bytes[0]) % (count + 3)] ^= 1 << (bytes[0] & 7)
  precondition(RTCMFrame.check(frame.span) == .checksumFailure)
  return 0
}

/// Bit by bit, by the definition of the polynomial.
private func remainder(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var remainder: UInt32 = 0
  for byte in bytes {
    remainder ^= UInt32(byte) << 16
    for _ in 0..<8 {
      remainder <<= 1
      if remainder & 0x100_0000 != 0 { remainder ^= 0x186_4CFB }
    }
  }
  return remainder
}
