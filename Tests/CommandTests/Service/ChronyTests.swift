import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

@Suite(
  "chronyd", .enabled(if: Chrony.isThere || isContinuousIntegration, "apt install chrony"))
struct ChronyTests {
  /// Starts a chronyd that leaves the clock alone, with a socket in a folder.
  private static func start(in folder: String) throws -> ChildProcess {
    let configuration = """
      refclock SOCK \(folder)/time refid GNSS poll 0 filter 2
      pidfile \(folder)/pid
      bindcmdaddress \(folder)/command
      cmdport 0
      port 0
      """
    try Data(configuration.utf8).write(to: URL(filePath: "\(folder)/chrony.conf"))
    return try ChildProcess(
      "/usr/sbin/chronyd", ["-d", "-x", "-u", "root", "-f", "\(folder)/chrony.conf"])
  }

  /// The last eight polls that chronyc shows for the receiver, as a number.
  private static func reach(in folder: String) async -> Int? {
    guard
      let client = try? ChildProcess(
        "/usr/bin/chronyc", ["-c", "-h", "\(folder)/command", "sources"])
    else { return nil }
    _ = await client.end()
    let row = client.output.split(separator: "\n").first { $0.contains(",GNSS,") }
    let fields = row?.split(separator: ",") ?? []
    return fields.count > 5 ? Int(fields[5], radix: 8) : nil
  }

  @Test(.timeLimit(.minutes(15)))
  func `takes the time of fixes, and takes it again after it was started anew`() async throws {
    let folder = try TemporaryFolder()
    // chronyd wants the folder of its socket for itself.
    let place = "\(folder.path)/chrony"
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let receiver = try await PluggedReceiver(.m9)
    let configuration = "\(folder.path)/cairnd.conf"
    try Data("[chrony]\nsocket = \(place)/time\n".utf8).write(to: URL(filePath: configuration))
    let service = try await Service("--device", receiver.path, "--config", configuration)
    #expect(
      await Patience.wait {
        service.process.complaints.contains("chronyd does not listen at \(place)/time")
      })
    for _ in 0..<2 {
      let chrony = try Self.start(in: place)
      let isReached = await Patience.wait {
        await Self.reach(in: place) ?? 0 > 0
      }
      #expect(isReached, "\(chrony.complaints)\n\(service.process.complaints)")
      // It inherits the signals that the tests block.
      chrony.kill()
      _ = await chrony.end()
    }
    #expect(service.process.complaints.contains("chronyd takes the time at \(place)/time"))
    #expect(await service.end() == 0)
    await receiver.end()
  }
}

enum Chrony {
  /// Whether it is to be had.
  static let isThere = ["/usr/sbin/chronyd", "/usr/bin/chronyc"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
