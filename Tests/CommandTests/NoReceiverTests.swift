#if Udev
import CairnTestSupport
import Foundation
import Testing

/// umockdev hides the machine's own devices: see `DiscoveringProbeTests`.
@Suite("cairn monitor without a receiver")
struct NoReceiverTests {
  @Test(.enabled(if: DeviceTestbed.isExpected, "umockdev is not installed: apt install umockdev"))
  func `all tests of the suite "nothing is plugged in" pass under umockdev`() async throws {
    let output = try await DeviceTestbed.run("NothingPluggedInTests")
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 1 test "), "\(output.text)")
  }

  @Test(arguments: ["best", "1km"])
  func `what is simulated on request says so in every line`(accuracy: String) async throws {
    let outcome = try await Cairn.run(
      "monitor", "--simulate", "m9", "--accuracy", accuracy, "--duration", "6")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    expectSimulated(outcome.lines)
  }

  @Test func `--json marks what is simulated, whichever provider gives it`() async throws {
    let outcome = try await Cairn.run(
      "monitor", "--simulate", "m9", "--accuracy", "1km", "--json", "--duration", "6")
    let fixes = outcome.objects.flatMap { $0["locations"] as? [[String: Any]] ?? [] }
    #expect(!fixes.isEmpty)
    #expect(fixes.allSatisfy { ($0["flags"] as? [String])?.contains("simulated") == true })
  }
}

@Suite("nothing is plugged in", .serialized, .enabled(if: DeviceTestbed.isActive))
struct NothingPluggedInTests {
  @Test(arguments: [[], ["--json"], ["--duration", "2"]])
  func `a pipe gets no position that nobody measured, but words that help`(
    options: [String]
  ) async throws {
    let testbed = try DeviceTestbed()
    defer { withExtendedLifetime(testbed) {} }
    let process = try Cairn.start(["monitor"] + options, input: .bytes([]))
    #expect(await process.end() == 2)
    #expect(process.output.isEmpty)
    #expect(process.complaints.hasPrefix("cairn: no receiver: "), "\(process.complaints)")
    for remedy in ["plug one in", "--device", "--wait", "--simulate m9", "cairn devices"] {
      #expect(process.complaints.contains(remedy), "\(process.complaints)")
    }
  }
}

/// Expects a table of fixes of which each is marked.
private func expectSimulated(_ lines: [Substring]) {
  #expect(lines.count > 1)
  #expect(lines.first?.hasPrefix("UTC ") == true)
  #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(" simulated") }, "\(lines)")
}
#endif
