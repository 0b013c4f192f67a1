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

  @Test func `a folder without profiles is an error that names it`() async throws {
    let outcome = try await Cairn.run("monitor", "--simulate", "m9", "--profiles", "/nowhere")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("/nowhere:1:1: there is no profile here"))
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [["--accuracy", "-5"], ["--interval", "-1"], ["--distance-filter", "-4"]])
  func `a negative number is refused as one`(_ option: [String]) async throws {
    let outcome = try await Cairn.run("monitor", option[0], option[1])
    #expect(outcome.exitCode == 64)
    #expect(!outcome.complaints.contains("Missing value"), "\(outcome.complaints)")
  }

  @Test func `an empty recording is said to be empty`() async throws {
    let file = try TemporaryFile([])
    let outcome = try await Cairn.run("monitor", "--device", file.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("\(file.path) is empty"), "\(outcome.complaints)")
  }

  @Test func `a recording that is not there ends the monitor in an error, said once`() async throws
  {
    let outcome = try await Cairn.run("monitor", "--device", "file:/nowhere.nmea")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.split(separator: "ENOENT", maxSplits: 9).count == 2)
  }
}
