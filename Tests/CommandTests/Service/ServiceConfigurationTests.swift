import CairnTestSupport
import Foundation
import Testing

@Suite("cairnd and its configuration")
struct ServiceConfigurationTests {
  private static let program =
    Cairn.executable.deletingLastPathComponent().appending(path: "cairnd").path

  @Test func `a check names every mistake with its place`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairnd.conf"
    try Data("[service]\nlog = loud\n[gpsd]\nlisten = here\n".utf8).write(to: URL(filePath: path))
    let wrong = try ChildProcess(Self.program, ["--check", path])
    #expect(await wrong.end() == 1)
    #expect(wrong.complaints.contains("\(path):2:7: 'loud' is no value for this"))
    #expect(wrong.complaints.contains("\(path):4:10: 'here' is no value for this"))
    try Data("[service]\nlog = debug\n".utf8).write(to: URL(filePath: path))
    let right = try ChildProcess(Self.program, ["--check", path])
    #expect(await right.end() == 0)
    #expect(right.output == "\(path) is correct\n")
    let missing = try ChildProcess(Self.program, ["--check", "\(folder.path)/none"])
    #expect(await missing.end() == 1)
    #expect(missing.complaints.contains("\(folder.path)/none"))
  }

  @Test func `a file with a mistake starts nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairnd.conf"
    try Data("[gpsd]\nlisten = here\n".utf8).write(to: URL(filePath: path))
    let service = try ChildProcess(Self.program, ["--simulate", "nmea", "--config", path])
    // cairnd.service does not start it again then.
    #expect(await service.end() == 78)
    #expect(service.complaints.contains("\(path):2:10: 'here' is no value for this"))
  }

  @Test func `a check names the mistakes of the policy as well`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairnd.conf"
    try Data("[service]\npolicy = \(folder.path)/policy.d\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/policy.d", withIntermediateDirectories: true)
    try folder.write("[default]\nstatus = perhaps\n", to: "policy.d/1.conf")
    try folder.write("[client a]\nacuracy = full\n", to: "policy.d/2.conf")
    let check = try ChildProcess(Self.program, ["--check", path])
    #expect(await check.end() == 1)
    #expect(check.complaints.contains("\(folder.path)/policy.d/1.conf:2:10"), "\(check.complaints)")
    #expect(check.complaints.contains("\(folder.path)/policy.d/2.conf:2:1"), "\(check.complaints)")
  }

  @Test func `what the machine does not have is said, with what to do`() async throws {
    let folder = try TemporaryFolder()
    let states = try ChildProcess(
      Self.program, ["--simulate", "nmea", "--state", "\(folder.path)/nope"])
    #expect(await states.end() == 78)
    #expect(states.complaints.contains("cannot keep states in \(folder.path)/nope: ENOENT"))
    #expect(states.complaints.contains("make that folder"))
    let twice = try ChildProcess(
      Self.program, ["--device", "/dev/null", "--device", "/dev/../dev/null"])
    #expect(await twice.end() == 78)
    #expect(twice.complaints.contains("are the same device: name it once"))
    let waiting = try await Service("--device", "\(folder.path)/ttyS9")
    #expect(waiting.process.complaints.contains("cannot open \(folder.path)/ttyS9: ENOENT"))
    #expect(waiting.process.complaints.contains("waiting for it"))
    let second = try ChildProcess(
      Self.program, ["--simulate", "nmea", "--listen", waiting.address])
    #expect(await second.end() == 1)
    #expect(
      second.complaints.contains("cannot open \(waiting.address): EADDRINUSE"),
      "\(second.complaints)")
    #expect(second.complaints.contains("held by cairnd (process"), "\(second.complaints)")
    #expect(await waiting.end() == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `SIGHUP reads the file again, and one with a mistake changes nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairnd.conf"
    let file = URL(filePath: path)
    let first = "\(folder.path)/first"
    let second = "\(folder.path)/second"
    func write(_ text: String) throws { try Data(text.utf8).write(to: file) }
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    try write("[receiver simulated:nmea]\n[gpsd]\nlisten = \(first)\n")
    let service = try ChildProcess(Self.program, ["--config", path])
    #expect(await Patience.wait { exists(first) })
    try write("[receiver simulated:nmea]\n[gpsd]\nlisten = \(first)\nlisten = nowhere\n")
    service.signal(SIGHUP)
    #expect(
      await Patience.wait {
        service.complaints.contains("the configuration of before stays in force")
      })
    #expect(service.complaints.contains("\(path):4:10: 'nowhere' is no value for this"))
    #expect(exists(first))
    try write("[receiver simulated:nmea]\n[gpsd]\nlisten = \(second)\n")
    service.signal(SIGHUP)
    #expect(await Patience.wait { exists(second) && !exists(first) })
    #expect(await Patience.wait { service.complaints.contains("the configuration was read again") })
    // The receiver is the same as before.
    #expect(service.complaints.components(separatedBy: "simulating").count == 2)
    service.signal(SIGTERM)
    #expect(await service.end() == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a supervisor hears when it is ready, reads its file again, lives and ends`() async throws {
    let supervisor = try NotifySocket()
    let service = try ChildProcess(
      Self.program, ["--simulate", "nmea", "--listen", "\(supervisor.folder)/gpsd"],
      environment: ["NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "200000"])
    func hears(_ text: String) async -> Bool { await Patience.wait { supervisor.heard(text) } }
    #expect(await hears("STATUS=no clients\n"))
    #expect(await hears("READY=1\n"))
    #expect(await hears("WATCHDOG=1\n"))
    supervisor.forget()
    #expect(await hears("WATCHDOG=1\n"))
    service.signal(SIGHUP)
    #expect(await hears("RELOADING=1\n"))
    #expect(await hears("READY=1\n"))
    service.signal(SIGTERM)
    #expect(await hears("STOPPING=1\n"))
    #expect(await service.end() == 0)
  }

  private static let activator = "/usr/bin/systemd-socket-activate"

  @Test(
    .timeLimit(.minutes(15)),
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: activator) || isContinuousIntegration))
  func `a client starts it through a socket of systemd, and it ends when nobody is connected`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/gpsd"
    let service = try ChildProcess(
      Self.activator,
      [
        "--listen=\(path)", "--fdname=gpsd", Self.program, "--simulate=nmea", "--idle-exit=500ms",
      ])
    #expect(await Patience.wait { FileManager.default.fileExists(atPath: path) })
    let client = try ChildProcess(
      "/usr/bin/python3",
      [
        "-c",
        """
        import socket, sys
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(sys.argv[1])
            client.sendall(b'?WATCH={"enable":true,"json":true};')
            text = b""
            while b'"mode":3' not in text:
                part = client.recv(65536)
                if not part:
                    sys.exit(1)
                text += part
        """, path,
      ])
    #expect(await client.end() == 0, "\(service.complaints)")
    #expect(await service.end() == 0)
    #expect(service.complaints.contains("listening at \(path)"))
    #expect(!service.complaints.contains("127.0.0.1"))
    #expect(service.complaints.contains("ending, because nobody is connected"))
    // It is systemd's.
    #expect(FileManager.default.fileExists(atPath: path))
  }
}

/// The socket at which a supervisor is told how a service is doing.
private final class NotifySocket {
  let path: String
  var folder: String { place.path }
  private let place: TemporaryFolder
  private let descriptor: Int32
  private var messages: [String] = []

  init() throws {
    place = try TemporaryFolder()
    path = "\(place.path)/notify"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { [path] in
      $0.copyBytes(from: path.utf8.prefix($0.count - 1))
    }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  /// Whether a message contains the text.
  func heard(_ text: String) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return messages.contains { $0.contains(text) }
  }

  func forget() { messages = [] }
}
