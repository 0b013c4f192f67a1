import CairnTestSupport
import Foundation
import Testing

/// Files that never end, never begin, or are no files.
@Suite("Hostile files", .timeLimit(.minutes(15)))
struct HostileFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    guard mkfifo(folder.path + "/pipe", 0o600) == 0 else { throw POSIXError(.EIO) }
  }

  @Test func `a device is no recording to replay and no list of regions`() async throws {
    for arguments in [
      ["replay", "/dev/zero"], ["fence", "--regions", "/dev/zero", "--in", "/dev/null"],
    ] {
      let program = try Cairn.start(arguments, input: .bytes([]))
      #expect(await program.end() == 1)
      #expect(
        program.complaints == "cairn: /dev/zero is a device, which may have no end: name a file\n")
    }
  }

  @Test func `a recording and a list of regions are limited, and the error names the limit`()
    async throws
  {
    let path = folder.path + "/giant"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    truncate(path, 257 << 20)
    let replay = try await Cairn.run("replay", path)
    #expect(replay.exitCode == 1)
    #expect(replay.complaints.contains("\(path) has more than 256 MiB, which is the limit"))
    let fence = try await Cairn.run("fence", "--regions", path, "--in", "/dev/null")
    #expect(fence.exitCode == 1)
    #expect(fence.complaints.contains("\(path) has more than 32 MiB, which is the limit"))
  }

  @Test func `a line of a table is limited, and the error names the limit`() async throws {
    try folder.write(String(repeating: "lat,lon,", count: 100_000), to: "line.csv")
    let path = folder.path + "/line.csv"
    let outcome = try await Cairn.run("fence", "--regions", path, "--in", "/dev/null")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("more than 65536 bytes, which is the limit of a line"))
  }

  @Test func `millions of values in one list of regions are refused`() async throws {
    let path = folder.path + "/values.json"
    let start = #"{"type":"FeatureCollection","features":["#
    let values = String(repeating: "0,", count: 4_000_000)
    try Data((start + values + "0]}").utf8).write(to: URL(filePath: path))
    let outcome = try await Cairn.run("fence", "--regions", path, "--in", "/dev/null")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("no more than 4000000 values"), "\(outcome.complaints)")
  }

  @Test func `more regions than the monitor can hold are refused where they begin`() async throws {
    let rows = (0..<250_001).map { "r\($0),1,1,100\n" }.joined()
    try folder.write("identifier,lat,lon,radius\n" + rows, to: "regions.csv")
    let path = folder.path + "/regions.csv"
    let outcome = try await Cairn.run("fence", "--regions", path, "--in", "/dev/null")
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.complaints.contains(
        "\(path), line 250002: more than 250000 regions, which is the limit"))
  }

  @Test func `the password's file is a file of 64 KiB at most, and its first line is short`()
    async throws
  {
    try folder.write(String(repeating: "x", count: 65_537), to: "giant")
    try folder.write(String(repeating: "x", count: 1025) + "\n", to: "long")
    for (path, text) in [
      (folder.path + "/pipe", "this is a named pipe, and no file"),
      ("/dev/zero", "this is a device, and no file"),
      (folder.path + "/giant", "there are more than 64 KiB, which is the limit"),
      (folder.path + "/long", "has more than 1024 bytes, which is the limit"),
    ] {
      let outcome = try await Cairn.run(
        "monitor", "--simulate", "f9p", "--duration", "1", "--ntrip", "ntrip://u@127.0.0.1:9/M",
        "--ntrip-password-file", path)
      #expect(outcome.exitCode == 1)
      #expect(outcome.complaints.contains(text), "\(outcome.complaints)")
    }
  }

  @Test func `a line without an end is skipped as a whole, in time that grows with its length`()
    async throws
  {
    let message = #"{"protocol":"UBX","id":"MON-VER","fields":{}}"#
    let lines = String(repeating: "x", count: 40 << 20) + "\n\(message)\n"
    let outcome = try await Cairn.run("encode", "-", "--json", input: Array(lines.utf8))
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("line 1: the line is longer than any message"))
    #expect(outcome.complaints.contains(#""messages":1"#), "\(outcome.complaints)")
  }

  @Test func `a profile is a file of 256 KiB at most`() async throws {
    try folder.write("name: a\n" + String(repeating: "#\n", count: 1 << 18), to: "giant/a.yaml")
    try folder.write("", to: "hidden/readme")
    try folder.move("pipe", to: "hidden/a.yaml")
    try folder.link("/nowhere", to: "dangling/a.yaml")
    for (name, text) in [
      ("giant", "there are more than 256 KiB, which is the limit; make it smaller"),
      ("hidden", "this is a named pipe, and no file; name a file"),
      ("dangling", "this link leads to nothing; mend the link, or remove it"),
    ] {
      let outcome = try await Cairn.profileTool("lint", "--profiles", "\(folder.path)/\(name)")
      #expect(outcome.exitCode == 1)
      #expect(
        outcome.complaints.contains("\(folder.path)/\(name)/a.yaml:1:1: \(text)"),
        "\(outcome.complaints)")
    }
  }

  @Test func `profiles of one folder are limited in number`() async throws {
    for number in 0...500 { try folder.write("", to: "many/\(number).yaml") }
    let outcome = try await Cairn.profileTool("lint", "--profiles", folder.path + "/many")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("there are more than 500 files, which is the limit"))
  }

  @Test func `a program that may open too few files says so, with whatever command`() async throws {
    for (limit, isEnough) in [(5, false), (16, false), (40, true)] {
      for command in ["devices --all", "decode /dev/null", "monitor --simulate m9 --duration 1"] {
        let program = try ChildProcess(
          "/bin/sh",
          ["-c", "ulimit -c 0; ulimit -n \(limit); exec '\(Cairn.executable.path)' \(command)"],
          environment: ["SWIFT_BACKTRACE": "enable=no"])
        let status = await program.end()
        let isSaid = program.complaints.contains("are needed: raise `ulimit -n`")
        #expect(status >= 0 && status <= 2, "\(command) at \(limit): \(program.complaints)")
        #expect(isSaid != isEnough, "\(command) at \(limit): \(program.complaints)")
        #expect(!program.complaints.contains("DeviceError("))
      }
    }
  }

  @Test func `a state folder that is not there is an error that names it`() async throws {
    let outcome = try await Cairn.run(
      "monitor", "--device", "/dev/null", "--state", folder.path + "/none", "--duration", "1")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("cannot keep states in \(folder.path)/none: ENOENT"))
  }
}
