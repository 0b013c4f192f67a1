import ArgumentParser
import CairnData
import CairnFiles
import CairnGeocoding
import CairnJSON
import CairnLinux
import CairnTypes
import CommandSupport
import Glibc

struct GeodataBuild: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Makes a pack of places from GeoJSON and tables.",
    discussion: """
      Areas are GeoJSON: a FeatureCollection of polygons. Read are the properties iso2 or iso_a2 (the \
      country), name, names (an object of names by language) and code. Divisions are named, large to \
      small, by the properties that --levels lists; only the smallest need polygons.

      Places are a table with tabs between its columns: name, lat, lon, cc and, if known, id, admin1, \
      population, timezone and alternates, or a table of GeoNames as it is. --names adds names in other \
      languages (the columns id and one a language, such as ko), --subdivisions the names of the divisions \
      that the column admin1 refers to (geonames_code, name, alternates).

      Rows and features that are wrong are left out, and the first are reported. - reads standard input. \
      Compressed files are read through zcat or xzcat. The pack is written beside PACK as PACK.new and \
      takes its place when it is whole.

      Examples:
        cairn geodata build --countries countries.geojson --seas seas.geojson --into world.pack
        xzcat cities.tsv.xz | cairn geodata build --places - --into places.pack
        zcat emd.geojson.gz | cairn geodata build --divisions - --country KR --language ko \\
          --levels sido,sigungu,emd --source "NGII, Republic of Korea" --into korea.pack

      Exit codes: 0 done, 1 a file cannot be read or there is nothing to import, 64 wrong usage.
      """)

  @Option(help: "Borders of countries; may be repeated, as may all that name files.")
  var countries: [String] = []

  @Option(help: "Borders of parts of countries.")
  var divisions: [String] = []

  @Option(help: "Borders of oceans and seas.")
  var seas: [String] = []

  @Option(help: "Borders of lakes.")
  var lakes: [String] = []

  @Option(help: "A table of places.")
  var places: [String] = []

  @Option(help: "A table of names of places.")
  var names: [String] = []

  @Option(help: "A table of names of divisions.")
  var subdivisions: [String] = []

  @Option(
    help: "The country of divisions that name none; also, of the places, only its own are read.")
  var country: String?

  @Option(help: "The properties that name a division, large to small, such as sido,sigungu,emd.")
  var levels = "name"

  @Option(help: "The language of the names of divisions, such as ko.")
  var language: String?

  @Option(
    help: "Only places with at least so many people. Default: 0.", transform: OptionNumber.whole)
  var population = 0

  @Flag(help: "Let places be found by all their other spellings: the pack becomes twice as large.")
  var alternates = false

  @Option(help: "Where the data comes from, as its licence asks; may be repeated.")
  var source: [String] = []

  @Option(help: "The pack to make or replace.")
  var into: String

  @Flag(help: "Print a JSON object of statistics.")
  var json = false

  func validate() throws {
    let files = countries + divisions + seas + lakes + places + names + subdivisions
    guard !(countries + divisions + seas + lakes + places).isEmpty else {
      throw ValidationError(
        "name a file with --countries, --divisions, --seas, --lakes or --places")
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read only once")
    }
    for file in files where file.hasSuffix(".gz") || file.hasSuffix(".xz") {
      throw ValidationError("\(file) is compressed: pipe it, or unpack it before")
    }
    guard !into.isEmpty, into != "-" else {
      throw ValidationError("--into needs a file: a pack is not written to standard output")
    }
    if let language, LanguageTag(language) == nil {
      throw ValidationError("--language must be a language such as ko or zh-Hant, not \(language)")
    }
    if let country, country.utf8.count != 2 || country != country.uppercased() {
      throw ValidationError("--country must be two capital letters, such as KR, not \(country)")
    }
  }

  func run() throws {
    try Self.checkPlace(into)
    var writer = GeoPackWriter(day: time(nil) / 86_400)
    for text in source { writer.addSource(text) }
    var areas = AreaImport(
      DivisionNaming(
        levels: levels.split(separator: ",").map(String.init), country: country,
        language: language.flatMap { LanguageTag($0) }))
    for (files, kind) in [
      (countries, AreaKind.country), (divisions, .division), (seas, .sea), (lakes, .lake),
    ] {
      for path in files { try areas.read(path, kind, into: &writer) }
    }
    var table = PlaceImport(
      PlaceImport.Selection(
        country: country, population: population, hasAlternates: alternates))
    for path in names { try table.read(names: path) }
    for path in subdivisions { try table.read(divisions: path) }
    for path in places { try table.read(places: path, &areas, into: &writer) }
    let bytes = try make(&writer)
    try write(bytes)
    report(areas, table, bytes.count)
  }

  private func make(_ writer: inout GeoPackWriter) throws(CommandFailure) -> [UInt8] {
    let show = terminalProgress
    defer { show?("") }
    do throws(GeoPackWriter.Failure) {
      return try writer.finish { show?("\(into): \(($0 * 100).text(places: 0)) %") }
    } catch {
      throw CommandFailure(message: "cannot make \(into): \(error)")
    }
  }

  /// Writes the pack. A request to end, which before ends the program at once, is heeded after each piece,
  /// so that nothing of the pack is left beside its place.
  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let stop = StopFlag()
    let interrupt = Interrupt { stop.set() }
    defer { interrupt.end() }
    var rest = bytes[...]
    do throws(DeviceError) {
      var file = try ReplacedFile(into)
      while !rest.isEmpty, !stop.isSet {
        try file.append(Array(rest.prefix(PackBuilder.pieceSize)))
        rest = rest.dropFirst(PackBuilder.pieceSize)
      }
      if rest.isEmpty { try file.putInPlace() }
    } catch {
      throw PackBuilder.failure(error)
    }
    guard rest.isEmpty else { throw PackBuilder.interrupted(into) }
  }

  /// Refuses to replace what is no pack, such as a file to import.
  private static func checkPlace(_ path: String) throws(CommandFailure) {
    guard let file = try? PagedFile(path), file.count > 0 else { return }
    do throws(GeoPackError) { _ = try GeoPack(file) } catch {
      guard error == .notAPack else { return }
      throw CommandFailure(
        message: "\(path) is not a pack of places, and stays: name another file, or remove it")
    }
  }

  private func report(_ areas: AreaImport, _ places: PlaceImport, _ byteCount: Int) {
    let output = StandardOutput()
    func count(_ kind: AreaKind) -> Int { areas.counts[kind] ?? 0 }
    guard json else {
      return output.line(
        "\(into): \(count(.country)) countr\(count(.country) == 1 ? "y" : "ies"), \(counted(count(.division), "division")), "
          + "\(counted(count(.sea), "sea")), \(counted(count(.lake), "lake")) and "
          + "\(counted(places.count, "place")) in \(counted(byteCount, "byte"))")
    }
    var text = JSONText()
    text.object {
      $0.member("pack", into)
      $0.member("countries", count(.country))
      $0.member("divisions", count(.division))
      $0.member("seas", count(.sea))
      $0.member("lakes", count(.lake))
      $0.member("places", places.count)
      $0.member("bytes", byteCount)
    }
    text.newline()
    output.write(text.bytes)
  }
}
