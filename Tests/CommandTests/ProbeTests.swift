import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

@Suite("hw-profile probe")
struct ProbeTests {
  @Test func `says what a receiver is, and which profile fits and why`() async throws {
    let device = try await SimulatedDevice(.receiver(.init(.uBloxM9)))
    let outcome = try await Cairn.profileTool(
      "probe", "--device", device.path, "--timeout", "300", "--json")
    await device.unplug()
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let port = try #require(outcome.objects.first)
    #expect(port["path"] as? String == device.path)
    #expect(port["model"] as? String == "NEO-M9N")
    #expect(port["profile"] as? String == "ublox-m9")
    #expect(port["reason"] as? String == "it says that it is a NEO-M9N")
    #expect(port["dialect"] as? String == "UBX-CFG-VALSET")
    #expect((port["protocols"] as? [String])?.isEmpty == false)
    #expect(port["identity"] as? [String] == ["models: [\"NEO-M9N\"]"])
    #expect(outcome.complaints.contains("listening at \(device.path)"))
  }

  @Test func `leaves a receiver as it was`() async throws {
    var receiver = SimulatedReceiver.Configuration(.uBloxM8)
    receiver.output = .nmea
    let device = try await SimulatedDevice(.receiver(receiver))
    let words = ["probe", "--device", device.path, "--timeout", "300"]
    _ = try await Cairn.profileTool(words)
    // A probe that is answered at once may end before the first sentence, and the simulated
    // receiver of a busy test process may answer too late for another.
    let profile = "  profile  ublox-m8, because of the hardware version it reports"
    var again = try await Cairn.profileTool(words)
    for _ in 0..<20 where !(again.output.contains("NMEA") && again.output.contains(profile)) {
      again = try await Cairn.profileTool(words)
    }
    await device.unplug()
    // It still speaks what it spoke: only sentences, between the answers.
    #expect(again.output.contains("NMEA"), "\(again.output)")
    #expect(again.output.contains(profile), "\(again.output)")
  }

  @Test func `never writes to a bridge that has not spoken`() async throws {
    let device = try await SimulatedDevice(.silent)
    let outcome = try await Cairn.profileTool(
      "probe", "--device", device.path, "--timeout", "3", "--json")
    let bytes = await device.bytesFromHost
    await device.unplug()
    #expect(bytes == 0)
    #expect(outcome.exitCode == 2)
    #expect(outcome.objects.first?["receiver"] as? Bool == false)
    #expect(outcome.objects.first?["model"] is NSNull)
  }

  @Test func `a receiver of sentences alone is one of which no more is known`() async throws {
    let device = try await SimulatedDevice(.receiver(.init(.nmeaOnly)))
    let outcome = try await Cairn.profileTool(
      "probe", "--device", device.path, "--timeout", "300", "--json")
    await device.unplug()
    #expect(outcome.exitCode == 0)
    let port = try #require(outcome.objects.first)
    #expect(port["protocols"] as? [String] == ["nmea"])
    #expect(port["model"] is NSNull)
    #expect(port["profile"] is NSNull)
    #expect(port["identity"] as? [String] == ["paths: [\"\(device.path)\"]"])
  }

  @Test func `a receiver that nobody knows is offered a profile that can be pasted`() async throws {
    let device = try await SimulatedDevice(.receiver(.init(.nmeaOnly)))
    let outcome = try await Cairn.profileTool(
      "probe", "--device", device.path, "--timeout", "300")
    await device.unplug()
    #expect(outcome.output.contains("generic-nmea describes any receiver that speaks NMEA"))
    let lines = outcome.output.split(separator: "\n").drop { !$0.hasPrefix("    name:") }
    let skeleton = lines.map { $0.dropFirst(4) + "\n" }.joined()
    #expect(skeleton.contains("includes: [generic-nmea]\n"), "\(outcome.output)")
    #expect(skeleton.contains("  paths: [\"\(device.path)\"]\n"), "\(outcome.output)")
    let folder = try TemporaryFolder()
    try folder.write(skeleton, to: "my-receiver.yaml")
    let lint = try await Cairn.profileTool("lint", "--strict", folder.path + "/my-receiver.yaml")
    #expect(lint.exitCode == 0, "\(lint.complaints)")
  }

  @Test func `a device that is not there is said to be missing`() async throws {
    let outcome = try await Cairn.profileTool("probe", "--device", "/dev/no-receiver")
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.contains("ENOENT"))
    #expect(try await Cairn.profileTool("probe", "--timeout", "0").exitCode == 64)
  }
}
