import CairnTestSupport
import Foundation
import Testing

/// The shipped profiles have the figures of receivers that say what they are. Of others nothing is known.
@Suite("Power in cairn monitor")
struct MonitorPowerTests {
  private static let profiles = Cairn.package.appending(path: "hw-profiles").path

  /// Runs the monitor twice, for its JSON and for its lines.
  private func monitor(_ arguments: String...) async throws -> (json: Told, lines: Cairn.Outcome) {
    let all = ["monitor", "--profiles", Self.profiles] + arguments
    let json = await Cairn.end(of: try Cairn.start(all + ["--json"], input: .bytes([])))
    let lines = await Cairn.end(of: try Cairn.start(all, input: .bytes([])))
    return (Told(outcome: json), lines)
  }

  /// What the monitor has told of power and energy as JSON.
  private struct Told {
    let outcome: Cairn.Outcome

    private func events(_ kind: String) -> [[String: Any]] {
      outcome.objects.filter { $0["event"] as? String == kind }
    }

    /// The milliwatts of all plans; `nil` for those that are null.
    var plans: [Double?] { events("plan").map { $0["milliwatts"] as? Double } }

    /// The milliwatts of the receiver in all plans.
    var receiver: [Double?] {
      events("plan").flatMap { $0["providers"] as? [[String: Any]] ?? [] }
        .filter { $0["provider"] as? String == "gnss" }.map { $0["milliwatts"] as? Double }
    }

    /// The joules at the end: in all, and of each account.
    var joules: [Double?] {
      guard let energy = events("energy").last else { return [] }
      let accounts = ["providers", "clients"].flatMap { energy[$0] as? [[String: Any]] ?? [] }
      return ([energy] + accounts).map { $0["joules"] as? Double }
    }
  }

  /// Expects neither a power nor an energy in a text.
  private func expectUnknown(_ complaints: String) {
    #expect(complaints.contains("cairn: energy: unknown energy by gnss\n"), "\(complaints)")
    #expect(complaints.contains("cairn: energy: unknown energy for "), "\(complaints)")
    #expect(!complaints.contains(" mW") && !complaints.contains(" J "), "\(complaints)")
  }

  @Test func `nothing is told of a device that is no receiver`() async throws {
    let (json, lines) = try await monitor("--device", "/dev/null", "--duration", "2")
    #expect(json.outcome.exitCode == 2)
    #expect(json.plans.first == .some(nil) && json.receiver.first == .some(nil))
    #expect(json.plans.allSatisfy { $0 ?? 0 == 0 }, "\(json.outcome.output)")
    #expect(json.joules == [nil, nil, nil], "\(json.outcome.output)")
    expectUnknown(lines.complaints)
    #expect(lines.complaints.contains("for the best wanted at unknown power\n"))
  }

  @Test func `nothing is told of a recording`() async throws {
    let file = try TemporaryFile(Sample.nmea)
    let (json, lines) = try await monitor("--device", "file:\(file.path)")
    #expect(json.outcome.exitCode == 0 && lines.exitCode == 0, "\(lines.complaints)")
    #expect(json.joules == [nil, nil, nil], "\(json.outcome.output)")
    expectUnknown(lines.complaints)
  }

  /// The receiver is on a pseudo-terminal of the monitor's own process, beside a place without costs.
  @Test func `nothing is told of a receiver that does not say what it is`() async throws {
    let (json, lines) = try await monitor("--simulate", "nmea", "--duration", "5")
    // A busy machine has no fix yet: what is told of power is the same.
    let codes = [json.outcome.exitCode, lines.exitCode]
    #expect(codes.allSatisfy { $0 == 0 || $0 == 2 }, "\(lines.complaints)")
    #expect(!json.plans.isEmpty && json.plans.allSatisfy { $0 == nil }, "\(json.outcome.output)")
    #expect(json.receiver.allSatisfy { $0 == nil })
    #expect(json.joules == [nil, nil, nil], "\(json.outcome.output)")
    expectUnknown(lines.complaints)
    #expect(lines.complaints.contains("for the best wanted at unknown power\n"))
  }

  @Test func `the figures of its profile are told of a receiver that says what it is`()
    async throws
  {
    // On a busy machine, the receiver says later what it is.
    var seconds = 6.0
    var (json, lines) = try await monitor("--simulate", "m10", "--duration", "6")
    if json.receiver.last == .some(nil) || lines.complaints.contains("unknown energy") {
      seconds = 90
      (json, lines) = try await monitor("--simulate", "m10", "--duration", "90")
    }
    #expect(json.outcome.exitCode == 0 && lines.exitCode == 0, "\(lines.complaints)")
    // Nothing is known at first. Then 10.3 mA at 3 V, and no wake-up of a host that nobody has measured.
    #expect(json.plans.first == .some(nil))
    let known = try #require(json.receiver.last ?? nil)
    #expect(abs(known - 30.9) < 0.001, "\(json.outcome.output)")
    #expect(lines.complaints.contains("for the best wanted at 30.9 mW\n"), "\(lines.complaints)")
    // What it drew before counts by the same figures: 38.4 mW at most, and a little for the end.
    let joules = try #require(json.joules.first ?? nil)
    #expect((0.05...0.0433 * seconds).contains(joules), "\(joules) J")
    #expect(json.joules == [joules, joules, joules])
    #expect(!lines.complaints.contains("unknown energy"), "\(lines.complaints)")
  }
}
