import ArgumentParser
import CairnData
import CairnFiles
import CairnGeocoding
import CairnGeodesy
import CairnLinux
import CairnPlaces
import CairnTypes
import CommandSupport

struct Geocode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Names positions, and finds names, by packs of places.",
    usage: "cairn geocode (--reverse | --forward | --sources) [<options>]",
    discussion: """
      Packs are made by cairn geodata build; no network is used, unless --service names a service. The table \
      is comma-separated values whose first line names the columns. All columns are kept.

      With --reverse it has lat and lon, in degrees on WGS 84. Added are country (ISO 3166-1), \
      administrativeArea, locality, subLocality, name (the smallest part that is known), ocean, inlandWater, \
      timeZone and address; what is unknown is empty. A position within 1 km of a country or district \
      belongs to it if nothing else holds it. In Korea the divisions are 시도, 시군구 and 읍면동.

      With --forward it has a column query, an address. Each row gives as many as it may mean, the likeliest \
      first: added are rank (from 1), lat, lon, and the columns above. An address may be written large to \
      small or small to large; packs hold no streets. Of equally good ones, those within --near come first. \
      A position is understood, too: decimal or with minutes and seconds, as a geo: address, as MGRS \
      (52S CG 21419 59624) and as UTM (52n 321419 4159624).

      Without --pack, all packs are used of the first folder that has one: the one in CAIRN_GEODATA (and no \
      other if that is set), ~/.local/share/cairn/geodata, and the geodata folder of the checkout, of the \
      prefix of this program, or of /usr/share/cairn.

      --service asks a service on the network instead, such as one of your own: nominatim or photon. It learns \
      all positions and addresses, is asked once a second at most, and adds thoroughfare, subThoroughfare and \
      postalCode. --url is its address before /reverse; --user-agent names the application, as the owners of \
      such services ask. Answers are kept for 30 days in --cache, if that is given.

      --locale chooses the language of names where a pack has several; without it they are those of the \
      place itself. --sources prints whose data it is, with the words that licences ask to show.

      A row of which nothing can be calculated is left out and reported at the end with its line number.

      Examples:
        printf 'lat,lon\\n37.5663,126.9779\\n' | cairn geocode --reverse
        cairn geocode --reverse --pack world.pack --locale ko --json < track.csv | jq -r .address
        printf 'query\\n서울 중구\\n' | cairn geocode --forward --pack korea.pack --limit 5
        printf 'query\\nSpringfield\\n' | cairn geocode --forward --near 39.8,-89.6,50000
        cairn geocode --reverse --service nominatim --url http://localhost:8080 \\
          --user-agent 'Tramfinder/1.2 (ops@tram.example)' --cache ~/.cache/tramfinder < stops.csv
        cairn geocode --sources

      Exit codes: 0 done, 1 the table or a pack cannot be read, there is no pack, the service does not answer, or \
      rows were left out, 64 wrong usage.
      """)

  enum Direction: EnumerableFlag {
    case reverse, forward, sources

    static func help(for value: Direction) -> ArgumentHelp? {
      switch value {
      case .reverse: "Add names to positions."
      case .forward: "Find the positions of names."
      case .sources: "Print the sources of the data."
      }
    }
  }

  @Flag(help: "What to do.")
  var direction: Direction

  @Option(
    help: "A pack; may be repeated: packs complement each other. Default: those that are installed."
  )
  var pack: [String] = []

  @OptionGroup var online: ServiceOptions

  @Option(help: "The language of names, such as ko, zh-Hant or pt_BR.")
  var locale: String?

  @Option(
    help:
      "With --forward, where to look first: latitude, longitude and metres, such as 37.5,127,20000."
  )
  var near: NearOption?

  @Option(
    help: "With --forward, most rows for one address. Default: 20.", transform: OptionNumber.whole)
  var limit = 20

  @Option(name: .customLong("in"), help: "The table; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1, not \(limit)") }
    if let locale, LanguageTag(locale) == nil {
      throw ValidationError("--locale must be a language such as ko or zh-Hant, not \(locale)")
    }
    if near != nil, direction != .forward { throw ValidationError("--near needs --forward") }
    if online.service != nil, !pack.isEmpty {
      throw ValidationError("--service asks a service instead of packs: leave out --pack")
    }
  }

  func run() throws {
    let source: NameSource =
      if let client = try online.client() { .service(client) } else {
        .packs(try Self.gazetteer(of: pack))
      }
    let language = locale.flatMap { LanguageTag($0) }
    switch direction {
    case .reverse:
      var table = try TableCalculation(
        NameCalculation(source: source, language: language), path: input, isJSON: json)
      try table.run()
    case .forward:
      var table = try TableCalculation(
        SearchCalculation(source: source, area: near?.area, language: language, limit: limit),
        path: input, isJSON: json)
      try table.run()
    case .sources:
      let output = StandardOutput()
      source.sources.forEach(output.line)
    }
  }

  /// Opens packs: those that are named, or those that are installed.
  ///
  /// - Throws: a one-line message that says what to do.
  private static func gazetteer(
    of paths: [String]
  ) throws(CommandFailure) -> Gazetteer {
    guard !paths.isEmpty else {
      do throws(PackSearchFailure) { return try Gazetteer.installed() } catch {
        throw CommandFailure(message: "\(error)")
      }
    }
    var packs: [GeoPack] = []
    for path in paths { packs.append(try openGeoPack(path)) }
    do throws(GeoPackError) { return try Gazetteer(packs) } catch {
      throw geoPackFailure(paths.joined(separator: ", "), error)
    }
  }
}

/// A circle in which a search looks first.
struct NearOption: ExpressibleByArgument {
  let area: SearchArea

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { DecimalText.number($0.drop { $0 == " " }) }
    guard parts.count == 3, let latitude = parts[0], let longitude = parts[1],
      let radius = parts[2],
      radius > 0, radius <= 2e7
    else { return nil }
    let center = Coordinate(latitude: latitude, longitude: longitude)
    guard center.isValid else { return nil }
    area = SearchArea(center: center, radius: radius)
  }
}

private struct NameCalculation: SingleRowCalculation {
  static let required = ["lat", "lon"]
  static let optional: [String] = []
  var added: [String] { source.columns }

  let source: NameSource
  let language: LanguageTag?

  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
    let place = try row.coordinate()
    return source.values(of: try source.placemark(at: place, language) ?? Placemark(at: place))
  }
}

private struct SearchCalculation: RowCalculation {
  static let required = ["query"]
  static let optional: [String] = []
  var added: [String] { ["rank", "lat", "lon"] + source.columns }

  let source: NameSource
  let area: SearchArea?
  let language: LanguageTag?
  let limit: Int

  func rows(of row: TableRow) throws(UnusableRow.Reason) -> [[AddedValue]] {
    let query = try row.text("query")
    let marks = try source.placemarks(named: query, near: area, language, limit: limit)
    guard !marks.isEmpty else { throw .unsuitable("nothing is called \"\(query.prefix(40))\"") }
    return marks.enumerated().map { index, mark in
      let place = mark.coordinate
      return [
        .number(Double(index + 1), places: 0), .number(place.latitude, places: 6),
        .number(place.longitude, places: 6),
      ] + source.values(of: mark)
    }
  }
}
