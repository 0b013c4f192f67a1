import CFuzzer
import CairnRTCM
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

/// The first byte says how long the pieces are that the others come in, which must change nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start + 1, count: count - 1))
  // As an address, and as what a caster sends.
  if let caster = NTRIPCaster(String(decoding: bytes, as: UTF8.self)) {
    precondition(!caster.host.isEmpty && !caster.mountpoint.isEmpty && caster.port > 0)
    var client = NTRIPClient(caster, version: .automatic)
    let request = client.connected(at: MonotonicTime(nanoseconds: 0))
    precondition(request.count { $0 == 10 } == 6 || request.count { $0 == 10 } == 7)
  }
  let whole = run(bytes, in: bytes.count)
  let pieces = run(bytes, in: Int(start[0]) + 1)
  precondition(whole.messages == pieces.messages)
  return 0
}

private func run(_ bytes: [UInt8], in length: Int) -> (messages: [[UInt8]], error: NTRIPError?) {
  let now = MonotonicTime(nanoseconds: 0)
  var client = NTRIPClient(NTRIPCaster(host: "h", mountpoint: "m"), version: .automatic)
  _ = client.connected(at: now)
  var messages: [[UInt8]] = []
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + length)
    do throws(NTRIPError) {
      try client.receive(bytes.span.extracting(position..<end), at: now) { message in
        guard case .frame(let length, _) = RTCMFrame.check(message) else {
          fatalError("what is passed on is a whole message")
        }
        precondition(length == message.count)
        messages.append(message.indices.map { message[$0] })
      }
    } catch {
      precondition(!client.isStreaming && client.nextDeadline == nil)
      return (messages, error)
    }
    position = end
  }
  precondition(client.messages == messages.count)
  precondition(client.bytesSkipped + messages.reduce(0) { $0 + $1.count } <= bytes.count)
  return (messages, client.ended())
}
