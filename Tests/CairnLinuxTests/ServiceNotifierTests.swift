import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnLinux

@Suite("what a supervisor is told")
struct ServiceNotifierTests {
  @Test(
    arguments: [
      (.ready, "READY=1\n"), (.reloading, "RELOADING=1\nMONOTONIC_USEC=5\n"),
      (.stopping, "STOPPING=1\n"), (.watchdog, "WATCHDOG=1\n"),
      (.status("2 clients"), "STATUS=2 clients\n"),
      (.status("a\nREADY=1"), "STATUS=a\\u{A}READY=1\n"),
    ] as [(ServiceNotifier.Event, String)])
  func `is one datagram of assignments, a line each`(event: ServiceNotifier.Event, text: String) {
    #expect(ServiceNotifier.text(of: event, monotonic: 5) == text)
  }

  @Test(
    arguments: [
      (nil, "30000000", .seconds(30)), ("7", "30000000", .seconds(30)), ("8", "30000000", nil),
      (nil, nil, nil), (nil, "0", nil), (nil, "-5", nil), (nil, "soon", nil), ("x", "5", nil),
    ] as [(String?, String?, Duration?)])
  func `the watchdog is for this process`(
    process: String?, microseconds: String?, timeout: Duration?
  ) {
    #expect(
      ServiceNotifier.watchdogTimeout(own: 7, process: process, microseconds: microseconds)
        == timeout)
  }

  @Test(.tags(.loopback)) func `statuses come once a second at most, the last one last`() throws {
    let bench = try NotifierBench()
    bench.on { notifier in
      for index in 1...5 { notifier.tell(.status("\(index)")) }
      notifier.tell(.ready)
    }
    #expect(bench.received() == ["STATUS=1\n", "READY=1\n"])
    bench.loop.advance(by: .seconds(1))
    #expect(bench.received() == ["STATUS=5\n"])
    bench.on { $0.tell(.status("5")) }
    bench.loop.advance(by: .seconds(5))
    #expect(bench.received() == [])
    bench.end()
  }

  @Test(.tags(.loopback)) func `the watchdog is fed as long as the loop turns`() throws {
    let bench = try NotifierBench()
    bench.on { $0.keepAlive(every: .seconds(15)) }
    #expect(bench.received() == ["WATCHDOG=1\n"])
    bench.loop.advance(by: .seconds(14))
    #expect(bench.received() == [])
    bench.loop.advance(by: .seconds(31))
    #expect(bench.received() == ["WATCHDOG=1\n", "WATCHDOG=1\n", "WATCHDOG=1\n"])
    bench.end()
    #expect(bench.received() == [])
  }

  @Test func `a name that is no socket is no supervisor`() throws {
    let loop = try EventLoop()
    #expect(ServiceNotifier(socket: "", loop: loop) == nil)
    #expect(ServiceNotifier(socket: "vsock:2:1234", loop: loop) == nil)
    #expect(ServiceNotifier(socket: "/" + String(repeating: "x", count: 200), loop: loop) == nil)
    loop.shutdown()
  }
}

/// A notifier on a loop with a virtual clock, and the supervisor's socket.
///
/// Unchecked, because the notifier is used on the loop alone.
private final class NotifierBench: @unchecked Sendable {
  let loop: EventLoop
  private let descriptor: Int32
  private let folder: TemporaryFolder
  private var notifier: ServiceNotifier?

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    folder = try TemporaryFolder()
    let path = "\(folder.path)/notify"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = unixAddress(path)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    notifier = ServiceNotifier(socket: path, loop: loop)
    try #require(notifier != nil)
  }

  func on(_ body: @escaping @Sendable (ServiceNotifier) -> Void) {
    loop.post { [self] in if let notifier { body(notifier) } }
    loop.settle()
  }

  func received() -> [String] {
    var texts: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return texts }
      texts.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }

  func end() {
    on { $0.stop() }
    loop.shutdown()
  }
}
