import Foundation
import Testing

@Suite("cairn record and cairn replay")
struct RecordTests {
  @Test
  func `a recording never replaces a file`() throws {
    let file = try TemporaryFile([1, 2, 3])
    let outcome = try Cairn.run("record", "--device", "/dev/null", "--output", file.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("EEXIST"))
    #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
  }

  @Test
  func `a device that cannot be opened leaves no file behind`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)").path
    let outcome = try Cairn.run("record", "--device", "/dev/no-receiver", "--output", path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("/dev/no-receiver: ENOENT"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test
  func `numbers that make no sense are wrong usage`() throws {
    let device = ["record", "--device", "/dev/null"]
    #expect(try Cairn.run(device[0], device[1], device[2], "--duration", "0").exitCode == 64)
    #expect(try Cairn.run("replay", "-", "--speed", "0").exitCode == 64)
    #expect(try Cairn.run("replay", "-", "--speed", "fast").exitCode == 64)
  }

  @Test
  func `an empty recording cannot be played`() throws {
    let outcome = try Cairn.run("replay", "-")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("is empty"))
  }

  @Test
  func `what is played is recorded byte for byte`() throws {
    let file = try TemporaryFile(Sample.nmea)
    let link = file.path + "-link"
    let copy = file.path + "-copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let player = Process()
    player.executableURL = Cairn.executable
    player.arguments = ["replay", file.path, "--speed", "max", "--link", link]
    let announcement = Pipe()
    player.standardOutput = announcement
    player.standardError = FileHandle.nullDevice
    try player.run()
    // The path is printed once the terminal is there.
    #expect(announcement.fileHandleForReading.availableData == Data("\(link)\n".utf8))
    let outcome = try Cairn.run(
      "record", "--device", link, "--baud", "115200", "--output", copy)
    player.waitUntilExit()
    #expect(outcome.complaints.contains("12 messages"))
    #expect(FileManager.default.contents(atPath: copy) == Data(Sample.nmea))
    #expect(player.terminationStatus == 0)
  }
}
