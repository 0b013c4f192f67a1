import CairnRTCM
import CairnReceiver
import CairnTypes

extension Target {
  /// The first byte gives the length of the pieces in which the others arrive; it must not matter.
  static let ntrip = Target("NTRIP", .frames(prefix: 1), seeds: { ntripSeeds }) { input in
    guard input.count > 1 else { return }
    let bytes = Array(input.dropFirst())
    // The bytes as an address, and as what a caster sends.
    if let caster = NTRIPCaster(String(decoding: bytes, as: UTF8.self)) {
      precondition(!caster.host.isEmpty && !caster.mountpoint.isEmpty && caster.port > 0)
      var client = NTRIPClient(caster, version: .automatic)
      guard let request = try? client.connected(at: MonotonicTime(nanoseconds: 0)) else {
        preconditionFailure("an address was accepted that no request can name")
      }
      precondition((7...8).contains(request.count { $0 == 10 }))
    }
    let whole = talk(bytes, in: bytes.count)
    let pieces = talk(bytes, in: Int(input[0]) + 1)
    precondition(whole.messages == pieces.messages)
  }

  private static let ntripSeeds: [(name: String, bytes: [UInt8])] = {
    let heads = [
      "ICY 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1d\r\n",
      "SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n", "HTTP/1.0 401 Unauthorized\r\n",
      "HTTP/1.1 301 Moved\r\nLocation: http://h:2101/M\r\n\r\n", "ERROR - Bad Password\r\n",
    ]
    let frames = MadeFrames.rtcm.prefix(8).flatMap { $0.bytes }
    return heads.enumerated().map { ("head\($0)", [7] + Array($1.utf8) + frames) }
      + [("address", [7] + Array("ntrip://user:word@caster.example:2101/MOUNT".utf8))]
  }()
}

private func talk(_ bytes: [UInt8], in length: Int) -> (messages: [[UInt8]], error: NTRIPError?) {
  let now = MonotonicTime(nanoseconds: 0)
  var client = NTRIPClient(NTRIPCaster(host: "h", mountpoint: "m"), version: .automatic)
  guard (try? client.connected(at: now)) != nil else {
    preconditionFailure("a mountpoint of one letter is refused")
  }
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
