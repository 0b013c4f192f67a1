import CairnTestSupport
import Foundation
import Synchronization
import Testing

@Suite("cairn geocode and geodata")
final class GeocodeTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func run(
    _ words: [String], _ input: String = "", _ environment: [String: String] = [:]
  ) async throws -> Cairn.Outcome {
    let process = try Cairn.start(
      words, input: .bytes(Array(input.utf8)), environment: environment)
    let status = await process.end()
    return Cairn.Outcome(
      output: process.output, complaints: process.complaints, exitCode: status)
  }

  private static func feature(_ properties: String, _ west: Int) -> String {
    "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
      + "[[[\(west),0],[\(west + 1),0],[\(west + 1),1],[\(west),1],[\(west),0]]]}}"
  }

  private static func collection(_ features: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"bbox\":[0,0,9,1],\n\"features\":[\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }

  private static let places =
    "name\tlat\tlon\tcc\tpopulation\ttimezone\nA, \"Town\"\t0.5\t0.5\tAA\t5000\tEurope/Paris\n"
    + "Off\t95\t0\tAA\t1\t\nBare\t0.5\n"

  @Test func `the help says that one of three directions is needed`() async throws {
    let help = try await run(["geocode", "--help"])
    let usage = "USAGE: cairn geocode (--reverse | --forward | --sources) [<options>]"
    #expect(help.exitCode == 0 && help.lines.contains { $0 == usage })
  }

  private func build() async throws -> (pack: String, outcome: Cairn.Outcome) {
    let countries = try file(
      "countries.geojson",
      Self.collection([
        Self.feature("\"iso2\":\"AA\",\"name\":\"Aland\",\"names\":{\"ko\":\"에이\"}", 0),
        "{\"type\":\"Feature\",\"properties\":{},\"geometry\":null}",
        Self.feature("\"iso2\":\"BB\",\"name\":\"Be{land\"", 2),
      ]))
    let pack = folder + "/world.pack"
    let made = try await run([
      "geodata", "build", "--countries", countries, "--places",
      try file("places.tsv", Self.places), "--source", "Us", "--into", pack,
    ])
    return (pack, made)
  }

  @Test func `a pack is made of what is right, and the rest is reported with its line`()
    async throws
  {
    let (pack, made) = try await build()
    #expect(made.exitCode == 0)
    #expect(made.output.contains("2 countries, 0 divisions, 0 seas, 0 lakes and 1 place in"))
    for words in [
      "countries.geojson, line 4: it has no coordinates", "1 of 3 rows are not areas",
      "places.tsv, line 3: lat is out of range: 95", "places.tsv, line 4: no value for cc",
    ] { #expect(made.complaints.contains(words), "\(made.complaints)") }
    let stats = try await run(["geodata", "stats", pack, "--json"])
    #expect(stats.objects.first?["areas"] as? Int == 2)
    #expect(stats.objects.first?["places"] as? Int == 1)
    #expect(stats.objects.first?["sources"] as? [String] == ["Us"])
    #expect(try await run(["geocode", "--sources", "--pack", pack]).output == "Us\n")
  }

  @Test func `features without a border or with a code of no country are left out`() async throws {
    func empty(_ coordinates: String) -> String {
      "{\"type\":\"Feature\",\"properties\":{\"iso2\":\"CC\",\"name\":\"C\"},"
        + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":\(coordinates)}}"
    }
    let wrong = ["x", "KOR", "kr", "1A", "대"]
    let bare = ["[]", "[[]]", "[[[1,1]]]", "[[[1,1],[2,2],[1,1],[2,2]]]"]
    // Of the country with -99 nobody knows the code.
    let countries = try file(
      "countries.geojson",
      Self.collection(
        [Self.feature("\"iso2\":\"AA\"", 0), Self.feature("\"iso2\":\"-99\",\"name\":\"D\"", 2)]
          + wrong.map { Self.feature("\"iso2\":\"\($0)\"", 4) } + bare.map(empty)))
    let pack = folder + "/world.pack"
    let made = try await run([
      "geodata", "build", "--countries", countries, "--places",
      try file("places.tsv", "name\tlat\tlon\tcc\nA\t0\t0\tAA\nB\t0\t0\tUSA\n"), "--into", pack,
    ])
    #expect(made.exitCode == 0)
    #expect(made.output.contains("2 countries, 0 divisions, 0 seas, 0 lakes and 1 place in"))
    for code in wrong {
      #expect(made.complaints.contains("no country has the code \"\(code)\""), "\(made.complaints)")
    }
    #expect(made.complaints.contains("places.tsv, line 3: no country has the code \"USA\""))
    let words = "it has no border of three vertices or more"
    #expect(made.complaints.components(separatedBy: words).count - 1 == bare.count)
    let alone = try file("bare.geojson", Self.collection(bare.map(empty)))
    let failed = try await run(["geodata", "build", "--countries", alone, "--into", pack + "2"])
    #expect(failed.exitCode == 1)
    #expect(!FileManager.default.fileExists(atPath: pack + "2"))
  }

  @Test(arguments: [
    ("--places", "name\tlat\tlon\tcc\tlat\nA\t0\t0\tAA\t1\n", "there is more than one column lat"),
    ("--places", "name\tlat\tlon\tcc\nA\t0\t0\tBB\n", "has no places of the country"),
    ("--places", "name\tlat\tlon\tcc\nA\t0\05\t0\tAA\n", "lat is not a number"),
    ("--seas", collection([feature("", 0)]), "has no areas"),
  ])
  func `a file of which nothing is kept is a failure`(
    option: String, text: String, words: String
  ) async throws {
    let pack = folder + "/none.pack"
    let made = try await run([
      "geodata", "build", option, try file("a", text), "--country", "AA", "--into", pack,
    ])
    #expect(made.exitCode == 1)
    #expect(made.complaints.contains(words), "\(made.complaints)")
    #expect(!FileManager.default.fileExists(atPath: pack))
  }

  @Test func `positions get names, and their columns stay`() async throws {
    let (pack, _) = try await build()
    let table = "id,lat,lon\n7,0.5,0.5\n8,0.5,2.5\n9,x,0\n10,50,50\n"
    let named = try await run(["geocode", "--reverse", "--pack", pack], table)
    #expect(named.exitCode == 1)
    #expect(
      named.output == """
        id,lat,lon,country,administrativeArea,locality,subLocality,name,ocean,inlandWater,timeZone,address
        7,0.5,0.5,AA,,"A, ""Town""\",,"A, ""Town""\",,,Europe/Paris,"A, ""Town"", Aland"
        8,0.5,2.5,BB,,,,Be{land,,,,Be{land
        10,50,50,,,,,,,,,

        """)
    #expect(named.complaints.contains("line 4: lat is not a number: \"x\""))
    let korean = try await run(
      ["geocode", "--reverse", "--pack", pack, "--locale", "Ko-kr", "--json"], table)
    #expect(korean.objects.first?["address"] as? String == "A, \"Town\", 에이")
  }

  @Test func `each candidate of a name is a row`() async throws {
    let (pack, _) = try await build()
    let found = try await run(
      ["geocode", "--forward", "--pack", pack, "--json"], "query\naland\nnowhere\n")
    #expect(found.exitCode == 1)
    #expect(found.objects.count == 1)
    #expect(found.objects.first?["rank"] as? Int == 1)
    #expect(found.objects.first?["country"] as? String == "AA")
    #expect(found.complaints.contains("line 3: nothing is called \"nowhere\""))
  }

  @Test func `a damaged pack is refused, and what is no pack is not replaced`() async throws {
    let (pack, _) = try await build()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: pack))
    bytes.removeLast()
    try bytes.write(to: URL(fileURLWithPath: pack))
    let refused = try await run(["geocode", "--reverse", "--pack", pack], "lat,lon\n0,0\n")
    #expect(refused.exitCode == 1)
    #expect(refused.complaints.contains("it was cut or added to; get it or make it again"))
    let kept = try await run([
      "geodata", "build", "--places", folder + "/places.tsv", "--into", folder + "/places.tsv",
    ])
    #expect(kept.exitCode == 1)
    #expect(kept.complaints.contains("is not a pack of places, and stays"))
    #expect(try String(contentsOfFile: folder + "/places.tsv", encoding: .utf8) == Self.places)
  }

  /// What an attacker or a careless `cp` does; the pack that is used is not mapped.
  @Test func `a pack that is cut while it is used is an error of a row, and ends nothing`()
    async throws
  {
    let places = (0..<2000).map {
      "Place number \($0)\t\(Double($0 / 50))\t\(Double($0 % 50))\tAA\t1\t\n"
    }
    let pack = folder + "/world.pack"
    let made = try await run([
      "geodata", "build", "--places",
      try file("places.tsv", "name\tlat\tlon\tcc\tpopulation\ttimezone\n" + places.joined()),
      "--into", pack,
    ])
    try #require(made.exitCode == 0, "\(made.complaints)")
    let process = try Cairn.start(["geocode", "--reverse", "--pack", pack], input: .written)
    process.write(Array("lat,lon\n20,20\n".utf8))
    let isAnswered = await Patience.wait { process.output.contains("Place number 1020") }
    try #require(isAnswered, "\(process.complaints)")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: pack))
    process.write(Array("20,20\n39,49\n0,0\n".utf8))
    process.closeInput()
    // Rows were left out, as the exit code says; a signal would be another one.
    #expect(await process.end() == 1)
    #expect(process.complaints.contains("the pack can be read no longer"))
  }

  @Test func `Ctrl-C while a pack is made leaves the one that was there, and nothing beside it`()
    async throws
  {
    let (pack, _) = try await build()
    let before = try Data(contentsOf: URL(fileURLWithPath: pack))
    let process = try Cairn.start(
      ["geodata", "build", "--countries", "-", "--into", pack], input: .written)
    process.write(Array("{\"features\":[".utf8))
    process.interrupt()
    #expect(await process.end() == -SIGINT)
    #expect(try Data(contentsOf: URL(fileURLWithPath: pack)) == before)
    #expect(!FileManager.default.fileExists(atPath: pack + ".new"))
  }

  @Test func `packs are found without naming them, and where is said when there are none`()
    async throws
  {
    let (pack, _) = try await build()
    let folder = self.folder + "/geodata"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let missing = try await run(
      ["geocode", "--reverse"], "lat,lon\n0.5,0.5\n", ["CAIRN_GEODATA": folder])
    #expect(missing.exitCode == 1)
    #expect(
      missing.complaints.contains(
        "there is no pack of places in \(folder); make one of the world with"))
    try FileManager.default.moveItem(atPath: pack, toPath: folder + "/world.pack")
    let named = try await run(
      ["geocode", "--reverse", "--json"], "lat,lon\n0.5,0.5\n", ["CAIRN_GEODATA": folder])
    #expect(named.objects.first?["country"] as? String == "AA")
  }

  @Test func `a service is asked by each row, with its streets, and keeps its answers`()
    async throws
  {
    let body =
      #"{"lat":"0.5","lon":"0.5","name":"","address":{"road":"B Street","house_number":"5","country_code":"us"}}"#
    let stub = try HTTPStub(HTTPStub.response("200 OK", body))
    defer { stub.end() }
    let words = [
      "geocode", "--reverse", "--json", "--service", "nominatim", "--url", stub.address,
      "--user-agent", "Test/1",
      "--cache", folder + "/cache",
    ]
    let table = "lat,lon\n0.5,0.5\n0.5,0.500001\n"
    for _ in 0..<2 {
      let named = try await run(words, table)
      #expect(named.objects.map { $0["address"] as? String } == ["5 B Street", "5 B Street"])
      #expect(named.objects.first?["subThoroughfare"] as? String == "5")
    }
    #expect(stub.requests.withLock { $0.count } == 1)
    stub.answer(with: HTTPStub.response("500 Oops", "<html>"))
    let failed = try await run(words, "lat,lon\n9,9\n")
    #expect(failed.exitCode == 1)
    #expect(
      failed.complaints.contains(
        "line 2: the service cannot be reached: it answers with status 500"))
  }

  @Test(arguments: [
    (["--service", "photon"], "--service needs the service's address: --url"),
    (
      ["--service", "photon", "--url", "http://a"],
      "--service needs the name of the application: --user-agent"
    ),
    (["--service", "photon", "--url", "a", "--user-agent", "b"], "is no address of a service"),
    (
      ["--service", "photon", "--url", "http://a", "--user-agent", "b", "--pack", "c"],
      "leave out --pack"
    ),
    (["--url", "http://a"], "--url needs --service"),
    (["--near", "1,2,3"], "--near needs --forward"),
  ])
  func `options that do not fit are refused`(_ options: [String], _ words: String) async throws {
    let refused = try await run(["geocode", "--reverse"] + options)
    #expect(refused.exitCode == 64)
    #expect(refused.complaints.contains(words), "\(refused.complaints)")
  }

  @Test(arguments: [
    ("[1,2]", "has no areas"), ("hello", "this is no GeoJSON"), ("{\"features\":[{]", "no partner"),
    ("{\"features\":[{}", "the file ends within a value"), ("\u{1F}x", "is compressed"),
  ])
  func `what is no GeoJSON is refused`(_ text: String, _ words: String) async throws {
    let made = try await run([
      "geodata", "build", "--seas", try file("x.json", text), "--into", folder + "/x.pack",
    ])
    #expect(made.exitCode == 1)
    #expect(made.complaints.contains(words), "\(made.complaints)")
    #expect(!FileManager.default.fileExists(atPath: folder + "/x.pack"))
  }
}

/// How often names are right, by borders that were not simplified.
@Suite("Names of known positions", .enabled(if: Corpus.isExpected))
struct KnownPositionTests {
  private func counts(
    _ reference: String, _ data: [(option: String, file: String)], _ options: [String],
    _ isRight: ([Substring], [String: Any]) -> [Bool?]
  ) async throws -> [(right: Int, all: Int)] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var words = ["geodata", "build"]
    for (option, name) in data {
      let plain = folder.appending(path: name).path
      let packed = try Corpus.file("geodata/\(name).gz").path
      let unpack = try ChildProcess(
        "/bin/sh", ["-c", "zcat \"$1\" > \"$2\"", "sh", packed, plain], input: .bytes([]))
      try #require(await unpack.end() == 0)
      words += [option, plain]
    }
    let pack = folder.appending(path: "x.pack").path
    let build = try Cairn.start(words + options + ["--into", pack], input: .bytes([]))
    try #require(await build.end() == 0, "\(build.complaints)")
    let rows = try Corpus.text("reference/" + reference).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let table = "lat,lon\n" + rows.map { "\($0[0]),\($0[1])\n" }.joined()
    let name = try Cairn.start(
      ["geocode", "--reverse", "--json", "--pack", pack], input: .bytes(Array(table.utf8)))
    let status = await name.end()
    let named = Cairn.Outcome(output: name.output, complaints: name.complaints, exitCode: status)
    try #require(named.objects.count == rows.count)
    var counts: [(right: Int, all: Int)] = []
    for (row, object) in zip(rows, named.objects) {
      for (index, isRight) in isRight(row, object).enumerated() {
        if index == counts.count { counts.append((0, 0)) }
        guard let isRight else { continue }
        counts[index].all += 1
        if isRight { counts[index].right += 1 }
      }
    }
    return counts
  }

  @Test func `districts of Korea are right`() async throws {
    let counts = try await counts(
      "geocode-kr-500.csv", [("--divisions", "kr-emd.geojson")],
      ["--country", "KR", "--language", "ko", "--levels", "sido,sigungu,emd"]
    ) { row, object in
      zip(["administrativeArea", "locality", "subLocality"], row[2...4]).map {
        object[$0] as? String == String($1)
      }
    }
    #expect(counts.allSatisfy { $0.all == 500 })
    #expect(counts[0].right >= 499 && counts[1].right >= 499 && counts[2].right >= 495)
  }

  @Test func `countries and seas are right`() async throws {
    let counts = try await counts(
      "geocode-world-500.csv",
      [("--countries", "countries.geojson"), ("--seas", "marine.geojson")], []
    ) { row, object in
      let country = object["country"] as? String ?? ""
      let isFar = (Double(row[3].trimmingCharacters(in: .whitespaces)) ?? 0) > 1
      return [
        isFar ? country == String(row[2]) : nil,
        row[2].isEmpty ? object["ocean"] is String : nil,
      ]
    }
    #expect(counts[0].all > 450 && Double(counts[0].right) >= 0.998 * Double(counts[0].all))
    #expect(counts[1].all > 100 && Double(counts[1].right) >= 0.98 * Double(counts[1].all))
  }
}
