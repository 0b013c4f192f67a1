import CairnTestSupport
import Foundation
import Testing

@Suite("cairnd and the board", .timeLimit(.minutes(15)))
struct BoardServiceTests {
  /// A board whose place alone is known: it needs no hardware.
  private static let site = """
    name: kiosk
    title: A kiosk
    vendor: nobody
    kind: board
    site: { latitude: 47.5, longitude: 8.75, accuracy_m: 2, altitude_m: 439, measured: surveyed }

    """

  private func compiled(_ text: String, in folder: TemporaryFolder, _ name: String) async throws
    -> String
  {
    try folder.write(text, to: "\(name).yaml")
    let path = "\(folder.path)/\(name).cairn"
    let tool = try await Cairn.profileTool(
      "compile", "\(folder.path)/\(name).yaml", "--output", path)
    try #require(tool.exitCode == 0, "\(tool.complaints)")
    return path
  }

  @Test func `programs get positions of all that the board has`() async throws {
    let folder = try TemporaryFolder()
    let socket = "\(folder.path)/cairn.sock"
    let board = try await compiled(Self.site, in: folder, "kiosk")
    let service = try await Service(
      "--board", board, "--socket", socket, "--policy", "\(folder.path)/policy.d")
    #expect(service.process.complaints.contains("using the board kiosk"))
    let monitor = try Cairn.start(
      ["monitor", "--json", "--accuracy", "100"], input: .bytes([]),
      environment: ["CAIRN_SOCKET": socket])
    #expect(
      await Patience.wait {
        monitor.output.contains(#""latitude":47.5,"longitude":8.75"#)
      }, "\(monitor.output.suffix(2000)) \(monitor.complaints)")
    monitor.signal(SIGINT)
    _ = await monitor.end()
    #expect(await service.end() == 0)
  }

  @Test func `what is no compiled board is named, with the command that makes one`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.site, to: "kiosk.yaml")
    try folder.write("[service]\nboard = \(folder.path)/kiosk.yaml\n", to: "cairnd.conf")
    let program = Cairn.executable.deletingLastPathComponent().appending(path: "cairnd").path
    let check = try ChildProcess(program, ["--check", "\(folder.path)/cairnd.conf"])
    #expect(await check.end() == 1)
    #expect(check.complaints.contains("kiosk.yaml is no compiled board: hw-profile compile"))
    let start = try ChildProcess(program, ["--config", "\(folder.path)/cairnd.conf"])
    #expect(await start.end() == 78)
    #expect(start.complaints.contains("kiosk.yaml is no compiled board: hw-profile compile"))
  }

  @Test func `another board waits for a new start`() async throws {
    let folder = try TemporaryFolder()
    let board = try await compiled(Self.site, in: folder, "kiosk")
    try folder.write("[service]\nboard = \(board)\n", to: "cairnd.conf")
    let service = try await Service("--config", "\(folder.path)/cairnd.conf")
    service.process.signal(SIGHUP)
    #expect(
      await Patience.wait {
        service.process.complaints.contains("the configuration was read again")
      }
    )
    let other = Self.site.replacing("47.5", with: "47.25")
    _ = try await compiled(other, in: folder, "kiosk")
    service.process.signal(SIGHUP)
    #expect(
      await Patience.wait {
        service.process.complaints.contains("are used after a restart of cairnd")
          && service.process.complaints.contains("the configuration of before stays in force")
      }, "\(service.process.complaints)")
    #expect(await service.end() == 0)
  }
}
