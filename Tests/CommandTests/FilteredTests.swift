import CairnTestSupport
import Foundation
import Testing

@Suite("cairn filter")
struct FilteredTests {
  private static let header = "t,lat,lon,hacc,speed,course,source\n"
  private static let start = 1_700_000_000

  /// A device that stands, with fixes that scatter by some ten metres.
  private static func standing(_ seconds: Int = 60) -> String {
    var random = SplitMix(seed: 5)
    return (0..<seconds).reduce(into: header) { text, second in
      let north = Double.random(in: -1e-4...1e-4, using: &random)
      let east = Double.random(in: -1e-4...1e-4, using: &random)
      text += "\(start + second),\(37.5 + north),\(127 + east),9,0.02,,gnss\n"
    }
  }

  /// Northwards at 11.1 m/s, a fix a second.
  private static func row(_ second: Int, offset: Double = 0, later: Int = 0) -> String {
    "\(start + second + later),\(37.5 + Double(second) * 1e-4 + offset),127,3,11.1,0,gnss\n"
  }

  private static func rows(_ seconds: Range<Int>, later: Int = 0) -> String {
    seconds.reduce(into: "") { $0 += row($1, later: later) }
  }

  private static func drive(_ seconds: Range<Int>) -> String { header + rows(seconds) }

  private func filter(_ fixes: String, _ options: String...) async throws -> Cairn.Outcome {
    try await filter(fixes, options: options)
  }

  private func filter(_ fixes: String, options: [String]) async throws -> Cairn.Outcome {
    let process = try Cairn.start(["filter"] + options, input: .bytes(Array(fixes.utf8)))
    let status = await process.end()
    return Cairn.Outcome(
      output: process.output, complaints: process.complaints, exitCode: status)
  }

  /// Latitudes in degrees.
  private func latitudes(_ outcome: Cairn.Outcome) -> [Double] {
    outcome.lines.dropFirst().compactMap { Double($0.split(separator: ",")[1]) }
  }

  @Test func `a fix that is refused is not counted as delivered`() async throws {
    let fixes =
      "t,lat,lon,hacc\n0,46.0,7.0,5\n1,46.00001,7.0,5\n2,47.0,9.0,5\n3,46.00003,7.0,5\n"
    let outcome = try await filter(fixes)
    #expect(
      outcome.complaints
        == "cairn: 4 deliveries of 4 fixes, extrapolations among them; left out: 1 with an implausible jump\n"
    )
  }

  @Test func `keeps a standing device in its place, unless it is told not to`() async throws {
    let filtered = latitudes(try await filter(Self.standing()))
    let raw = latitudes(try await filter(Self.standing(), "--raw"))
    func walked(_ places: [Double]) -> Double {
      zip(places, places.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) } * 111_000
    }
    #expect(filtered.count == 60 && raw.count == 60)
    #expect(walked(raw) > 300)
    #expect(walked(filtered) < walked(raw) / 8)
  }

  @Test func `lets a distance filter sleep while the device stands`() async throws {
    let filtered = try await filter(Self.standing(), "--distance-filter", "10")
    let raw = try await filter(Self.standing(), "--distance-filter", "10", "--raw")
    #expect(raw.lines.count > 10)
    #expect(filtered.lines.count <= 4)
  }

  @Test func `explains each decision on standard error, and prints the same`() async throws {
    let plain = try await filter(Self.drive(0..<20))
    let explained = try await filter(Self.drive(0..<20), "--explain")
    #expect(explained.output == plain.output)
    let lines = explained.complaints.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines[0].hasPrefix("1700000000.000 gnss started radius="))
    #expect(lines[5].hasPrefix("1700000005.000 gnss updated radius="))
    #expect(lines[5].contains(" distance=") && lines[5].contains(" coverage="))
    let raw = try await filter(Self.drive(0..<20), "--explain", "--raw")
    #expect(raw.complaints.hasPrefix("1700000000.000 gnss passed\n"))
  }

  @Test func `continues the course for ten seconds`() async throws {
    let fixes = Self.drive(0..<30) + Self.row(90)
    let outcome = try await filter(fixes, "--json")
    let extrapolated = outcome.objects.filter { $0["fix"] as? String == "estimated" }
    #expect(extrapolated.compactMap { $0["t"] as? Double } == (30...39).map { 1.7e9 + Double($0) })
    let last = extrapolated.last?["lat"] as? Double ?? 0
    #expect(abs(last - (37.5 + 39e-4)) * 111_000 < 20)
    let radii = extrapolated.compactMap { $0["hacc"] as? Double }
    #expect(zip(radii, radii.dropFirst()).allSatisfy { $0 < $1 })
    #expect(
      outcome.complaints == "cairn: 41 deliveries of 31 fixes, extrapolations among them\n")
  }

  @Test func `says which fixes it did not use`() async throws {
    let fixes =
      Self.drive(0..<30) + Self.row(30, offset: 1e-3) + Self.row(32) + Self.row(31) + Self.row(32)
      + "1700000032.5,37.51,127,40,,,network\n1700000001,37.5,127,3,,,gnss\n"
    let outcome = try await filter(fixes)
    #expect(outcome.exitCode == 0)
    for words in [
      "1 with an implausible jump", "2 out of order", "1 repeated", "1 from a coarser source",
    ] {
      #expect(outcome.complaints.contains(words))
    }
  }

  /// A receiver that counts weeks wrong for one fix, and a device whose clock is set back by an hour.
  @Test(arguments: [false, true])
  func `a clock that is set back costs a few fixes`(isRaw: Bool) async throws {
    let options = isRaw ? ["--raw"] : []
    func times(_ outcome: Cairn.Outcome) -> Set<Int> {
      Set(outcome.objects.compactMap { ($0["t"] as? Double).map { Int($0) - Self.start } })
    }
    let one = Self.drive(0..<100) + Self.row(100, later: 619_315_200) + Self.rows(101..<300)
    let rolled = try await filter(one, options: ["--json"] + options)
    #expect(times(rolled).isSuperset(of: Set(0..<100).union(105..<300)))
    #expect(rolled.complaints.contains("; left out: 4 out of order; clock set back: once\n"))
    let set = Self.drive(0..<100) + Self.rows(101..<300, later: -3600)
    let back = try await filter(set, options: ["--json", "--explain"] + options)
    #expect(times(back).isSuperset(of: Set(0..<100).union(-3495 ..< -3300)))
    #expect(back.complaints.contains("; left out: 4 out of order; clock set back: once\n"))
    // Nothing is extrapolated for a clock that went back.
    #expect(back.complaints.split(separator: "\n").count <= 300 + (isRaw ? 0 : 10))
  }

  @Test func `explains every fix of a long recording`() async throws {
    let outcome = try await filter(Self.drive(0..<5000), "--explain")
    #expect(outcome.complaints.split(separator: "\n").count == 5001)
  }

  @Test func `weights a fix by its own deviations`() async throws {
    func end(_ sigma: String) async throws -> Double {
      var text = "t,lat,lon,hacc,sigma_e,sigma_n\n"
      for second in 0..<30 { text += "\(Self.start + second),37.5,127,6,4,4\n" }
      text += "\(Self.start + 30),37.50005,127,6,\(sigma)\n"
      return latitudes(try await filter(text)).last ?? 0
    }
    let exact = try await end("1,1")
    let poor = try await end("40,40")
    let unknown = try await end(",")
    #expect(exact > poor + 1e-6)
    #expect(unknown < exact && unknown >= poor)
    // One axis alone says nothing of the other.
    #expect(try await end("1,") == unknown)
    #expect(try await end(",1") == unknown)
  }

  @Test func `takes a table without accuracies`() async throws {
    let fixes = "t,lat,lon,quality,hdop\n1700000000,37.5,127,4,0.8\n1700000001,37.5,127,1,2\n"
    let outcome = try await filter(fixes)
    let radii = outcome.lines.dropFirst().compactMap { Double($0.split(separator: ",")[3]) }
    #expect(radii.count == 2)
    #expect(radii.allSatisfy { $0 > 0 && $0 < 0.2 })
  }

  @Test func `a file gives what a pipe gives`() async throws {
    let fixes = Self.drive(0..<2000)
    let file = try TemporaryFile(Array(fixes.utf8))
    let fromFile = try await Cairn.run("filter", "--in", file.path)
    let fromPipe = try await filter(fixes)
    #expect(fromFile.output == fromPipe.output)
    #expect(fromFile.lines.count == 2001)
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `loses nothing of a good recording`() async throws {
    let path = try Corpus.file("corpus/fusion/mtv-f9k-a/fixes.csv").path
    let outcome = try await Cairn.run("filter", "--in", path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaints == "cairn: 864 of 864 fixes delivered\n")
  }
}
