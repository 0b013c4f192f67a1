import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnLinux

@Suite("sockets that keep messages apart")
struct MessageSocketTests {
  @Test func `the last words of one that has not read everything are received`() throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/socket"
    let far = Carried(FarEnd())
    defer {
      loop.post { far.value.listener?.close() }
      loop.settle()
      loop.shutdown()
    }
    loop.post {
      far.value.listener = try? Listener(messagesAt: path, loop: loop) { far.value.socket = $0 }
    }
    loop.settle()
    let client = try MessageSocket(connectingTo: path)
    let request: [UInt8] = [9]
    #expect(client.send(request.span) == .sent)
    loop.settle()
    loop.post {
      let words: [UInt8] = [1, 2, 3]
      far.value.isSent = far.value.socket?.send(words.span) == .sent
      far.value.socket?.close()
    }
    loop.settle()
    #expect(far.value.isSent)
    var buffer = [UInt8](repeating: 0, count: 16)
    guard case .message(3) = client.receive(into: &buffer) else {
      return #expect(Bool(false))
    }
    #expect(Array(buffer.prefix(3)) == [1, 2, 3])
    guard case .end = client.receive(into: &buffer) else { return #expect(Bool(false)) }
  }

  /// Used on the loop, and read when that rests.
  private final class FarEnd {
    var listener: Listener?
    var socket: MessageSocket?
    var isSent = false
  }
}
