import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

@Suite("hw-profile watch")
struct WatchTests {
  @Test func `tells the states of a receiver, and what they cost by its profile`() async throws {
    var receiver = SimulatedReceiver.Configuration(.uBloxM9)
    receiver.output = .ubx
    receiver.timeToFirstFix = .seconds(2)
    let device = try await SimulatedDevice(.receiver(receiver))
    let outcome = try await Cairn.profileTool(
      "watch", "--device", device.path, "--duration", "15", "--json")
    await device.unplug()
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let changes = outcome.objects
    #expect(changes.first?["state"] as? String == "acquiring")
    let end = try #require(changes.last)
    #expect(end["event"] as? String == "end")
    #expect(end["state"] as? String == "tracking")
    #expect(end["profile"] as? String == "ublox-m9")
    let energy = try #require(end["energy_J"] as? [String: Double])
    let parts = energy.filter { $0.key != "total" }.values.reduce(0, +)
    #expect(abs(parts - (try #require(energy["total"]))) < 1e-3)
    // By the profile and nothing else: searching costs most, and takes a few seconds.
    let power = try #require(end["power_mW"] as? Double)
    let seconds = try #require(end["time_s"] as? Double)
    let total = try #require(energy["total"])
    #expect(total > 0 && total < 2 * power * seconds / 1000)
    #expect((end["power_origin"] as? String)?.isEmpty == false)
    #expect(try #require(end["fix_rate_Hz"] as? Double) > 0)
    #expect(end["time_to_first_fix_s"] is Double)
    #expect(end["carrier_to_noise_dBHz"] is Double)
  }

  @Test func `invents no number for a receiver without a profile`() async throws {
    let device = try await SimulatedDevice(.receiver(.init(.nmeaOnly)))
    let outcome = try await Cairn.profileTool(
      "watch", "--device", device.path, "--duration", "4", "--listen-only")
    let bytes = await device.bytesFromHost
    await device.unplug()
    #expect(bytes == 0)
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.first?.hasPrefix("TIME s  STATE") == true)
    #expect(outcome.output.contains("unknown profile"))
    #expect(outcome.lines.last == "total             unknown")
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func `watches the receiver of a board by the board's figures`() async throws {
    let device = try await SimulatedDevice(.receiver(.init(.uBloxM9)))
    let folder = try TemporaryFolder()
    try folder.write(
      "name: hub\ntitle: T\nvendor: V\nkind: board\nincludes: [ublox-m9, lis2dh12]\n"
        + "identity: { paths: [\(device.path)] }\n", to: "hub.yaml")
    let outcome = try await Cairn.profileTool(
      "watch", "--board", folder.path + "/hub.yaml", "--duration", "6")
    await device.unplug()
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    #expect(outcome.output.contains("profile hub"), "\(outcome.output)")
    #expect(outcome.complaints.isEmpty, "\(outcome.complaints)")
    let other = try await Cairn.profileTool("watch", "--board", "wifi-device")
    #expect(other.exitCode == 1)
    #expect(other.complaints.contains("the profile wifi-device names no receiver"))
    let unknown = try await Cairn.profileTool("watch", "--board", "bmi270")
    #expect(unknown.complaints.contains("--board takes a board or a receiver: "))
    let both = try await Cairn.profileTool(
      "watch", "--board", "m8-gateway", "--profile", "m8-gateway")
    #expect(both.exitCode == 64)
    #expect(both.complaints.contains("--board and --profile exclude each other"))
  }

  @Test func `ends in status 2 when nothing comes`() async throws {
    let outcome = try await Cairn.profileTool(
      "watch", "--device", "/dev/no-receiver", "--duration", "0.5")
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.contains("absent"))
    let unknown = try await Cairn.profileTool("watch", "--profile", "nothing")
    #expect(unknown.exitCode == 1)
    #expect(try await Cairn.profileTool("watch", "--duration", "0").exitCode == 64)
  }
}
