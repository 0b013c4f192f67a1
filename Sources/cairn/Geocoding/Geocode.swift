import ArgumentParser
import CairnGeocoding
import CairnLinux
import CairnMappedPacks
import CairnTypes
import CommandSupport

struct Geocode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Names positions, and finds names, by packs of places.",
    discussion: """
      Packs are made by cairn geodata build; no network is used. The table is comma-separated values whose \
      first line names the columns. All columns are kept.

      With --reverse it has lat and lon, in degrees on WGS 84. Added are country (ISO 3166-1), \
      administrativeArea, locality, subLocality, name (the smallest part that is known), ocean, inlandWater, \
      timeZone and address; what is unknown is empty. A position within 1 km of a country or district \
      belongs to it if nothing else holds it. In Korea the divisions are 시도, 시군구 and 읍면동.

      With --forward it has a column query, an address. Each row gives as many as it may mean, the likeliest \
      first: added are rank (from 1), lat, lon, and the columns above. An address may be written large to \
      small or small to large; packs hold no streets. Coordinates and geo: addresses are understood, too.

      --locale chooses the language of names where a pack has several; without it they are those of the \
      place itself. --sources prints whose data the packs hold, with the words that licences ask to show.

      A row of which nothing can be calculated is left out and reported at the end with its line number.

      Examples:
        printf 'lat,lon\\n37.5663,126.9779\\n' | cairn geocode --reverse --pack world.pack --pack korea.pack
        cairn geocode --reverse --pack world.pack --locale ko --json < track.csv | jq -r .address
        printf 'query\\n서울 중구\\n' | cairn geocode --forward --pack korea.pack --limit 5
        cairn geocode --sources --pack world.pack

      Exit codes: 0 done, 1 the table or a pack cannot be read or no row is usable, 64 wrong usage.
      """)

  enum Direction: EnumerableFlag {
    case reverse, forward, sources

    static func help(for value: Direction) -> ArgumentHelp? {
      switch value {
      case .reverse: "Add names to positions."
      case .forward: "Find the positions of names."
      case .sources: "Print the sources of the packs."
      }
    }
  }

  @Flag(help: "What to do.")
  var direction: Direction

  @Option(help: "A pack; may be repeated: packs complement each other.")
  var pack: [String] = []

  @Option(help: "The language of names, such as ko, zh-Hant or pt_BR.")
  var locale: String?

  @Option(help: "With --forward, most rows for one address.")
  var limit = 20

  @Option(name: .customLong("in"), help: "The table; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func validate() throws {
    guard !pack.isEmpty else {
      throw ValidationError("name a pack with --pack; cairn geodata build makes one")
    }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1, not \(limit)") }
    if let locale, LanguageTag(locale) == nil {
      throw ValidationError("--locale must be a language such as ko or zh-Hant, not \(locale)")
    }
  }

  func run() throws {
    let gazetteer = try Self.gazetteer(of: pack)
    let language = locale.flatMap { LanguageTag($0) }
    switch direction {
    case .reverse:
      var table = try TableCalculation(
        NameCalculation(gazetteer: gazetteer, language: language), path: input, isJSON: json)
      try table.run()
    case .forward:
      var table = try TableCalculation(
        SearchCalculation(gazetteer: gazetteer, language: language, limit: limit), path: input,
        isJSON: json)
      try table.run()
    case .sources:
      let output = StandardOutput()
      gazetteer.sources.forEach(output.line)
    }
  }

  /// Opens packs.
  ///
  /// - Throws: a one-line message that says what to do.
  private static func gazetteer(
    of paths: [String]
  ) throws(CommandFailure) -> Gazetteer<MappedFile> {
    var packs: [MappedGeoPack] = []
    for path in paths { packs.append(try openGeoPack(path)) }
    do throws(GeoPackError) { return try Gazetteer(packs) } catch {
      throw geoPackFailure(paths.joined(separator: ", "), error)
    }
  }
}

private struct NameCalculation: SingleRowCalculation {
  static let required = ["lat", "lon"]
  static let optional: [String] = []
  let added = Placemark.columns

  let gazetteer: Gazetteer<MappedFile>
  let language: LanguageTag?

  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
    let place = try row.coordinate()
    do throws(GeoPackError) {
      let mark = try gazetteer.placemark(at: place, language: language)
      return (mark ?? Placemark(at: place)).values
    } catch {
      throw .unsuitable("\(error)")
    }
  }
}

private struct SearchCalculation: RowCalculation {
  static let required = ["query"]
  static let optional: [String] = []
  let added = ["rank", "lat", "lon"] + Placemark.columns

  let gazetteer: Gazetteer<MappedFile>
  let language: LanguageTag?
  let limit: Int

  func rows(of row: TableRow) throws(UnusableRow.Reason) -> [[AddedValue]] {
    let query = try row.text("query")
    let marks: [Placemark]
    do throws(GeoPackError) {
      marks = try gazetteer.placemarks(named: query, language: language, limit: limit)
    } catch {
      throw .unsuitable("\(error)")
    }
    guard !marks.isEmpty else { throw .unsuitable("nothing is called \"\(query.prefix(40))\"") }
    return marks.enumerated().map { index, mark in
      let place = mark.coordinate
      return [
        .number(Double(index + 1), places: 0), .number(place.latitude, places: 6),
        .number(place.longitude, places: 6),
      ] + mark.values
    }
  }
}

extension Placemark {
  fileprivate static let columns = [
    "country", "administrativeArea", "locality", "subLocality", "name", "ocean", "inlandWater",
    "timeZone", "address",
  ]

  fileprivate var values: [AddedValue] {
    [
      isoCountryCode, administrativeArea, locality, subLocality, name, ocean, inlandWater,
      timeZone, formattedAddress,
    ].map { $0.flatMap { $0.isEmpty ? nil : .text($0) } ?? .nothing }
  }
}
