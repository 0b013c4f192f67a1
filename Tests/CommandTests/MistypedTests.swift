import CairnTestSupport
import Foundation
import Testing

@Suite("Mistyped commands")
struct MistypedTests {
  @Test(arguments: [
    (["decod", "x"], "there is no command 'decod'; did you mean 'decode'? `cairn --help`"),
    (["version"], "there is no command 'version'; did you mean '--version'? `cairn --help`"),
    (["nonsense"], "there is no command 'nonsense'; `cairn --help` lists them"),
    (["help", "nonsense"], "there is no command 'nonsense'; `cairn --help` lists them"),
    (
      ["geodata", "biuld"],
      "there is no command 'biuld'; did you mean 'build'? `cairn geodata --help`"
    ),
  ])
  func `say what was meant`(words: [String], complaint: String) async throws {
    let outcome = await Cairn.end(of: try Cairn.start(words, input: .bytes([])))
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
  }

  @Test(arguments: [
    ["tcp://me:sesame@host:1"], ["monitor", "tcp://me:sesame@host:1"],
    ["monitor", "--device", "tcp://me:sesame@host:1"], ["monitor", "--baud=x://sesame@host"],
    ["record", "--device", "tcp://sesame@host:1"], ["monitor", "ntrip://host/M?sesame"],
    ["monitor", "--ntrip", "ntrip://me:se/same@host/M"],
    ["radio", "submit", "--state", "/tmp", "--url", "ftp://host/?sesame"],
  ])
  func `repeat no password of an address`(words: [String]) async throws {
    let outcome = await Cairn.end(of: try Cairn.start(words, input: .bytes([])))
    #expect(outcome.exitCode == 64)
    #expect(!outcome.complaints.contains("same"), "\(outcome.complaints)")
  }

  @Test(arguments: [
    ["monitor", "--bogus"], ["monitor", "--accuracy", "x"], ["decode", "/nowhere"],
    ["monitor", "--board", "no-such-board"], ["frobnicate"], ["filter", "--in", "/nowhere"],
  ])
  func `all errors begin with the name of the program`(words: [String]) async throws {
    let outcome = await Cairn.end(of: try Cairn.start(words, input: .bytes([])))
    #expect(outcome.exitCode != 0 && outcome.complaints.hasPrefix("cairn: "))
    #expect(!outcome.complaints.contains("Error: "), "\(outcome.complaints)")
    let other = try await Cairn.profileTool("show", "--bogus")
    #expect(other.complaints.hasPrefix("hw-profile: Unknown option '--bogus'"))
  }

  @Test func `the second program knows its own`() async throws {
    let outcome = try await Cairn.profileTool("lnit")
    #expect(outcome.exitCode == 64)
    #expect(outcome.complaints.contains("no command 'lnit'; did you mean 'lint'? `hw-profile"))
    let help = try await Cairn.profileTool("help", "lint")
    #expect(help.exitCode == 0 && help.output.contains("USAGE: hw-profile lint"))
  }

  @Test func `a table that is named without its option is told which one that is`() async throws {
    let outcome = try await Cairn.run("filter", "fixes.csv")
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    #expect(
      outcome.complaints.contains(
        "name the table with --in: cairn filter --in FILE; `cairn help filter` has examples\n"),
      "\(outcome.complaints)")
    // Such a command has no table.
    let other = try await Cairn.run("devices", "fixes.csv")
    #expect(other.exitCode == 64 && !other.complaints.contains("--in"), "\(other.complaints)")
  }

  @Test(arguments: [
    (["monitor", "--accuracy", "2,5"], "2.5"), (["monitor", "--accuracy", "1,5km"], "1.5km"),
    (["monitor", "--duration", "0,5"], "0.5"), (["declination", "--year", "2026,5"], "2026.5"),
  ])
  func `a decimal comma is named`(words: [String], number: String) async throws {
    let outcome = await Cairn.end(of: try Cairn.start(words, input: .bytes([])))
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    #expect(
      outcome.complaints.contains("write a point in place of the comma: \(number)\n"),
      "\(outcome.complaints)")
  }

  /// What `Double` alone takes for a number, but no table does.
  @Test(arguments: ["0x10", "inf", "nan", "infinity", "1e999", "2;5", "12abc", " 5", ""])
  func `an option takes the numbers that a table takes`(text: String) async throws {
    for words in [
      ["cairn", "monitor", "--duration"],
      ["cairn", "record", "--device", "/dev/null", "--duration"],
      ["cairn", "filter", "--in", "-", "--interval"], ["cairn", "declination", "--year"],
      ["cairn", "monitor", "--device", "/dev/null", "--baud"], ["cairn", "pps", "--count"],
      ["hw-profile", "plan", "x", "--interval"], ["hw-profile", "watch", "--baud"],
    ] {
      let process = try Cairn.start(words + [text])
      #expect(await process.end() == 64, "\(words)")
      #expect(process.complaints.contains("it is not a number"), "\(process.complaints)")
    }
  }

  @Test(arguments: ["1.5", "-1", "4294967296", "1e10"])
  func `a whole number has its bounds`(text: String) async throws {
    let process = try Cairn.start(["cairn", "monitor", "--device", "/dev/null", "--baud", text])
    #expect(await process.end() == 64)
    #expect(
      process.complaints.contains("it is not a whole number from 0 to 4294967295"),
      "\(process.complaints)")
  }

  @Test(arguments: [
    ["cairn", "monitor"], ["cairn", "record"], ["hw-profile", "probe"], ["hw-profile", "watch"],
  ])
  func `a folder in the place of a device ends a command at once`(words: [String]) async throws {
    let process = try Cairn.start(words + ["--device", "/tmp"])
    #expect(await process.end() == 64)
    #expect(
      process.complaints.contains("--device: /tmp is a folder: name a device in it"),
      "\(process.complaints)")
  }

  @Test func `a list is no number with a comma`() async throws {
    let outcome = try await Cairn.run("monitor", "--accuracy", "1,2,3")
    #expect(outcome.exitCode == 64 && !outcome.complaints.contains("in place of the comma"))
  }

  @Test(arguments: [["filter"], ["visits"], ["height"], ["compass"]])
  func `nothing is written before the header is known to be right`(words: [String]) async throws {
    let input = Array("x,y\n1,2\n".utf8)
    let outcome = await Cairn.end(of: try Cairn.start(words + ["--in", "-"], input: .bytes(input)))
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.complaints.contains("line 1: the header has no column"))
  }

  @Test(arguments: [
    (
      "t;lat;lon;hacc\n0;37;127;5\n",
      "has no column t, lat, lon, and semicolons where commas are needed"
    ),
    ("t\tlat\tlon\n", "and tabs where commas are needed"), ("t,a;b,lon\n", "no column lat;"),
  ])
  func `a table with other separators is told so`(table: String, words: String) async throws {
    let outcome = try await Cairn.run("filter", input: Array(table.utf8))
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
  }

  @Test func `a file without a name is shown as one`() async throws {
    let outcome = try await Cairn.run("decode", "")
    #expect(outcome.complaints.hasPrefix("cairn: cannot read '': ENOENT"), "\(outcome.complaints)")
  }

  @Test func `a picture does not go to standard output`() async throws {
    let outcome = try await Cairn.profileTool("plan", "m8-gateway", "--plot", "-")
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains("--plot needs a file"), "\(outcome.complaints)")
  }

  @Test func `a scan that is none is told to be no JSON`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("t,lat\n", to: "scan.csv")
    let outcome = try await Cairn.run(
      "radio", "locate", folder.path + "/scan.csv", "--pack", "/nowhere.pack")
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.complaints.contains("is not JSON: a value expected at byte 1"),
      "\(outcome.complaints)")
  }

  @Test func `a directory in the place of a recording is one`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Cairn.run("monitor", "--device", "file:\(folder.path)")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("this is a directory"), "\(outcome.complaints)")
  }
}
