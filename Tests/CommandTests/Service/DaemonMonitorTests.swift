import CairnTestSupport
import Foundation
import Testing

@Suite("cairn monitor where cairnd answers", .timeLimit(.minutes(15)))
struct DaemonMonitorTests {
  @Test func `shows what cairnd gives, with its clients and their costs`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairn.sock"
    let service = try await Service(
      "--simulate", "m9", "--socket", path, "--policy", "\(folder.path)/policy.d")
    let watcher = try service.client(
      "/usr/bin/python3", "-c", Self.watcher, "127.0.0.1", service.port)
    let monitor = try monitor(path, "--json", "--interval", "1")
    func objects(_ event: String) -> [[String: Any]] {
      monitor.output.split(separator: "\n").compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }.filter { $0["event"] as? String == event }
    }
    func clients() -> [[String: Any]] {
      objects("clients").last?["clients"] as? [[String: Any]] ?? []
    }
    let hasAll = await Patience.wait {
      clients().count == 2 && clients().allSatisfy { $0["accuracy"] as? String == "best" }
        && ["update", "satellites", "receiver", "plan", "energy"].allSatisfy {
          !objects($0).isEmpty
        }
    }
    #expect(hasAll, "\(monitor.output.suffix(4000)) \(monitor.complaints)")
    #expect(monitor.complaints.hasPrefix("cairn: asking cairnd at \(path)\n"))
    let schema = try MonitorSchema()
    for object in objects("clients") + objects("satellites") + objects("receiver") {
      #expect(schema.faults(of: object) == [])
    }
    let own = try #require(clients().first { $0["program"] is String })
    #expect(own["program"] as? String == Cairn.executable.resolvingSymlinksInPath().path)
    #expect(own["protocols"] as? [String] == ["cairn"])
    let distant = try #require(clients().first { $0["program"] is NSNull })
    #expect(distant["protocols"] as? [String] == ["gpsd"])
    #expect(distant["addresses"] as? [String] == ["tcp"])
    #expect(distant["connections"] as? Int == 1)
    // The runtime's own threads would wake up once a second from then on, also without a client.
    let threads = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(service.process.identifier)/task")
    let names = threads.compactMap {
      try? String(
        contentsOfFile: "/proc/\(service.process.identifier)/task/\($0)/comm", encoding: .utf8)
    }
    #expect(names.count >= 2 && !names.contains { $0.contains("qos") }, "\(names)")
    monitor.signal(SIGINT)
    #expect(await monitor.end() == 0)
    watcher.kill()
    #expect(await service.end() == 0)
  }

  @Test func `an option about a receiver opens that instead`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairn.sock"
    let service = try await Service("--simulate", "nmea", "--socket", path)
    let monitor = try monitor(path, "--simulate", "m9", "--duration", "1")
    _ = await monitor.end()
    #expect(monitor.complaints.contains("simulating a"))
    #expect(!monitor.complaints.contains("asking cairnd"))
    #expect(await service.end() == 0)
  }

  @Test func `two devices are refused with what serves both`() async throws {
    let outcome = try await Cairn.run("monitor", "--device", "/dev/a", "--device", "/dev/b")
    #expect(outcome.exitCode == 64)
    #expect(outcome.complaints.contains("--device is given twice"))
  }

  private func monitor(_ socket: String, _ arguments: String...) throws -> ChildProcess {
    try Cairn.start(
      ["monitor"] + arguments, input: .bytes([]), environment: ["CAIRN_SOCKET": socket])
  }

  /// Watches as a client of gpsd over TCP.
  private static let watcher = """
    import socket, sys
    peer = socket.create_connection((sys.argv[1], int(sys.argv[2])))
    peer.sendall(b'?WATCH={"enable":true,"json":true};')
    while peer.recv(65536): pass
    """
}
