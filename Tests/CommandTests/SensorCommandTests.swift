import CairnTestSupport
import Foundation
import Testing

@Suite("cairn compass and height")
struct SensorCommandTests {
  private func run(_ table: String, _ words: String...) async throws -> Cairn.Outcome {
    await Cairn.end(of: try Cairn.start(words, input: .bytes(Array(table.utf8))))
  }

  /// A device that lies still for two seconds, its top to the east.
  private static let still =
    "t,gx,gy,gz,ax,ay,az,mx,my,mz\n"
    + (1...100).map { "\(Double($0) / 50),0,0,0,0,0,9.81,-20,0,-40\n" }.joined()

  @Test func `prints headings with their accuracy, and nothing while they are unknown`()
    async throws
  {
    let outcome = try await run(Self.still, "compass", "--in", "-")
    #expect(outcome.exitCode == 0 && outcome.complaints.isEmpty)
    #expect(outcome.lines.count == 101 && outcome.lines[1] == "0.020000,,")
    let fields = try #require(outcome.lines.last).split(separator: ",")
    #expect(fields[0] == "2.000000" && fields[1] == "90.000")
    #expect(try #require(Double(fields[2])) < 10)
  }

  @Test func `needs no gyroscope at rest, and takes the mount into account`() async throws {
    let table =
      "mx,my,mz,t,ax,ay,az\n"
      + (1...100).map { "-20,0,-40,\(Double($0) / 50),0,0,9.81\n" }.joined()
    let outcome = try await run(
      table, "compass", "--in", "-", "--mount", "0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.last?.hasPrefix("2.000000,0.000,") == true)
  }

  @Test func `counts rows that cannot be used, with their line numbers`() async throws {
    let table = Self.still + "2.5,0,0\n1,0,0,0,0,0,9.81,1,1,1\n3,0,0,0,x,0,0,1,1,1\n"
    let outcome = try await run(table, "compass", "--in", "-")
    #expect(outcome.exitCode == 0)
    for words in [
      "line 102: no value for ax", "line 103: not later", "line 104: ax is not a number",
      "3 of 103 rows",
    ] { #expect(outcome.complaints.contains(words), "\(words)") }
  }

  @Test(arguments: [
    ("", "is empty"), ("t,ax\n", "no column ay, az"), ("t,ax,ay,az\n", "no usable rows"),
  ])
  func `says what a table lacks`(table: String, words: String) async throws {
    let outcome = try await run(table, "compass", "--in", "-")
    #expect(outcome.exitCode == 1 && outcome.complaints.contains(words))
  }

  @Test func `does not calibrate a device that lies still`() async throws {
    let outcome = try await run(Self.still, "compass", "--in", "-", "--calibrate")
    #expect(outcome.exitCode == 1 && outcome.lines.isEmpty)
    #expect(outcome.complaints.contains("not turned enough"))
    let wrong = try await run(Self.still, "compass", "--in", "-", "--mount", "1,0,0;0,1,0;0,1,0")
    #expect(wrong.exitCode == 64 && wrong.complaints.contains("is no rotation"))
  }

  @Test func `reads the calibration that it has written`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/calibration.csv"
    // Turned about one axis after the other.
    var table = "t,gx,gy,gz,ax,ay,az,mx,my,mz\n"
    var time = 0.0
    for axis in 0..<3 {
      for step in 0..<628 {
        time += 0.02
        let (s, c) = (sin(Double(step) * 0.02), cos(Double(step) * 0.02))
        // The turn changes the sign of the field's turning in the device's frame.
        let field = [
          (0.0, 20 * c - 40 * s, -40 * c - 20 * s), (40 * s, 20.0, -40 * c),
          (20 * s, 20 * c, -40.0),
        ][axis]
        let rate = ["1,0,0", "0,1,0", "0,0,1"][axis]
        table += "\(time),\(rate),0,0,9.81,\(field.0 + 30),\(field.1 - 10),\(field.2 + 5)\n"
      }
    }
    let written = try await run(table, "compass", "--in", "-", "--calibrate", "--out", path)
    #expect(written.exitCode == 0, "\(written.complaints)")
    let shifted = Self.still.replacing(",-20,0,-40\n", with: ",10,-10,-35\n")
    let outcome = try await run(shifted, "compass", "--in", "-", "--calibration", path)
    let heading = outcome.lines.last?.split(separator: ",").dropFirst().first.flatMap { Double($0) }
    #expect(abs(try #require(heading) - 90) < 3)
  }

  @Test func `joins pressure and satellite heights`() async throws {
    let table = "t,pressure,alt,vacc\n0,1013.25,12,2\n1,1013.13,,\n2,300000,,\n"
    let outcome = try await run(table, "height")
    #expect(
      outcome.lines == [
        "t,height,accuracy,relative", "0.000000,12.00,2.00,0.00", "1.000000,13.00,2.00,1.00",
      ])
    #expect(outcome.complaints.contains("line 4: pressure is out of range"))
  }

  @Test func `reads the record of a flight across midnight`() async throws {
    let place = "4612584N01249706E"
    let table =
      "AXGDjos\r\nHFDTE030416\r\nB235959\(place)A0098801046\r\nB000001\(place)A0099001046\r\n"
      + "B000002\(place)V0099100000\r\nB0000\r\nB000003\(place)Ax099101046\r\n"
    let outcome = try await run(table, "height", "--igc")
    #expect(
      outcome.lines.map { $0.split(separator: ",").prefix(2).joined(separator: " ") } == [
        "t height", "86399.000000 1046.00", "86401.000000 1047.97", "86402.000000 1048.97",
      ])
    #expect(outcome.complaints.contains("line 6") && outcome.complaints.contains("line 7"))
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the recordings in ../shared or CAIRN_SHARED"))
  func `a flight has the same heights by day and across midnight`() async throws {
    let flight = try Corpus.text("corpus/height/napret.igc")
    let byDay = try await run(flight, "height", "--igc")
    // It begins at noon and lasts for an hour and a half.
    let lines = flight.split(whereSeparator: \.isNewline).map { line -> String in
      guard line.first == "B", line.count >= 35, let hour = Int(line.dropFirst().prefix(2)) else {
        return String(line)
      }
      let later = (hour + 11) % 24
      return "B\(later < 10 ? "0" : "")\(later)\(line.dropFirst(3))"
    }
    let atNight = try await run(lines.joined(separator: "\n"), "height", "--igc")
    #expect(lines.contains { $0.hasPrefix("B00") } && byDay.lines.count > 5_000)
    func heights(_ outcome: Cairn.Outcome) -> [Substring] {
      outcome.lines.map { $0.drop { $0 != "," } }
    }
    #expect(heights(atNight) == heights(byDay))
    // Seconds since the midnight before the flight.
    #expect(atNight.lines.last?.hasPrefix("88179.") == true, "\(atNight.lines.last ?? "")")
  }

  @Test func `says that a table has no pressure`() async throws {
    let outcome = try await run("t,alt\n0,1\n", "height")
    #expect(outcome.exitCode == 1 && outcome.complaints.contains("no column pressure"))
  }

  /// A made tree of sysfs with a magnetometer, an accelerometer and a barometer that are polled.
  fileprivate func sensors() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (number, word, values) in [(0, "accel", [0, 0, 9810]), (1, "magn", [-300, 0, -400])] {
      let device = "bus/iio/devices/iio:device\(number)"
      try folder.write("\(word)_3d\n", to: "\(device)/name")
      try folder.write("0.001\n", to: "\(device)/in_\(word)_scale")
      for (axis, value) in zip(["x", "y", "z"], values) {
        try folder.write("\(value)\n", to: "\(device)/in_\(word)_\(axis)_raw")
      }
    }
    let barometer = "bus/iio/devices/iio:device2"
    try folder.write("101.3\n", to: "\(barometer)/in_pressure_input")
    try folder.write("1, 0, 0; 0, 1, 0\n", to: "\(barometer)/in_mount_matrix")
    return folder
  }

  @Test func `lists sensors, and what is missing`() async throws {
    let folder = try sensors()
    let outcome = try await run("", "sensors", "--sysfs", folder.path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.contains { $0.contains("magn_3d") && $0.contains("polling") })
    #expect(outcome.lines.contains { $0.contains("needs nine numbers") })
    #expect(outcome.lines.contains("headings: yes, while the device is still"))
    #expect(outcome.lines.contains("relative heights: yes"))
    #expect(outcome.lines.contains { $0.hasPrefix("no gyroscope") })
    #expect(outcome.lines.contains("motion: yes, by sampling"))
    let json = try await run("", "sensors", "--json", "--sysfs", folder.path)
    #expect(json.lines.count == 4)
    #expect(json.lines.last?.contains(#""headings":true,"headings_while_moving":false"#) == true)
    for ending in ["en", "value"] {
      try folder.write(
        "0\n", to: "bus/iio/devices/iio:device0/events/in_accel_x&y&z_roc_rising_\(ending)")
    }
    let waking = try await run("", "sensors", "--sysfs", folder.path)
    #expect(waking.lines.contains("motion: yes, the chip wakes the host"))
    let nothing = try await run("", "sensors", "--sysfs", "\(folder.path)/nowhere")
    #expect(nothing.exitCode == 2)
    #expect(nothing.lines.first == "no magnetometer: there are no headings")
  }
}

/// It listens to sensors for seconds of real time: run-tests.sh runs it beside nothing that computes.
@Suite("cairn compass")
struct LiveCompassTests {
  @Test func `shows the device's own compass`() async throws {
    let folder = try SensorCommandTests().sensors()
    let recording = "\(folder.path)/recording.csv"
    let outcome = try await Cairn.run(
      "compass", "--json", "--duration", "3", "--record", recording, "--sysfs", folder.path)
    #expect(outcome.exitCode == 0 && outcome.complaints.isEmpty)
    let line = try #require(outcome.lines.last)
    #expect(
      line.contains(
        #""magnetic":90.00,"true":null,"accuracy":null,"field_ut":[-30.00,0.00,-40.00]"#))
    let recorded = try await Cairn.run("compass", "--in", recording)
    #expect(recorded.exitCode == 0 && recorded.complaints.isEmpty)
    #expect(recorded.lines.last?.contains(",90.000,") == true)
    let placed = try await Cairn.run(
      "compass", "--place", "37.5664, 126.9780", "--duration", "3", "--sysfs", folder.path)
    // The declination of Seoul is 9 degrees west.
    let shown = placed.lines.last?.split(separator: "°").first.flatMap {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    #expect(abs(try #require(shown) - 81) < 0.5, "\(placed.lines)")
    #expect(placed.lines.allSatisfy { $0.contains(" true ") })
    let nowhere = try await Cairn.run("compass", "--place", "here")
    #expect(nowhere.exitCode == 64)
    let nothing = try await Cairn.run("compass", "--sysfs", "\(folder.path)/nowhere")
    #expect(nothing.exitCode == 1 && nothing.complaints.contains("no magnetometer"))
    let wrong = try await Cairn.run("compass", "--mount", "1,0,0;0,1,0;0,0,1")
    #expect(wrong.exitCode == 64)
  }
}
