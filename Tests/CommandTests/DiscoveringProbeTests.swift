#if Udev
import CairnTestSupport
import Foundation
import Testing

/// umockdev replaces /sys for a process it was preloaded into: this test runs again in a child, and so does
/// the program.
@Suite("hw-profile probe of what udev announces")
struct DiscoveringProbeTests {
  @Test(.enabled(if: DeviceTestbed.isExpected, "umockdev is not installed: apt install umockdev"))
  func `all tests of the suite "mocked ports" pass under umockdev`() async throws {
    let output = try await DeviceTestbed.run("MockedPortTests")
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 1 test "), "\(output.text)")
  }
}

@Suite("mocked ports", .serialized, .enabled(if: DeviceTestbed.isActive))
struct MockedPortTests {
  @Test func `what surely is a receiver is asked, and a bridge is left alone`() async throws {
    let testbed = try DeviceTestbed()
    try testbed.add("1-1", "ttyACM0", vendor: "1546", product: "01a9")
    try testbed.add("1-2", "ttyUSB0", vendor: "10c4", product: "ea60")
    let probe = try Cairn.startProfileTool(
      ["probe", "--json", "--timeout", "300"], input: .bytes([]))
    let end = Task { await probe.end() }
    // What comes before the port is open is thrown away.
    var sent = ContinuousClock.now
    #expect(
      await Patience.wait {
        if ContinuousClock.now - sent > .milliseconds(200) {
          sent = .now
          try? testbed.send(Sample.nmea, to: "ttyACM0")
        }
        return !probe.output.isEmpty
      })
    #expect(await end.value == 0, "\(probe.complaints)")
    let lines = probe.output.split(separator: "\n")
    #expect(lines.count == 1)
    let port = try #require(
      try JSONSerialization.jsonObject(with: Data(probe.output.utf8)) as? [String: Any])
    #expect(port["path"] as? String == "/dev/ttyACM0")
    #expect(port["protocols"] as? [String] == ["nmea"])
    #expect(port["profile"] as? String == "ublox-m9")
    #expect(port["reason"] as? String == "it is USB 1546:01a9")
    let identity = try #require(port["identity"] as? [String])
    #expect(identity.first == "usb:")
    #expect(
      identity.last?.contains("vendor: \"1546\", product: \"01a9\", certainty: certain") == true)
  }
}
#endif
