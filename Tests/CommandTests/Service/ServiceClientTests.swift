import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

@Suite("clients of gpsd", .enabled(if: Service.hasClients, "apt install gpsd-clients python3-gps"))
struct ServiceClientTests {
  /// The walk of the simulated receivers.
  private static let place = #""lat":37\.56[0-9]*,"lon":126\.97"#

  private static func shows(_ process: ChildProcess, _ pattern: String) async -> Bool {
    await Patience.wait {
      process.output.range(of: pattern, options: .regularExpression) != nil
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["m8", "m9", "m10", "f9p", "nmea"])
  func `gpspipe prints the walk's positions and satellites`(kind: String) async throws {
    let service = try await Service("--simulate", kind)
    let client = try service.client("/usr/bin/gpspipe", "-w", service.address)
    #expect(await Self.shows(client, Self.place))
    #expect(await Self.shows(client, #""class":"SKY",.*"satellites":\[\{"PRN""#))
    client.kill()
    #expect(await service.end() == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `gpspipe sees the receiver go, and come back on another node`() async throws {
    let receiver = try await PluggedReceiver(.m9)
    let service = try await Service("--device", receiver.path)
    let client = try service.client("/usr/bin/gpspipe", "-w", service.address)
    #expect(await Self.shows(client, Self.place))
    await receiver.unplug()
    #expect(
      await Self.shows(
        client,
        #""class":"DEVICE","path":"[^"]*","activated":0\}\s*\{"class":"TPV",[^}]*"mode":1\}"#
      ))
    // On a busy machine, a silence that is shorter than the way of the bytes may be told before.
    #expect(
      await Patience.wait {
        service.process.complaints.contains("is gone; waiting for it")
      })
    try await receiver.plugIn()
    #expect(await Self.shows(client, #"(?s)"activated":0\}.*"# + Self.place))
    client.kill()
    #expect(await service.end() == 0)
    await receiver.end()
  }

  @Test(.timeLimit(.minutes(15)))
  func `gpspipe prints sentences made of fixes, and the receiver's own where it sends them`()
    async throws
  {
    for kind in ["m9", "nmea"] {
      let service = try await Service("--simulate", kind)
      let client = try service.client("/usr/bin/gpspipe", "-r", service.address)
      #expect(await Self.shows(client, #"\$G.RMC,[0-9.]*,A,373[34]"#))
      #expect(await Self.shows(client, #"\$G.GSV,"#))
      client.kill()
      #expect(await service.end() == 0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `gpspipe gets the receiver's own bytes`() async throws {
    let service = try await Service("--simulate", "m9")
    let client = try service.client("/usr/bin/gpspipe", "-R", service.address)
    let navigation: [UInt8] = [0xB5, 0x62, 0x01, 0x07]
    let hasFrame = await Patience.wait {
      let bytes = client.outputBytes
      return bytes.indices.contains { bytes[$0...].starts(with: navigation) }
    }
    #expect(hasFrame)
    client.kill()
    #expect(await service.end() == 0)
  }

  @Test(.timeLimit(.minutes(15)), .enabled(if: Tmux.isThere || isContinuousIntegration))
  func `cgps shows the position, the fix and the satellites`() async throws {
    let service = try await Service("--simulate", "m9")
    let tmux = try await Tmux(width: 100, height: 40)
    try await tmux.type("cgps -s \(service.address)")
    #expect(await tmux.shows("Latitude: +37\\.56"))
    #expect(await tmux.shows("Status: +3D"))
    #expect(await tmux.shows("GP +[0-9]+ "))
    try await tmux.press("q")
    #expect(await tmux.end())
    #expect(await service.end() == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `python3-gps reads positions`() async throws {
    let service = try await Service("--simulate", "m9")
    let client = try service.client(
      "/usr/bin/python3", "-c",
      """
      import gps
      session = gps.gps(host="127.0.0.1", port="\(service.port)", mode=gps.WATCH_ENABLE | gps.WATCH_JSON)
      for report in session:
          if report["class"] == "TPV" and report.mode == 3:
              print("%.2f %.2f" % (session.fix.latitude, session.fix.longitude))
              break
      """)
    #expect(await client.end() == 0)
    #expect(client.output == "37.57 126.98\n")
    #expect(await service.end() == 0)
  }
}

@Suite("cairnd")
struct ServiceProgramTests {
  private func run(_ arguments: String...) async throws -> ChildProcess {
    let program = Cairn.executable.deletingLastPathComponent().appending(path: "cairnd").path
    return try ChildProcess(program, arguments)
  }

  @Test func `help has examples, and wrong usage says what to do`() async throws {
    let help = try await run("--help")
    #expect(await help.end() == 0)
    #expect(help.output.contains("cairnd --simulate m9"))
    let wrong = try await run("/dev/ttyS1")
    #expect(await wrong.end() == 64)
    #expect(wrong.complaints.contains("name a receiver with --device /dev/ttyS1"))
  }

  @Test func `an address in use is an error that names it`() async throws {
    let service = try await Service("--simulate", "nmea")
    let second = try await run("--simulate", "nmea", "--listen", service.address)
    #expect(await second.end() == 1)
    #expect(second.complaints.contains(service.address))
    #expect(second.complaints.contains("EADDRINUSE"))
    #expect(await service.end() == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends it, and the socket's file is gone`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let service = try await Service("--simulate", "nmea", "--listen", "\(folder.path)/gpsd")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/gpsd"))
    service.process.signal(signal)
    #expect(await service.process.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/gpsd"))
  }
}
