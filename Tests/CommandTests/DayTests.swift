import CairnHAL
import CairnProfiles
import CairnTypes
import Testing

@testable import hw_profile

@Suite("hw-profile plan --day")
struct DayTests {
  private static let day = "standing 2h, walking 30min, standing 30min, driving 20min"

  @Test(arguments: ["m8-gateway", "m10-tracker"], ["30m", "1km"])
  func `the service's ledger and the simulated hardware agree to 3 %`(
    board: String, accuracy: String
  ) async throws {
    let outcome = try await Cairn.profileTool(
      "plan", board, "--accuracy", accuracy, "--day", Self.day, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let forecast = try #require(outcome.objects.first)
    let drawn = try #require(forecast["power_mW"] as? Double)
    let booked = try #require(forecast["ledger_mW"] as? Double)
    #expect(abs(booked / drawn - 1) < 0.03, "\(booked) booked, \(drawn) drawn")
    let phases = try #require(forecast["phases"] as? [String: [String: Double]])
    #expect(phases.keys.sorted() == ["driving", "standing", "walking"])
    #expect(phases["standing"]?["hours"] == 2.5)
    let standing = try #require(phases["standing"]?["power_mW"])
    let driving = try #require(phases["driving"]?["power_mW"])
    #expect(standing < driving)
    #expect(try #require(forecast["met"] as? Double) > 0.68)
    let parts = try #require(forecast["sources_mW"] as? [String: Double])
    #expect(abs(parts.values.reduce(0, +) - drawn) < 0.001, "\(parts)")
    let hours = try #require(forecast["hours"] as? Double)
    let phaseEnergy = phases.values.reduce(0) { $0 + ($1["hours"] ?? 0) * ($1["power_mW"] ?? 0) }
    #expect(abs(phaseEnergy / hours - drawn) < 0.001, "\(phases)")
  }

  @Test func `the phases are in the order of the day, each as long as it is`() async throws {
    let outcome = try await Cairn.profileTool(
      "plan", "m10-tracker", "--accuracy", "1km", "--day",
      "driving 90s, standing 30min, driving 30s")
    #expect(outcome.lines.first?.hasPrefix("1 km for 32 min: ") == true, "\(outcome.lines)")
    #expect(outcome.lines.dropFirst().first?.hasPrefix("  driving   2 min ") == true)
    #expect(outcome.lines.dropFirst(2).first?.hasPrefix("  standing  30 min ") == true)
  }

  @Test func `what is coarser draws less, in 80 columns, the same each time`() async throws {
    let outcome = try await Cairn.profileTool(
      "plan", "m10-tracker", "--all", "--day", "walking 20min, standing 10min")
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.allSatisfy { $0.count <= 80 }, "\(outcome.lines)")
    let powers = outcome.lines.filter { !$0.hasPrefix(" ") }
      .compactMap {
        $0.split(separator: " ").drop { $0 != "min:" }.dropFirst().first.flatMap { Double($0) }
      }
    #expect(powers.count == 7)
    #expect(powers == powers.sorted(), "\(powers)")
    #expect(
      try await Cairn.profileTool(
        "plan", "m10-tracker", "--all", "--day", "walking 20min, standing 10min"
      ).lines == outcome.lines)
  }

  @Test(arguments: [
    "", "sitting 1h", "walking", "walking 1", "walking -1h", "walking 1h, ", "walking nanh",
    "standing 8d", "standing 200h", "driving 1e300h",
  ])
  func `a day that is none is refused`(day: String) async throws {
    #expect(DayArgument(argument: day) == nil)
    let outcome = try await Cairn.profileTool("plan", "m8-gateway", "--day", day)
    #expect(outcome.exitCode == 64)
  }

  @Test func `the same seed gives the same world, and a fix is about as exact as it says`() {
    var (one, other) = (DayWorld(seed: 7, cellRadius: 500), DayWorld(seed: 7, cellRadius: 500))
    one.begin(.walking)
    other.begin(.walking)
    var (within, fixes) = (0, 0)
    for _ in 0..<20_000 {
      one.pass()
      other.pass()
      let (fix, same) = (one.wifiFix(), other.wifiFix())
      if fix != same { Issue.record("two worlds of one seed differ") }
      guard let fix, fix == same else { continue }
      fixes += 1
      if one.distance(to: fix.coordinate) <= fix.horizontalAccuracy { within += 1 }
    }
    let share = Double(within) / Double(fixes)
    #expect((0.6...0.76).contains(share), "\(share)")
  }
}
