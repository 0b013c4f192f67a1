import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

@Suite("hw-profile calibrate")
struct CalibrateTests {
  /// A recording of ten readings a second: half a minute of each state.
  private func recording(_ states: [(String, Double)]) throws -> TemporaryFile {
    var noise = SplitMix(seed: 7)
    var lines = ["t,mW,state"]
    for (index, (state, power)) in states.enumerated() {
      for reading in 0..<300 {
        let time = Double(index * 300 + reading) / 10
        // While a state settles readings are of no use, and now and then one is wrong.
        let offset =
          reading < 10 ? 300 : reading == 150 ? 5000 : Double.random(in: -2...2, using: &noise)
        lines.append("\(time),\(power + offset),\(state)")
      }
    }
    return try TemporaryFile(Array(lines.joined(separator: "\n").utf8))
  }

  @Test func `finds the figures of a recording, above its baseline`() async throws {
    let file = try recording([
      ("baseline", 500), ("backup", 510), ("acquiring", 610), ("tracking", 582),
    ])
    let outcome = try await Cairn.profileTool(
      "calibrate", "ublox-m8", "--from", file.path, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let object = try #require(outcome.objects.first)
    #expect(abs(try #require(object["baseline_mW"] as? Double) - 500) < 1)
    let figures = try #require(object["figures"] as? [[String: Any]])
    #expect(
      figures.map { $0["key"] as? String }
        == ["power.backup_software", "power.acquiring", "power.tracking"])
    for (figure, power) in zip(figures, [10.0, 110, 82]) {
      #expect(abs(try #require(figure["measured_mW"] as? Double) - power) < 1)
      #expect(try #require(figure["spread_mW"] as? Double) < 2)
    }
    #expect(figures.last?["profile_mW"] as? Double == 87)
  }

  @Test(
    .enabled("needs the program patch") {
      isContinuousIntegration || FileManager.default.isExecutableFile(atPath: "/usr/bin/patch")
    })
  func `prints a patch that makes a profile without an error`() async throws {
    let file = try recording([("off", 500), ("acquiring", 610), ("tracking", 582)])
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Cairn.package.appending(path: "hw-profiles"), to: folder)
    let path = folder.appending(path: "ublox-m8.yaml").path
    let outcome = try await Cairn.profileTool(
      "calibrate", path, "--from", file.path, "--date", "2026-03-31")
    #expect(outcome.output.hasPrefix("--- \(path)\n+++ \(path)\n@@ "))
    let name = URL(fileURLWithPath: file.path).lastPathComponent
    #expect(outcome.output.contains("measured: \"\(name), 2026-03-31: median of 28 means"))
    let patch = ChildProcess.Input.bytes(Array(outcome.output.utf8))
    let patching = try ChildProcess("/usr/bin/patch", [path], input: patch)
    #expect(await patching.end() == 0, "\(patching.output)")
    #expect(try await Cairn.profileTool("lint", folder.path).exitCode == 0)
    let shown = try await Cairn.profileTool("show", path, "--json").objects
    let power = shown.first?["power"] as? [String: [String: Any]]
    #expect(abs(try #require(power?["tracking"]?["mW"] as? Double) - 82) < 1)
    // What was not measured is as it was.
    #expect(power?["backup_hardware"]?["mW"] as? Double == 0.027)
  }

  /// A recording of a radio that idles and scans in turn, 50 readings a second: a scan draws 300 mW
  /// more for two seconds, and twice as much in their middle.
  private func scans(_ state: String, count: Int) throws -> TemporaryFile {
    var noise = SplitMix(seed: 9)
    var lines = ["t,mW,state"]
    for reading in 0..<(600 + count * 200) {
      let phase = reading % 200
      let isScan = reading >= 600 && phase >= 100
      let power = 40 + (isScan ? (125..<175).contains(phase) ? 600.0 : 300 : 0)
      let disturbance = reading == 730 ? 4000 : Double.random(in: -3...3, using: &noise)
      lines.append("\(Double(reading) / 50),\(power + disturbance),\(isScan ? state : "baseline")")
    }
    return try TemporaryFile(Array(lines.joined(separator: "\n").utf8))
  }

  @Test(
    arguments: [
      ("scan", "wifi.dual_band"), ("scan_2ghz", "wifi.active_2ghz"),
      ("scan_passive", "wifi.passive"),
    ])
  func `finds the energy and the duration of a scan`(state: String, key: String) async throws {
    let file = try scans(state, count: 9)
    let outcome = try await Cairn.profileTool(
      "calibrate", "wifi-dual-band", "--from", file.path, "--json")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let object = try #require(outcome.objects.first)
    #expect(abs(try #require(object["baseline_mW"] as? Double) - 40) < 0.5)
    let figures = try #require(object["figures"] as? [[String: Any]])
    #expect(figures.map { $0["key"] as? String } == ["\(key).energy", "\(key).duration"])
    #expect(abs(try #require(figures[0]["measured_mJ"] as? Double) - 900) < 5)
    #expect(try #require(figures[0]["spread_mJ"] as? Double) < 5)
    #expect(abs(try #require(figures[1]["measured_s"] as? Double) - 2) < 0.001)
    #expect(figures[1]["times"] as? Double == 9)
  }

  @Test func `a scan's figures are a patch, and too few scans are none`() async throws {
    let file = try scans("scan", count: 6)
    let outcome = try await Cairn.profileTool(
      "calibrate", "wifi-bcm4339", "--from", file.path, "--date", "2026-03-31")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    #expect(outcome.output.contains("2026-03-31: median of 6 operations above the baseline"))
    let short = try scans("scan", count: 4)
    let few = try await Cairn.profileTool("calibrate", "wifi-bcm4339", "--from", short.path)
    #expect(few.exitCode == 1)
    #expect(few.complaints.contains("4 times of 'scan' are left, and 5 are needed"))
    let live = try await Cairn.profileTool(
      "calibrate", "wifi-bcm4339", "--sensor", "ina226", "--states", "scan")
    #expect(live.exitCode == 64)
  }

  @Test func `says what a measurement lacks`() async throws {
    let short = try TemporaryFile(Array("0,500,off\n1,500,off\n".utf8))
    let outcome = try await Cairn.profileTool("calibrate", "ublox-m8", "--from", short.path)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.complaints.contains("0 means of 'off' are left, and 5 are needed; measure it longer"))
    #expect(outcome.output.isEmpty)
    let wrong = try TemporaryFile(Array("t,mW,state\n0,500,sleeping\n".utf8))
    let unknown = try await Cairn.profileTool("calibrate", "ublox-m8", "--from", wrong.path)
    #expect(unknown.complaints.contains("\(wrong.path):2: 'sleeping' is not a state; write one of"))
    #expect(try await Cairn.profileTool("calibrate", "ublox-m8").exitCode == 64)
  }

  @Test func `figures that contradict each other are no patch`() async throws {
    // Searching cannot cost less than tracking.
    let file = try recording([("baseline", 500), ("acquiring", 550), ("tracking", 582)])
    let outcome = try await Cairn.profileTool("calibrate", "ublox-m8", "--from", file.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaints.contains("hw-profiles/ublox-m8.yaml:"))
  }

  /// A folder as sysfs has it, with sensors.
  private func sensors(_ sensors: [[String: String]]) throws -> URL {
    let root = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
    for (index, files) in sensors.enumerated() {
      let folder = root.appending(path: "class/hwmon/hwmon\(index)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files {
        try Data("\(text)\n".utf8).write(to: folder.appending(path: name))
      }
    }
    return root
  }

  @Test func `reads a sensor while the operator leads the receiver`() async throws {
    let root = try sensors([
      ["name": "cpu_thermal", "temp1_input": "40000"],
      ["name": "ina226", "power1_input": "87500", "update_interval": "20"],
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let record = root.appending(path: "readings.csv").path
    let outcome = try await Cairn.profileTool(
      [
        "calibrate", "ublox-m8", "--sensor", "ina226", "--sysfs", root.path, "--states", "tracking",
        "--per-state", "1", "--settle", "0.1", "--average", "0.05", "--record", record, "--json",
      ], input: Array("\n".utf8))
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    #expect(outcome.complaints.contains("bring the receiver to 'tracking'"))
    #expect(outcome.complaints.contains("no baseline was measured"))
    let figures = outcome.objects.first?["figures"] as? [[String: Any]]
    #expect(figures?.first?["measured_mW"] as? Double == 87.5)
    let again = try await Cairn.profileTool(
      "calibrate", "ublox-m8", "--from", record, "--settle", "0.1", "--average", "0.05", "--json")
    let same = again.objects.first?["figures"] as? [[String: Any]]
    #expect(same?.first?["measured_mW"] as? Double == 87.5)
  }

  @Test func `measures what a receiver does without anybody's help`() async throws {
    let root = try sensors([["name": "ina226", "power1_input": "87500", "update_interval": "20"]])
    defer { try? FileManager.default.removeItem(at: root) }
    var receiver = SimulatedReceiver.Configuration(.uBloxM8)
    // On a busy machine some of it passes before the program reads the sensor.
    receiver.timeToFirstFix = .seconds(12)
    let device = try await SimulatedDevice(.receiver(receiver))
    let outcome = try await Cairn.profileTool(
      "calibrate", "ublox-m8", "--sensor", "ina226", "--sysfs", root.path, "--device", device.path,
      "--states", "acquiring,tracking", "--per-state", "1", "--settle", "0.1", "--average", "0.1",
      "--json")
    await device.unplug()
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let figures = try #require(outcome.objects.first?["figures"] as? [[String: Any]])
    #expect(figures.map { $0["state"] as? String } == ["acquiring", "tracking"])
    #expect(figures.allSatisfy { $0["measured_mW"] as? Double == 87.5 })
  }

  @Test func `multiplies voltage and current where a sensor gives no power`() async throws {
    let root = try sensors([["name": "ina219", "in1_input": "3300", "curr1_input": "25"]])
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "class/hwmon/hwmon0").path
    let outcome = try await Cairn.profileTool(
      [
        "calibrate", "ublox-m8", "--sensor", folder, "--states", "tracking", "--per-state", "1",
        "--settle", "0", "--average", "0.1", "--json",
      ], input: Array("\n".utf8))
    let figures = outcome.objects.first?["figures"] as? [[String: Any]]
    #expect(figures?.first?["measured_mW"] as? Double == 82.5)
  }

  @Test func `names the sensors there are, and the states that are left`() async throws {
    let root = try sensors([["name": "ina226", "power1_input": "1"], ["name": "ina226"]])
    defer { try? FileManager.default.removeItem(at: root) }
    let gone = try await Cairn.profileTool(
      "calibrate", "ublox-m8", "--sensor", "ina219", "--sysfs", root.path)
    #expect(gone.exitCode == 1)
    #expect(gone.complaints.contains("no sensor is called 'ina219'"))
    #expect(gone.complaints.contains("there are ina226, ina226"))
    let several = try await Cairn.profileTool(
      "calibrate", "ublox-m8", "--sensor", "ina226", "--sysfs", root.path)
    #expect(several.complaints.contains("name one by its path: \(root.path)/class/hwmon/hwmon0"))
    let alone = try await Cairn.profileTool(
      "calibrate", "ublox-m8", "--sensor", root.path + "/class/hwmon/hwmon0", "--states", "off")
    #expect(alone.exitCode == 1)
    #expect(alone.complaints.contains("standard input ended before 'off' was measured"))
  }
}
