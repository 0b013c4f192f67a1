import CFuzzer
import CairnTypes
import CairnUBX
import Glibc

@main
enum Program {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, fuzz))
  }
}

/// Class, number and payload.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  judge(bytes)
  let id = MessageID(MessageClass(rawValue: bytes[0]), bytes[1])
  let frame = UBXFrame.encode(id, bytes.span.extracting(droppingFirst: 2))
  precondition(UBXFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
  precondition(UBXFrame.messageID(of: frame.span) == id)
  let payload = UBXFrame.payload(of: frame.span)
  again(NavPVT.self, payload)
  again(NavSat.self, payload)
  again(NavSVInfo.self, payload)
  again(MonVer.self, payload)
  again(NavDOP.self, payload)
  again(HnrPVT.self, payload)
  return 0
}

/// The sums, byte by byte, of whatever header the bytes begin with.
private func judge(_ bytes: [UInt8]) {
  let stream = [0xB5, 0x62] + bytes
  guard case let check = UBXFrame.check(stream.span), stream.count >= 6 else { return }
  let length = 8 + Int(stream[4]) + Int(stream[5]) * 256
  guard length <= stream.count else { return precondition(check == .incomplete(length: length)) }
  var (a, b): (UInt8, UInt8) = (0, 0)
  for byte in stream[2..<(length - 2)] {
    a &+= byte
    b &+= a
  }
  let isRight = stream[length - 2] == a && stream[length - 1] == b
  precondition(check == (isRight ? .frame(length: length, isChecked: true) : .checksumFailure))
}

private func again<M: UBXMessage>(_ message: M.Type, _ payload: Span<UInt8>) {
  guard let value = try? M.decode(payload) else { return }
  let encoded = value.encodePayload()
  guard let second = try? M.decode(encoded.span) else { fatalError("refuses what it encodes") }
  precondition(second.encodePayload() == encoded)
}
