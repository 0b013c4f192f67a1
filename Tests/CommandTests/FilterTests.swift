import CairnTestSupport
import Foundation
import Testing

@Suite("cairn filter --raw: the rules alone")
struct FilterTests {
  /// Northwards at 1.11 m/s, a fix a second.
  private static func walk(_ seconds: Int = 101) -> String {
    (0..<seconds).reduce(into: "t,lat,lon,hacc,speed,course,source\n") { text, second in
      text += "\(1_700_000_000 + second),\(37.5 + Double(second) * 1e-5),127,3,1.1,0,gnss\n"
    }
  }

  private func filter(_ fixes: String, _ options: String...) async throws -> Cairn.Outcome {
    let process = try Cairn.start(
      ["filter", "--raw"] + options, input: .bytes(Array(fixes.utf8)))
    let status = await process.end()
    return Cairn.Outcome(
      output: process.output, complaints: process.complaints, exitCode: status)
  }

  @Test func `gives every fix of a client without wishes, and says how many`() async throws {
    let outcome = try await filter(Self.walk())
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.count == 102)
    #expect(outcome.lines.first == "t,lat,lon,hacc,speed,course")
    #expect(
      outcome.lines.dropFirst().first
        == "1700000000.000,37.500000000,127.000000000,3.000,1.100,0.000"
    )
    #expect(outcome.complaints == "cairn: 101 of 101 fixes delivered\n")
  }

  @Test func `the distance filter counts from the last delivered fix`() async throws {
    let outcome = try await filter(Self.walk(), "--distance-filter", "10")
    // 1.11 m a second: every tenth.
    #expect(outcome.lines.count == 12)
    let times = outcome.lines.dropFirst().compactMap { $0.split(separator: ",").first }
    #expect(times.prefix(2) == ["1700000000.000", "1700000010.000"])
  }

  @Test func `a heartbeat gives the last fix of a device that is silent`() async throws {
    let fixes = "t,lat,lon,hacc\n1700000000,37.5,127,3\n1700000100,37.5,127,3\n"
    let outcome = try await filter(fixes, "--heartbeat", "30", "--json")
    #expect(outcome.objects.count == 5)
    let flags = outcome.objects.compactMap { $0["flags"] as? [String] }
    #expect(flags.map { $0.contains("cached") } == [false, true, true, true, false])
  }

  /// In a gap of 127 years nobody waits for timers, and the heartbeats have an end.
  @Test(arguments: ["1", "30", "0.000000001"])
  func `a gap has a thousand heartbeats and the last one`(period: String) async throws {
    let fixes = "t,lat,lon,hacc\n0,37.5,127,3\n4000000000,37.5,127,3\n"
    let plain = try await filter(fixes)
    #expect(plain.lines.count == 3)
    let outcome = try await filter(fixes, "--heartbeat", period, "--json")
    #expect(outcome.exitCode == 0)
    // The two fixes, a thousand heartbeats, and the last one.
    #expect(outcome.objects.count == 1003)
    #expect(
      outcome.complaints.contains(
        "1003 deliveries of 2 fixes, heartbeats among them; heartbeats left out: "))
    if period == "1" {
      #expect(outcome.complaints.contains("heartbeats left out: 3999998999"))
    }
  }

  @Test func `a gap of a century between two rows takes no time`() async throws {
    let fixes = "t,lat,lon,hacc\n0,37.5,127,3\n9200000000,37.5,127,3\n"
    // Of a processor, not of the clock: with a step for each half minute of the gap it takes minutes.
    let process = try ChildProcess(
      "/usr/bin/prlimit", ["--cpu=20", Cairn.executable.path, "filter", "--raw"],
      input: .bytes(Array(fixes.utf8)))
    #expect(await process.end() == 0)
    #expect(process.complaints == "cairn: 2 of 2 fixes delivered\n")
  }

  @Test func `says what was left out, and why`() async throws {
    let fixes =
      Self.walk(10) + "1700000009.5,37.5,127,40,,,network\n1700000010,91,0,3,,,gnss\n"
      + "1700000011,37.5001,127,300,,,gnss\n"
    let outcome = try await filter(fixes, "--worst-accuracy", "100")
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaints.contains("11 of 12 fixes delivered"))
    #expect(outcome.complaints.contains("1 too inaccurate"))
    #expect(outcome.complaints.contains("line 13: lat is out of range: 91"))
  }

  /// Decimal commas would be another place, and of two columns one would be believed.
  @Test func `refuses rows that do not fit their header`() async throws {
    let commas = try await filter("t,lat,lon\n1,52,5,13,4\n2,52.5,13.4,,\n")
    #expect(commas.complaints.contains("line 2: more fields than the first line has names"))
    #expect(commas.lines.count == 2)
    let twice = try await filter("t,lat,lon,lat\n1,52,5,13\n")
    #expect(twice.exitCode == 1)
    #expect(twice.complaints.contains("line 1: the header has more than one column lat;"))
  }

  @Test func `takes what Core Location calls unknown`() async throws {
    let fixes =
      "t,lat,lon,hacc,vacc,speed,course,sacc\n1,37.5,127,3,-1,-1,-1,-1\n2,37.5,127,3,,-2,,\n"
    let outcome = try await filter(fixes, "--json")
    #expect(outcome.objects.count == 1)
    for key in ["vacc", "speed", "course"] { #expect(outcome.objects.first?[key] is NSNull) }
    #expect(outcome.complaints.contains("line 3: speed is out of range: -2"))
  }

  @Test func `writes into a device or a named pipe, and leaves it there`() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    // Both ends, so that nobody waits for a reader.
    let reader = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(reader) }
    let written = try await filter(Self.walk(3), "--out", pipe)
    #expect(written.exitCode == 0)
    var text = [UInt8](repeating: 0, count: 4096)
    #expect(read(reader, &text, text.count) > 100)
    let failed = try await filter("t,lat,lon\n", "--out", pipe)
    #expect(failed.exitCode == 1 && FileManager.default.fileExists(atPath: pipe))
    #expect(try await filter(Self.walk(3), "--out", "/dev/null").exitCode == 0)
  }

  @Test func `takes the sources that are named`() async throws {
    let fixes = Self.walk(5) + "1700000009,37.5,127,2,,,other\n"
    let outcome = try await filter(fixes, "--source", "other")
    #expect(outcome.lines.count == 2)
    let none = try await filter(fixes, "--source", "nobody")
    #expect(none.exitCode == 1)
    #expect(none.complaints.contains("standard input has no fixes of nobody"))
  }

  @Test func `writes a new file`() async throws {
    let path = NSTemporaryDirectory() + "/cairn-filter-\(UInt64.random(in: 0 ... .max)).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try await filter(Self.walk(), "--out", path)
    #expect(first.exitCode == 0 && first.output.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 102)
    let second = try await filter(Self.walk(), "--out", path)
    #expect(second.exitCode == 1)
    #expect(second.complaints.contains("files are never replaced"))
  }

  @Test(arguments: [
    ["--activity", "flying"], ["--worst-accuracy", "0"], ["--distance-filter", "nan"],
  ])
  func `refuses what makes no sense`(options: [String]) async throws {
    let process = try Cairn.start(["filter"] + options, input: .bytes([]))
    #expect(await process.end() == 64)
    #expect(process.complaints.contains(options[0]))
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `loses nothing of a good recording`() async throws {
    let path = try Corpus.file("corpus/fusion/mtv-f9k-a/fixes.csv").path
    let outcome = try await Cairn.run("filter", "--raw", "--in", path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaints == "cairn: 864 of 864 fixes delivered\n")
  }
}
