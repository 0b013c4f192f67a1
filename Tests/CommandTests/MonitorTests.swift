import CairnTestSupport
import Foundation
import Testing

@Suite("cairn monitor")
struct MonitorTests {
  /// The folder of the shipped profiles.
  private static let profiles = Cairn.package.appending(path: "hw-profiles").path

  @Test func `a receiver works by the profile of the model that it says`() async throws {
    let outcome = try await Cairn.run(
      "monitor", "--simulate", "m10", "--profiles", Self.profiles, "--json", "--duration", "6")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let reports = outcome.objects.filter { $0["event"] as? String == "receiver" }
    #expect(reports.last?["profile"] as? String == "max-m10s", "\(outcome.output.suffix(2000))")
  }

  @Test(arguments: ["gateway", "tracker"])
  func `a simulated board leaves its receiver off while Wi-Fi suffices`(kind: String) async throws {
    let outcome = try await Cairn.run(
      "monitor", "--simulate", kind, "--accuracy", "1km", "--profiles", Self.profiles, "--json",
      "--duration", "6")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let plans = outcome.objects.filter { $0["event"] as? String == "plan" }
    let providers = try #require(plans.first?["providers"] as? [[String: Any]])
    let on = providers.filter { $0["on"] as? Bool == true }.map { $0["provider"] as? String }
    #expect(on == ["wifi"], "\(outcome.output.suffix(2000))")
    let fixes = outcome.objects.flatMap { $0["locations"] as? [[String: Any]] ?? [] }
    #expect(fixes.contains { $0["provider"] as? String == "wifi" })
    #expect(fixes.allSatisfy { ($0["flags"] as? [String])?.contains("simulated") == true })
    #expect(fixes.allSatisfy { $0["provider"] as? String != "gnss" })
    // Nothing of the machine is taken for a part of the board, and nothing of it is missed.
    let errors = outcome.objects.filter { $0["event"] as? String == "error" }
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test func `a folder without profiles is an error that names it`() async throws {
    let outcome = try await Cairn.run("monitor", "--simulate", "m9", "--profiles", "/nowhere")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("/nowhere:1:1: there is no such folder"))
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [["--accuracy", "-5"], ["--interval", "-1"], ["--distance-filter", "-4"]])
  func `a negative number is refused as one`(_ option: [String]) async throws {
    let outcome = try await Cairn.run("monitor", option[0], option[1])
    #expect(outcome.exitCode == 64)
    #expect(!outcome.complaints.contains("Missing value"), "\(outcome.complaints)")
  }

  @Test func `a board without a receiver gives its site, and says what is not served`() async throws
  {
    let board =
      "name: kiosk\ntitle: T\nvendor: V\nkind: board\nincludes: [any-modem, lis2dh12]\n"
      + "site: { latitude: 47.5, longitude: -8.25, accuracy_m: 3, measured: me }\n"
    let folder = try TemporaryFolder()
    try folder.write(board, to: "kiosk.yaml")
    let unserved = "(motion): there is no accelerometer, or it has ceased to measure"
    let outcome = try await Cairn.run(
      "monitor", "--board", "kiosk", "--profiles", folder.path, "--duration", "3")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    #expect(outcome.output.contains("47.5"), "\(outcome.output)")
    #expect(outcome.complaints.contains(unserved), "\(outcome.complaints)")
    #expect(
      outcome.complaints.contains("cairn: cell: no map of cells is given"), "\(outcome.complaints)")
    let objects = try await Cairn.run(
      "monitor", "--board", folder.path + "/kiosk.yaml", "--duration", "3", "--json")
    #expect(objects.exitCode == 0, "\(objects.complaints)")
    #expect(!objects.complaints.contains("is not served"), "\(objects.complaints)")
    #expect(objects.objects.contains { $0["event"] as? String == "update" }, "\(objects.output)")
  }

  @Test func `a pack goes with a board, and must be one`() async throws {
    let alone = try await Cairn.run("monitor", "--pack", "region.pack")
    #expect(alone.exitCode == 64)
    #expect(alone.complaints.contains("--pack needs --board"))
    let nowhere = try await Cairn.run("monitor", "--online", "https://place.example")
    #expect(nowhere.complaints.contains("--online needs --board"))
    let wrong = try await Cairn.run(
      "monitor", "--board", "wifi-device", "--online", "place.example")
    #expect(wrong.exitCode == 64)
    #expect(wrong.complaints.contains("--online is no address of HTTPS or HTTP"))
    let folder = try TemporaryFolder()
    try folder.write("no pack", to: "region.pack")
    let path = folder.path + "/region.pack"
    let broken = try await Cairn.run("monitor", "--board", "wifi-device", "--pack", path)
    #expect(broken.exitCode == 1)
    #expect(broken.complaints.contains(path), "\(broken.complaints)")
  }

  @Test func `a failure that stays is told once`() async throws {
    let outcome = try await Cairn.run(
      "monitor", "--board", "wifi-device", "--profiles", Self.profiles, "--accuracy", "1km",
      "--duration", "2")
    let failures = outcome.complaints.split(separator: "\n").filter { $0.contains("transient: ") }
    #expect(failures.count == Set(failures).count, "\(outcome.complaints)")
    // Where there is a radio, it has not yet been heard.
    #expect(outcome.complaints.contains("wifi"), "\(outcome.complaints)")
  }

  @Test(arguments: [
    ("m10-traker", "no profile is called 'm10-traker'; did you mean 'm10-tracker'?"),
    ("zzzzzzzz", "no profile is called 'zzzzzzzz'; there are "),
    ("bmi270", "'bmi270' is a profile of kind motion; --board takes a board or a receiver: "),
  ])
  func `a board that is none is an error that says what there is`(
    name: String, message: String
  ) async throws {
    let outcome = try await Cairn.run(
      "monitor", "--board", name, "--profiles", Self.profiles, "--duration", "1")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [["--device", "/dev/null"], ["--simulate", "m9"], ["--wait"]])
  func `a board excludes any other source`(_ option: [String]) async throws {
    let arguments = ["monitor", "--board", "m10-tracker"] + option
    let process = try Cairn.start(arguments, input: .bytes([]))
    #expect(await process.end() == 64)
    #expect(
      process.complaints.contains("--board and \(option[0]) exclude each other"),
      "\(process.complaints)")
  }

  @Test func `an empty recording is said to be empty`() async throws {
    let file = try TemporaryFile([])
    let outcome = try await Cairn.run("monitor", "--device", file.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("\(file.path) is empty"), "\(outcome.complaints)")
  }

  @Test func `a recording of something else is said to be none`() async throws {
    let file = try TemporaryFile((0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
    let outcome = try await Cairn.run("monitor", "--device", "file:\(file.path)")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("\(file.path) looks like noise"), "\(outcome.complaints)")
  }

  @Test func `a recording without a fix is said to have none`() async throws {
    let void = try TemporaryFile(Sample.sentence("GPRMC,,V,,,,,,,,,,N"))
    let damaged = try TemporaryFile(Array("$GPRMC,,V,,,,,,,,,,N*00\r\n".utf8))
    for path in [void.path, damaged.path, "/dev/null"] {
      let outcome = try await Cairn.run("monitor", "--device", "file:\(path)")
      #expect(outcome.exitCode == 2, "\(path): \(outcome.complaints)")
      #expect(outcome.complaints.contains("no fix in \(path); "), "\(outcome.complaints)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `a recording that is not there ends the monitor in an error, said once`() async throws
  {
    let outcome = try await Cairn.run("monitor", "--device", "file:/nowhere.nmea")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.split(separator: "ENOENT", maxSplits: 9).count == 2)
  }
}
