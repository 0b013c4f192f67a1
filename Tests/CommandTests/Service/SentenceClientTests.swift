import CairnTestSupport
import Foundation
import Testing

@Suite(
  "readers of sentences",
  .enabled(if: SentenceReaders.areThere || isContinuousIntegration, "apt install socat gpsd"))
struct SentenceClientTests {
  /// The walk of the simulated receivers.
  private static let place = #"\$G.RMC,[0-9.]*,A,373[34]"#

  private static func shows(_ process: ChildProcess, _ pattern: String) async -> Bool {
    await Patience.wait {
      process.output.range(of: pattern, options: .regularExpression) != nil
    }
  }

  private static func port(_ service: Service) async throws -> String {
    var port: Substring?
    let listens = await Patience.wait {
      port = service.process.complaints.firstMatch(of: /sentences at 127\.0\.0\.1:([0-9]+)/)?.1
      return port != nil
    }
    try #require(listens, "\(service.process.complaints)")
    return String(port ?? "")
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["m9", "nmea"])
  func `socat prints the walk's positions, made or the receiver's own`(kind: String) async throws {
    let folder = try TemporaryFolder()
    let socket = "\(folder.path)/socket"
    let terminal = "\(folder.path)/terminal"
    let service = try await Service(
      "--simulate", kind, "--nmea", "127.0.0.1:0", "--nmea", socket, "--nmea", "pty:\(terminal)")
    let port = try await Self.port(service)
    let sources = ["TCP:127.0.0.1:\(port)", "UNIX-CONNECT:\(socket)", "\(terminal),rawer"]
    let readers = try sources.map { try ChildProcess("/usr/bin/socat", ["-u", $0, "-"]) }
    for (reader, source) in zip(readers, sources) {
      #expect(await Self.shows(reader, Self.place), "\(source)")
      #expect(await Self.shows(reader, #"\$G.GSV,"#), "\(source)")
      reader.kill()
    }
    #expect(await service.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: terminal))
  }

  @Test(.timeLimit(.minutes(15)))
  func `gpsd reads them as a receiver's`() async throws {
    let service = try await Service("--simulate", "m9", "--nmea", "127.0.0.1:0")
    let port = try await Self.port(service)
    let other = try SentenceReaders.freePort()
    let gpsd = try ChildProcess(
      "/usr/sbin/gpsd", ["-N", "-n", "-S", other, "tcp://127.0.0.1:\(port)"])
    // gpspipe ends if gpsd does not listen yet.
    var client: ChildProcess?
    let hasPosition = await Patience.wait {
      if client?.hasEnded ?? true {
        client = try? ChildProcess("/usr/bin/gpspipe", ["-w", "127.0.0.1:\(other)"])
      }
      let output = client?.output ?? ""
      return output.range(
        of: #""class":"TPV",.*"mode":3,.*"lat":37\.56[0-9]*,"lon":126\.97"#,
        options: .regularExpression) != nil
    }
    #expect(hasPosition, "\(gpsd.complaints)")
    client?.kill()
    gpsd.kill()
    #expect(await service.end() == 0)
  }
}

enum SentenceReaders {
  static let areThere = ["/usr/bin/socat", "/usr/sbin/gpsd", "/usr/bin/gpspipe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A port at which nobody listens.
  static func freePort() throws -> String {
    let (descriptor, port) = try loopbackSocket()
    close(descriptor)
    return "\(port)"
  }
}
