import Foundation
import Testing

@Suite("hw-profile compare")
struct ProfileComparisonTests {
  @Test func `names every figure that differs, with where both are from`() async throws {
    let outcome = try await Cairn.profileTool("compare", "m8-gateway", "m10-tracker", "--json")
    #expect(outcome.exitCode == 0)
    let object = try #require(outcome.objects.first)
    #expect(object["profiles"] as? [String] == ["m8-gateway", "m10-tracker"])
    let differences = try #require(object["differences"] as? [[String: Any]])
    let tracking = try #require(differences.first { $0["key"] as? String == "power.tracking" })
    let (first, second) = (
      tracking["first"] as? [String: Any], tracking["second"] as? [String: Any]
    )
    #expect(first?["mW"] as? Double == 87)
    #expect((first?["estimate"] as? String)?.contains("UBX-16012619") == true)
    #expect(second?["mW"] as? Double == 36.9)
    #expect((second?["source"] as? String)?.contains("UBX-22013293") == true)
    // What one of them does not say at all.
    let battery = try #require(differences.first { $0["key"] as? String == "battery.capacity" })
    #expect(battery["first"] is NSNull)
    // Both have the same wake-up latency, from the same module.
    #expect(!differences.contains { $0["key"] as? String == "wake.latency" })
    #expect(!differences.contains { $0["key"] as? String == "name" })
  }

  @Test func `says what both need for each accuracy, as the plans of each do`() async throws {
    let outcome = try await Cairn.profileTool("compare", "m8-gateway", "m10-tracker", "--json")
    let plans = try #require(outcome.objects.first?["plans"] as? [[String: Any]])
    let alone = try await Cairn.profileTool("plan", "m10-tracker", "--all", "--json").objects
    #expect(plans.count == alone.count)
    for (both, single) in zip(plans, alone) {
      let (first, second) = (both["first"] as? [String: Any], both["second"] as? [String: Any])
      #expect(both["accuracy"] as? String == single["accuracy"] as? String)
      #expect(second?["power_mW"] as? Double == single["power_mW"] as? Double)
      #expect(second?["providers"] as? [String] == single["providers"] as? [String])
      let powers = try (
        #require(first?["power_mW"] as? Double), #require(second?["power_mW"] as? Double)
      )
      let ratio = try #require(both["power_ratio"] as? Double)
      #expect(abs(ratio - powers.1 / powers.0) < 0.01 * ratio)
    }
  }

  @Test func `a profile does not differ from itself`() async throws {
    let outcome = try await Cairn.profileTool("compare", "m8-gateway", "m8-gateway")
    #expect(outcome.output.hasPrefix("no difference\n"))
    #expect(outcome.lines.last?.contains("  1.00   ") == true)
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func `a profile without figures has no plan, and is compared all the same`() async throws {
    let outcome = try await Cairn.profileTool("compare", "m8-gateway", "generic-bridge", "--json")
    let plans = try #require(outcome.objects.first?["plans"] as? [[String: Any]])
    #expect(plans.allSatisfy { $0["second"] is NSNull && $0["power_ratio"] is NSNull })
    #expect(outcome.exitCode == 0)
  }

  @Test func `ends as the other commands do`() async throws {
    let gone = try await Cairn.profileTool("compare", "m8-gateway", "nothing")
    #expect(gone.exitCode == 1)
    #expect(gone.complaints.contains("no profile is called 'nothing'"))
    #expect(try await Cairn.profileTool("compare", "m8-gateway").exitCode == 64)
  }
}
