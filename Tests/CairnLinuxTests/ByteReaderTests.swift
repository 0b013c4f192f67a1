import CCairnLinux
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Byte reader", .tags(.loopback))
struct ByteReaderTests {
  @Test func `without a quantum a burst costs one wake-up, and silence none`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let terminal = try PseudoTerminal()
    let bench = ReaderBench(loop: loop)
    try bench.start(.device(terminal.path))
    loop.settle()
    let before = loop.statistics.wakeUps
    for burst in 1...20 {
      terminal.write([UInt8](repeating: 0x41, count: 100))
      #expect(bench.sink.wait { $0.bytes.count == burst * 100 })
    }
    // The kernel hands over a burst that crosses one of its pages of 256 bytes in two pieces, and a
    // slow machine lets the reader see the first alone. No sleep ends without a delivery.
    let wakeUps = loop.statistics.wakeUps - before
    let deliveries = bench.sink.value.deliveries
    #expect(wakeUps <= UInt64(deliveries))
    #expect((1...40).contains(deliveries))
    bench.stop()
  }

  @Test func `with a quantum a trickle is drained in few wake-ups`() throws {
    // Virtual time: the quantum passes when the test says so, 650 bytes in pieces of 12.
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    defer { loop.shutdown() }
    let terminal = try PseudoTerminal()
    let line = Line(terminal)
    let bench = ReaderBench(loop: loop)
    try bench.start(.device(terminal.path), quantum: .milliseconds(10))
    let epoch = (0..<650).map { UInt8($0 % 251) }
    terminal.write(Array(epoch[..<12]))
    #expect(bench.sink.wait { $0.bytes.count == 12 })
    loop.settle()
    let armed = loop.statistics
    var sent = 12
    var quanta = 0
    while sent < epoch.count {
      // About nine pieces arrive in 10 ms at 115 200 baud.
      for _ in 0..<9 where sent < epoch.count {
        let end = min(sent + 12, epoch.count)
        terminal.write(Array(epoch[sent..<end]))
        sent = end
      }
      let delivered = bench.sink.value.bytes.count
      loop.settle()
      #expect(bench.sink.value.bytes.count == delivered, "delivered between two quanta")
      // The line discipline hands over on a kernel thread: time waits for it.
      try #require(line.wait(for: sent - delivered))
      loop.advance(by: .milliseconds(10))
      quanta += 1
      #expect(bench.sink.value.bytes.count == sent)
    }
    #expect(bench.sink.value.bytes == epoch)
    #expect(bench.sink.value.deliveries == 1 + quanta)
    #expect(loop.statistics.timers - armed.timers == UInt64(quanta))
    bench.stop()
  }

  @Test func `after a quiet quantum the reader waits for readiness again`() throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    defer { loop.shutdown() }
    let terminal = try PseudoTerminal()
    let bench = ReaderBench(loop: loop)
    try bench.start(.device(terminal.path), quantum: .milliseconds(10))
    for round in 1...3 {
      terminal.write([1, 2, 3])
      #expect(bench.sink.wait { $0.bytes.count == round * 3 })
      loop.advance(by: .milliseconds(50))
    }
    bench.stop()
  }

  @Test(arguments: [Duration.zero, .milliseconds(5)])
  func `a hang-up ends reading once, as a state and not an error`(quantum: Duration) throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let terminal = try PseudoTerminal()
    let bench = ReaderBench(loop: loop)
    try bench.start(.device(terminal.path), quantum: quantum)
    terminal.write([7])
    #expect(bench.sink.wait { $0.bytes == [7] })
    terminal.hangUp()
    #expect(bench.sink.wait { $0.end != nil })
    guard case .hangUp = bench.sink.value.end else {
      Issue.record("ended by \(String(describing: bench.sink.value.end))")
      return
    }
    loop.settle()
    let quiet = loop.statistics.wakeUps
    loop.settle()
    #expect(loop.statistics.wakeUps <= quiet + 1, "the dead descriptor still wakes the loop")
    bench.stop()
  }

  @Test func `a stopped reader delivers nothing more`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let terminal = try PseudoTerminal()
    let bench = ReaderBench(loop: loop)
    try bench.start(.device(terminal.path))
    bench.stop()
    terminal.write([1])
    loop.settle()
    #expect(bench.sink.value.bytes.isEmpty)
    #expect(bench.sink.value.end == nil)
  }

  @Test func `output that waited is flushed when the line takes it`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let terminal = try PseudoTerminal()
    let bench = ReaderBench(loop: loop)
    try bench.start(.device(terminal.path))
    var total = 0
    for _ in 0..<100 {
      guard let outcome = bench.write([UInt8](repeating: 9, count: 4096)) else { break }
      total += 4096
      if case .queued = outcome { break }
    }
    var received = 0
    while received < total,
      cairnlinux_poll(terminal.descriptor, UInt32(cairnlinux_epoll_in), 60_000) == 1
    {
      received += terminal.read().count
    }
    #expect(received == total)
    bench.stop()
  }

  @Test func `a capture is read whole, in order, and ends`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let bench = ReaderBench(loop: loop)
    try bench.start(SourceAddress(#filePath))
    #expect(bench.sink.wait { $0.end != nil })
    #expect(bench.sink.value.end == .endOfFile)
    let text = String(decoding: bench.sink.value.bytes, as: UTF8.self)
    #expect(text.hasPrefix("import CCairnLinux"))
    #expect(text.hasSuffix("}\n"))
    bench.stop()
  }

  @Test func `a TCP server is connected by name, read, written to, and its end is a hang-up`()
    throws
  {
    var port: UInt16 = 0
    let listener = cairnlinux_listen_loopback(&port)
    try #require(listener >= 0)
    defer { _ = cairnlinux_close(listener) }
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let bench = ReaderBench(loop: loop)
    try bench.start(SourceAddress("tcp://localhost:\(port)"))
    // Written before the connection exists: kept until it does.
    #expect(bench.write([42]) != nil)
    try #require(cairnlinux_poll(listener, UInt32(cairnlinux_epoll_in), 60_000) == 1)
    let peer = cairnlinux_accept(listener)
    try #require(peer >= 0)
    _ = cairnlinux_send(peer, [1, 2, 3] as [UInt8], 3)
    #expect(bench.sink.wait { $0.bytes == [1, 2, 3] })
    #expect(cairnlinux_poll(peer, UInt32(cairnlinux_epoll_in), 60_000) == 1)
    var byte: UInt8 = 0
    #expect(cairnlinux_read(peer, &byte, 1) == 1 && byte == 42)
    _ = cairnlinux_close(peer)
    #expect(bench.sink.wait { $0.end == .hangUp(0) })
    bench.stop()
  }

  @Test func `a TCP port where nobody listens is reported with its errno`() throws {
    // Bound, so that no other program gets the port, but not listening.
    let (socket, port) = try loopbackSocket()
    defer { _ = cairnlinux_close(socket) }
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let bench = ReaderBench(loop: loop)
    try bench.start(.tcp(host: "127.0.0.1", port: port))
    #expect(bench.sink.wait { $0.end != nil })
    let expected = DeviceError(
      .open, path: "tcp://127.0.0.1:\(port)", code: cairnlinux_ECONNREFUSED)
    #expect(bench.sink.value.end == .failed(expected))
    #expect(expected.explanation.contains("nothing listens there"))
    bench.stop()
  }

  @Test func `a host that nobody knows is said to be unknown`() {
    let unknown = DeviceError(
      .resolve, path: "tcp://nosuch.invalid:2947", code: cairnlinux_EHOSTUNREACH)
    #expect(unknown.explanation.hasSuffix("no such host is known; check its name"))
    #expect(!unknown.explanation.contains("route"))
    let silent = DeviceError(.resolve, path: "tcp://host:2947", code: Int32(cairnlinux_EAGAIN))
    #expect(silent.explanation.contains("no name server answers"))
    #expect(silent.kind == .other)
  }

  @Test(arguments: ["tcp://", "tcp://host", "tcp://:22", "tcp://host:0", "tcp://host:99999"])
  func `an incomplete address is refused with its form`(text: String) throws {
    let fault = try #require(SourceAddress.fault(of: text))
    #expect(fault.contains("write tcp://HOST:PORT"))
    let error = #expect(throws: DeviceError.self) { try openSource(SourceAddress(text)) }
    #expect(error?.explanation.contains("write tcp://HOST:PORT") == true)
    #expect(!SourceAddress(text).isPresent)
  }

  @Test(arguments: ["tcp://user:word@host:2947", "tcp://user:wo/rd@host:2947", "tcp://word@host"])
  func `an address with a password is refused without repeating it`(text: String) throws {
    let fault = try #require(SourceAddress.fault(of: text))
    #expect(fault.contains("has a user") && fault.contains("***"))
    let refusal = #expect(throws: DeviceError.self) { try openSource(SourceAddress(text)) }
    let error = try #require(refusal)
    #expect(error.path.hasPrefix("tcp://***"))
    let other = DeviceError(.resolve, path: text, code: cairnlinux_EHOSTUNREACH)
    let address = "\(SourceAddress(text))"
    for said in [fault, error.path, error.explanation, other.explanation, address] {
      #expect(!said.contains("wo") && !said.contains("rd@"), "\(said)")
    }
    let written = SourceAddress.tcp(host: "user:word@host", port: 1)
    #expect(!"\(written)".contains("word"))
  }

  @Test(arguments: ["udp://host:1", "gpsd://localhost", "http://host/x"])
  func `a source of another kind is refused with what there is`(text: String) throws {
    let fault = try #require(SourceAddress.fault(of: text))
    #expect(fault.contains("no source of kind") && fault.contains("write tcp://HOST:PORT"))
    #expect(SourceAddress.fault(of: "/dev/serial/by-id/usb-x") == nil)
    #expect(SourceAddress.fault(of: "file:///tmp/x") == nil)
  }

  @Test(arguments: [
    ("tcp://127.0.0.1:99999", "99999"), ("tcp://host:0", "0"), ("tcp://host:x1", "x1"),
    ("tcp://[::1]:70000", "70000"), ("tcp://host:-1", "-1"),
  ])
  func `a port that is none is named`(text: String, port: String) {
    #expect(SourceAddress.fault(of: text)?.hasPrefix("\(port) is no port: write tcp://") == true)
  }

  @Test(arguments: ["tcp://[::1]", "tcp://me:secret@host", "tcp://host:", "tcp://host"])
  func `where no port is given, none is named`(text: String) {
    #expect(SourceAddress.fault(of: text)?.contains("no port") == false)
  }

  @Test func `a folder is no source`() {
    #expect(SourceAddress.fault(of: "/tmp") == "/tmp is a folder: name a device in it")
    #expect(SourceAddress.fault(of: "/tmp/nothing-of-this-name") == nil)
  }

  @Test(arguments: [
    ("tcp://host.example:2947", SourceAddress.tcp(host: "host.example", port: 2947)),
    ("tcp://[::1]:5000", .tcp(host: "::1", port: 5000)),
    ("file:capture.ubx", .file("capture.ubx")), ("file:///tmp/x", .file("/tmp/x")),
    ("/etc/passwd", .file("/etc/passwd")), ("/dev/ttyACM0", .device("/dev/ttyACM0")),
    ("tcp://host:99999", .device("tcp://host:99999")),
  ])
  func `an address is understood as users write it`(text: String, address: SourceAddress) {
    #expect(SourceAddress(text) == address)
  }
}
