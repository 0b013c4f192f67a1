import CairnLinux
import CairnTestSupport
import Foundation
import Testing

@Suite("cairn record and cairn replay")
struct RecordTests {
  /// MID 11 of SiRF binary, many times.
  private static let sirf = [[UInt8]](
    repeating: [0xA0, 0xA2, 0x00, 0x02, 0x0B, 0x88, 0x00, 0x93, 0xB0, 0xB3], count: 50
  ).flatMap { $0 }

  @Test
  func `a recording never replaces a file`() async throws {
    let file = try TemporaryFile([1, 2, 3])
    let outcome = try await Cairn.run("record", "--device", "/dev/null", "--output", file.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("EEXIST"))
    #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
  }

  @Test
  func `a device that cannot be opened leaves no file behind`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)").path
    let outcome = try await Cairn.run("record", "--device", "/dev/no-receiver", "--output", path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("/dev/no-receiver: ENOENT"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [
    ["record", "--device", "tcp://127.0.0.1:1", "--output"],
    ["encode", "/proc/self/mounts", "--output"],
    ["filter", "--in", "/proc/self/mounts", "--out"],
  ])
  func `a command that fails leaves no file behind`(arguments: [String]) async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)").path
    let process = try Cairn.start(arguments + [path], input: .bytes([]))
    #expect(await process.end() == 1)
    #expect(process.complaints.contains("cairn: "))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [["record", "--output", "/dev/null/x"], ["monitor"]])
  func `an incomplete address is wrong usage`(arguments: [String]) async throws {
    let process = try Cairn.start(arguments + ["--device", "tcp://host"], input: .bytes([]))
    #expect(await process.end() == 64)
    #expect(process.complaints.contains("write tcp://HOST:PORT"))
  }

  @Test(arguments: ["monitor", "decode"])
  func `what is no recording is named, with a command for its own path`(command: String)
    async throws
  {
    let file = try TemporaryFile([0x1F, 0x8B, 0x08, 0x00] + [UInt8](repeating: 0x55, count: 100))
    let link = file.path + " a's"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let process = try Cairn.start(
      command == "monitor" ? [command, "--device", link] : [command, link], input: .bytes([]))
    #expect(await process.end() == 1)
    let command = "gzip -dc '\(file.path) a'\\''s' | cairn decode -"
    #expect(process.complaints.contains(command), "\(process.complaints)")
  }

  @Test
  func `numbers that make no sense are wrong usage`() async throws {
    let device = ["record", "--device", "/dev/null"]
    #expect(try await Cairn.run(device[0], device[1], device[2], "--duration", "0").exitCode == 64)
    #expect(try await Cairn.run("replay", "-", "--speed", "0").exitCode == 64)
    #expect(try await Cairn.run("replay", "-", "--speed", "fast").exitCode == 64)
  }

  @Test
  func `an empty recording cannot be played`() async throws {
    let outcome = try await Cairn.run("replay", "-")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("is empty"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `a port where something else speaks is named, and no message is waited for`() async throws {
    let device = try RepeatingDevice(Self.sirf)
    defer { device.release() }
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = try Cairn.start(
      ["record", "--device", device.path, "--output", path], input: .bytes([]))
    #expect(await process.end() == 1)
    #expect(
      process.complaints.contains("looks like SiRF binary; switch the receiver to NMEA"),
      "\(process.complaints)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `the monitor names once what speaks at the port`() async throws {
    let device = try RepeatingDevice(Self.sirf)
    defer { device.release() }
    let process = try Cairn.start(["monitor", "--device", device.path], input: .bytes([]))
    #expect(
      await Patience.wait {
        process.complaints.contains("\(device.path) looks like SiRF binary; switch")
      })
    process.interrupt()
    #expect(await process.end() == 1)
    #expect(process.complaints.split(separator: "looks like", maxSplits: 9).count == 2)
    #expect(process.output == "")
  }

  /// A hyphen in the place of a file is standard output.
  @Test(arguments: [false, true])
  func `what is played is recorded byte for byte`(isPiped: Bool) async throws {
    let file = try TemporaryFile(Sample.nmea)
    let link = file.path + "-link"
    let copy = file.path + "-copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let player = try Cairn.start(
      ["replay", file.path, "--speed", "max", "--link", link], input: .bytes([]))
    // The path is printed once the terminal is there.
    #expect(await Patience.wait { player.output == "\(link)\n" })
    let outcome = try await Cairn.run(
      "record", "--device", link, "--baud", "115200", "--output", isPiped ? "-" : copy)
    #expect(outcome.complaints.contains("12 messages"))
    let recorded = isPiped ? Data(outcome.output.utf8) : FileManager.default.contents(atPath: copy)
    #expect(recorded == Data(Sample.nmea))
    #expect(await player.end() == 0)
  }
}
