import CairnHAL
import CairnProfiles
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@Suite("hw-profile")
struct HardwareProfileToolTests {
  @Test func `finds no error in the profiles that are shipped`() async throws {
    let outcome = try await Cairn.profileTool("lint", "--strict")
    let profiles = try ProfileDirectory.read(Cairn.package.appending(path: "hw-profiles").path)
    #expect(outcome.output == "\(profiles.count) profiles, no error\n")
    #expect(outcome.exitCode == 0)
  }

  @Test func `says where an error is and ends in status 1`() async throws {
    let file = try TemporaryFile(Array("name: x\ntitel: X\nvendor: V\nidentity: {}\n".utf8))
    let path = file.path + ".yaml"
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try await Cairn.profileTool("lint", path)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.complaints.contains(
        "\(path):2:1: warning: unknown key 'titel'; did you mean 'title'?\n"))
    #expect(!outcome.complaints.contains("\u{1B}"))
    #expect(outcome.exitCode == 1)
  }

  @Test func `says what is odd about a profile, and fails for it only when asked to`() async throws
  {
    let board = "name: odd\ntitle: T\nvendor: V\nkind: board\ncolour: red\n"
    let folder = try TemporaryFolder()
    try folder.write(board, to: "odd.yaml")
    let path = folder.path + "/odd.yaml"
    let outcome = try await Cairn.profileTool("lint", path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "1 profile, no error\n")
    #expect(outcome.complaints.contains("\(path):5:1: warning: unknown key 'colour'"))
    #expect(try await Cairn.profileTool("lint", "--strict", path).exitCode == 1)
  }

  @Test(
    "G124: the tool plans what the library plans",
    arguments: ["m8-gateway", "m10-tracker", "modem-tracker", "rtk-rover"])
  func likeTheLibrary(name: String) async throws {
    let board = try #require(
      try ProfileDirectory.read(Cairn.package.appending(path: "hw-profiles").path).first {
        $0.name == name
      })
    for (activity, mixture, speed) in [
      ("pedestrian", SurroundingsMixture.pedestrian, 1.5), ("automotive", .automotive, 15),
    ] {
      let planner = EnergyPlanner(board, in: mixture)
      let outcome = try await Cairn.profileTool(
        "plan", name, "--all", "--json", "--activity", activity)
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.count == 7)
      for line in lines {
        let printed = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let text = try #require(printed["accuracy"] as? String)
        let accuracy = try #require(DesiredAccuracy(text: text.filter { $0 != " " }))
        let request = EnergyRequest(accuracy: accuracy, speed: speed)
        let plan = planner.plan(for: [request])
        #expect(printed["providers"] as? [String] == plan.providers.map(\.name))
        #expect(printed["mode"] as? String == "\(plan.mode)")
        #expect(printed["verdict"] as? String == "\(plan.verdict)")
        #expect(printed["period_s"] as? Double == plan.period)
        let power = try #require(printed["power_mW"] as? Double)
        #expect(abs(power - plan.power) <= 0.00005)
        let reasons = try #require(printed["reasons"] as? [String: String])
        for provider in planner.providers {
          #expect(
            reasons[provider.id.name]
              == planner.reason(for: provider.id, in: plan, for: [request]))
        }
      }
    }
  }

  @Test func `plans Wi-Fi alone for a kilometre that a person carries, and says why`() async throws
  {
    let outcome = try await Cairn.profileTool("plan", "m8-gateway", "--accuracy", "1km")
    #expect(outcome.exitCode == 0)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 5)
    #expect(lines[0] == "1 km: 1.44 mW")
    #expect(lines[1].hasPrefix("  gnss  off: wifi suffices, at 1.44 mW; "))
    #expect(lines[2].hasPrefix("  wifi  on: every 600 s, within 1000 m "))
    #expect(lines[3].hasPrefix("  cell  off: "))
    #expect(lines[4].hasPrefix("  wifi needs a map of access points: "))
  }

  @Test func `plans the receiver every minute for a kilometre in a car`() async throws {
    let outcome = try await Cairn.profileTool(
      "plan", "m8-gateway", "--accuracy", "1km", "--activity", "automotive", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["providers"] as? [String] == ["gnss"])
    #expect(object["mode"] as? String == "sampled")
    #expect(object["period_s"] as? Double == 60)
    let power = try #require(object["power_mW"] as? Double)
    #expect((8.0...8.2).contains(power))
  }

  @Test func `a plan that gives less names what was asked for, and what there is`() async throws {
    let outcome = try await Cairn.profileTool("plan", "m8-gateway", "--accuracy", "0.5")
    #expect(outcome.exitCode == 0)
    let words = /^0\.5 m: .* mW, less than the 0\.5 m asked for: [0-9.]+ m, \d+ % of the time$/
    #expect(outcome.lines.first?.wholeMatch(of: words) != nil, "\(outcome.output)")
  }

  @Test func `a table of plans costs more the finer they are`() async throws {
    let outcome = try await Cairn.profileTool("plan", "m10-tracker", "--all", "--json")
    let powers = try outcome.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["power_mW"] as? Double)
    }
    #expect(powers.count == 7)
    #expect(powers == powers.sorted())
    let table = try await Cairn.profileTool("plan", "m10-tracker", "--all").output.split(
      separator: "\n")
    #expect(table.count == 10)
    #expect(table[0].hasPrefix("accuracy"))
    #expect(table.suffix(2).map { $0.prefix(13) } == ["  wifi needs ", "  cell needs "])
  }

  @Test func `says what a plan lacks`() async throws {
    let gone = try await Cairn.profileTool("plan", "m8-gateway", "--without", "lidar")
    #expect(
      gone.complaints == "hw-profile: m8-gateway has no provider 'lidar'; it has gnss, wifi, cell\n"
    )
    #expect(gone.exitCode == 1)
    let poor = try await Cairn.profileTool("plan", "generic-bridge")
    #expect(poor.complaints.contains("generic-bridge does not say what anything costs"))
    #expect(poor.exitCode == 1)
    #expect(try await Cairn.profileTool("plan", "m8-gateway", "--accuracy", "near").exitCode == 64)
    #expect(
      try await Cairn.profileTool("plan", "nothing").complaints.contains(
        "no profile is called 'nothing'"))
  }

  @Test func `prints the rules that are committed`() async throws {
    let committed = try String(
      contentsOf: Cairn.package.appending(path: "udev/70-cairn.rules"), encoding: .utf8)
    #expect(try await Cairn.profileTool("rules").output == committed)
  }

  @Test func `shows a profile to people, with where its numbers are from`() async throws {
    let outcome = try await Cairn.profileTool("show", "ublox-m9")
    #expect(
      outcome.output.contains(
        "    cold: 24 s  [source: UBX-19014285 R07 (NEO-M9N data sheet), performance]\n"))
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(outcome.exitCode == 0)
  }

  @Test func `shows a profile as one JSON object`() async throws {
    let outcome = try await Cairn.profileTool("show", "max-m10s", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["name"] as? String == "max-m10s")
    let times = try #require(object["start_times"] as? [String: [String: Any]])
    #expect(times["hot"]?["s"] as? Double == 1)
    let ports = try #require(object["ports"] as? [String: [String: [String: Any]]])
    #expect((ports["uart1"]?["speeds"]?["baud"] as? [Double])?.first == 9600)
    #expect(ports["i2c"]?["address"]?["number"] as? Double == 66)
  }

  @Test func `shows the figures of a board, in one unit, with the module's origin`() async throws {
    let outcome = try await Cairn.profileTool("show", "m10-tracker", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let power = try #require(object["power"] as? [String: [String: Any]])
    #expect(power["tracking"]?["mW"] as? Double == 36.9)
    #expect(
      power["tracking"]?["source"] as? String
        == "UBX-22013293 R03 (SAM-M10Q data sheet), four systems")
    let wifi = try #require(object["wifi"] as? [String: [String: Any]])
    let energy = wifi["active_2ghz"]?["energy"] as? [String: Any]
    #expect(energy?["mJ"] as? Double == 130)
  }

  @Test func `names what there is when it is asked for what there is not`() async throws {
    let outcome = try await Cairn.profileTool("show", "nothing-like-it")
    #expect(
      outcome.complaints.contains(
        "no profile is called 'nothing-like-it'; there are allystar-tau1113, "))
    #expect(outcome.exitCode == 1)
  }

  @Test(arguments: [
    ["lint"], ["show"], ["plan"], ["compare"], ["probe"], ["watch"], ["calibrate"], ["rules"], [],
  ])
  func `has examples in its help`(command: [String]) async throws {
    let process = try await Cairn.profileTool(command + ["--help"])
    #expect(process.output.contains("Examples:"))
    #expect(process.exitCode == 0)
  }

  @Test(arguments: [("hw-profile", "rules --profiles hw-profiles"), ("cairn", "decode -")])
  func `an output without room is a failure that says so`(
    tool: String, arguments: String
  ) async throws {
    let program = Cairn.executable.deletingLastPathComponent().appending(path: tool).path
    let process = try ChildProcess(
      "/bin/sh",
      ["-c", "cd '\(Cairn.package.path)' && exec '\(program)' \(arguments) >/dev/full"],
      input: .bytes(Sample.nmea))
    #expect(await process.end() == 1)
    #expect(process.complaints.contains("standard output: ENOSPC"), "\(process.complaints)")
  }
}
