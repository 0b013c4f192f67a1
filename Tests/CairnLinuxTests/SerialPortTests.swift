import CCairnLinux
import CairnTypes
import Glibc
import Testing

@testable import CairnLinux

@Suite("Serial ports", .tags(.loopback))
struct SerialPortTests {
  @Test func `an open port is raw and gives the line back as it was`() throws {
    let terminal = try PseudoTerminal(isRaw: false)
    #expect(terminal.isCooked)
    let port = try SerialPort(path: terminal.path)
    #expect(!terminal.isCooked)
    port.close()
    #expect(terminal.isCooked)
  }

  @Test func `a dropped port gives the line back too`() throws {
    let terminal = try PseudoTerminal(isRaw: false)
    do {
      let port = try SerialPort(path: terminal.path)
      #expect(port.descriptor >= 0)
      #expect(!terminal.isCooked)
    }
    #expect(terminal.isCooked)
    #expect(Processes.descriptors(of: terminal.path) == 1)
  }

  @Test func `a program that has no time puts back all its ports`() async {
    // Alone in its process: the ports of other tests stay as they are.
    await #expect(processExitsWith: .success) {
      let terminals = try (0..<2).map { _ in try PseudoTerminal(isRaw: false) }
      let ports = try terminals.map { try SerialPort(path: $0.path) }
      #expect(terminals.allSatisfy { !$0.isCooked })
      OpenPorts.restoreAll()
      #expect(terminals.allSatisfy { $0.isCooked })
      for port in ports { port.close() }
    }
  }

  @Test func `nothing the receiver sends is echoed back to it`() throws {
    let terminal = try PseudoTerminal(isRaw: false)
    let port = try SerialPort(path: terminal.path)
    terminal.write(Array("$GPGGA,first*00\r\n".utf8))
    #expect(cairnlinux_poll(port.descriptor, UInt32(cairnlinux_epoll_in), 60_000) == 1)
    #expect(terminal.read().isEmpty)
    _ = try port.write(Array("out".utf8).span)
    #expect(cairnlinux_poll(terminal.descriptor, UInt32(cairnlinux_epoll_in), 60_000) == 1)
    #expect(terminal.read() == Array("out".utf8))
  }

  @Test func `bytes pass unchanged in both directions, all 256 of them`() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path)
    let all = (0...255).map { UInt8($0) }
    #expect(try port.write(all.span) == .written)
    var seen: [UInt8] = []
    while seen.count < 256,
      cairnlinux_poll(terminal.descriptor, UInt32(cairnlinux_epoll_in), 60_000) == 1
    {
      seen += terminal.read()
    }
    #expect(seen == all)
    terminal.write(all)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 300)
    while received.count < 256,
      cairnlinux_poll(port.descriptor, UInt32(cairnlinux_epoll_in), 60_000) == 1
    {
      let outcome = buffer.withUnsafeMutableBytes { port.read(into: $0) }
      if case .bytes(let count) = outcome { received += buffer[..<count] }
    }
    #expect(received == all)
    #expect(buffer.withUnsafeMutableBytes { port.read(into: $0) } == .wouldBlock)
  }

  @Test(arguments: [4800, 9600, 115_200, 460_800, 460_801, 921_600, 3_000_000] as [UInt32])
  func `any rate is set and read back`(rate: UInt32) throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path, settings: SerialSettings(baudRate: rate))
    #expect(port.baudRate == rate)
    #expect(terminal.baudRate == rate)
    try port.setBaudRate(rate + 7)
    #expect(port.baudRate == rate + 7)
  }

  @Test(arguments: [SerialSettings.Framing.sevenEven1, .eightEven1, .eightOdd1, .eightNone2])
  func `every framing is accepted`(framing: SerialSettings.Framing) throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(
      path: terminal.path, settings: SerialSettings(framing: framing, lowLatency: true))
    var line = cairnlinux_tty()
    #expect(cairnlinux_tty_get(port.descriptor, &line) >= 0)
    // A pseudo-terminal forces CS8 without parity but keeps the stop bits (0o100).
    #expect((line.cflag & 0o100 != 0) == (framing.stopBits == 2))
    #expect(port.lineErrors == nil)
  }

  @Test func `a rate of zero is refused`() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path)
    #expect(throws: DeviceError(.configure, path: terminal.path, code: Int32(cairnlinux_EINVAL))) {
      try port.setBaudRate(0)
    }
  }

  @Test func `a second opener is told that the port is busy, and the first one keeps it`() throws {
    let terminal = try PseudoTerminal()
    let first = try SerialPort(path: terminal.path, settings: SerialSettings(baudRate: 38_400))
    #expect {
      _ = try SerialPort(path: terminal.path, settings: SerialSettings(baudRate: 9600))
    } throws: { error in
      guard let error = error as? DeviceError else { return false }
      return error.code == Int32(cairnlinux_EBUSY) && error.explanation.contains("held by")
    }
    #expect(first.baudRate == 38_400)
    first.close()
    let again = try SerialPort(path: terminal.path)
    #expect(again.descriptor >= 0)
  }

  @Test func `a closed port is free, also while a program being started has a copy of it`() throws {
    let terminal = try PseudoTerminal()
    let first = try SerialPort(path: terminal.path)
    let copy = fcntl(first.descriptor, F_DUPFD_CLOEXEC, 0)
    try #require(copy >= 0)
    defer { _ = cairnlinux_close(copy) }
    first.close()
    let second = try SerialPort(path: terminal.path)
    #expect(second.descriptor >= 0)
  }

  @Test func `the first read after the peer is gone says hang-up`() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path)
    terminal.hangUp()
    // A program that another test starts holds a copy of the master for a moment.
    #expect(cairnlinux_poll(port.descriptor, UInt32(cairnlinux_epoll_in), 60_000) == 1)
    var buffer = [UInt8](repeating: 0, count: 16)
    guard case .hangUp = buffer.withUnsafeMutableBytes({ port.read(into: $0) }) else {
      Issue.record("not a hang-up")
      return
    }
    #expect(throws: DeviceError.self) { try port.write([1].span) }
  }

  @Test func `a thousand openings leave no descriptor`() throws {
    let terminal = try PseudoTerminal()
    for _ in 0..<1000 {
      let port = try SerialPort(path: terminal.path, settings: SerialSettings(baudRate: 9600))
      port.close()
      port.close()
    }
    #expect(Processes.descriptors(of: terminal.path) == 1)
  }

  @Test func `output beyond the kernel's buffer waits, and beyond ours is refused whole`() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path)
    let block = [UInt8](repeating: 0x55, count: 8192)
    var accepted = 0
    var refusal: DeviceError?
    for _ in 0..<100 where refusal == nil {
      do throws(DeviceError) {
        _ = try port.write(block.span)
        accepted += block.count
      } catch {
        refusal = error
      }
    }
    #expect(refusal?.code == cairnlinux_ENOBUFS)
    #expect(port.pendingOutput > 0 && port.pendingOutput <= DescriptorSource.outputCapacity)
    var received = 0
    while received < accepted {
      let got = terminal.read()
      received += got.count
      _ = try port.flush()
      if got.isEmpty, cairnlinux_poll(terminal.descriptor, UInt32(cairnlinux_epoll_in), 60_000) != 1
      {
        break
      }
    }
    #expect(received == accepted)
    #expect(port.pendingOutput == 0)
  }

  @Test func `a directory, a file and a missing node are refused with advice`() throws {
    func explanation(_ path: String) -> String? {
      do throws(DeviceError) {
        _ = try openSource(.device(path))
        return nil
      } catch {
        return error.explanation
      }
    }
    #expect(try #require(explanation("/dev")).contains("EISDIR"))
    #expect(try #require(explanation("/dev")).contains("directory"))
    #expect(try #require(explanation("/etc/passwd")).contains("not a serial or GNSS device"))
    #expect(try #require(explanation("/dev/ttyNoSuch9")).contains("cairn devices"))
  }

  @Test func `a refusal says what failed, where and why on one line`() throws {
    let terminal = try PseudoTerminal()
    let error = DeviceError(.open, path: terminal.path, code: Int32(cairnlinux_EACCES))
    #expect(error.explanation.hasPrefix("cannot open \(terminal.path): EACCES (Permission denied)"))
    #expect(!error.explanation.contains("\n"))
  }

  @Test func `a refusal names the group to join, but never root's`() {
    #expect(
      DeviceError.permissionAdvice(mode: 0o660, group: 4_000_000_000).contains("-aG 4000000000"))
    #expect(DeviceError.permissionAdvice(mode: 0o660, group: 0).contains("udev rule"))
    #expect(DeviceError.permissionAdvice(mode: 0o600, group: 20).contains("udev rule"))
  }

  @Test func `a character device without line settings is read as it is`() throws {
    let source = try openSource(.device("/dev/zero"))
    #expect(source is CharacterDevice)
    #expect(!source.canChangeSpeed)
    var buffer = [UInt8](repeating: 1, count: 8)
    #expect(buffer.withUnsafeMutableBytes { source.read(into: $0) } == .bytes(8))
    #expect(throws: DeviceError(.configure, path: "/dev/zero", code: Int32(cairnlinux_ENOTTY))) {
      try source.setBaudRate(9600)
    }
  }

  @Test func `a link to the terminal comes and goes with it`() throws {
    let link = "/tmp/cairn-link-\(cairnlinux_process_id())"
    do {
      let terminal = try PseudoTerminal(link: link)
      let port = try SerialPort(path: link)
      #expect(port.descriptor >= 0)
      #expect(terminal.link == link)
    }
    #expect(cairnlinux_link_exists(link) == 0)
  }
}
