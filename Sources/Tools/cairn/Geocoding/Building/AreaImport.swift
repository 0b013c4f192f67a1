import CairnFiles
import CairnGeocoding
import CairnTypes
import CommandSupport

/// How divisions are named in a file, where it does not say so itself.
struct DivisionNaming {
  /// The properties that name a feature and what holds it, large to small.
  var levels = ["name"]
  /// Two letters of ISO 3166-1 for features that do not name their country.
  var country: String?
  /// The language of the names.
  var language: LanguageTag?
}

/// Reads areas into a pack.
struct AreaImport {
  private static let countryProperties = ["iso2", "iso_a2", "ISO_A2", "country_code", "cc"]
  /// Natural Earth's word for a country without a code.
  private static let unknownCountry = "-99"
  private static let codeProperties = ["code", "iso_3166_2", "ISO_3166_2"]
  private static let nameProperties = ["name", "NAME", "name_en"]

  let naming: DivisionNaming
  private(set) var counts: [AreaKind: Int] = [:]
  private var countries: [String: Int] = [:]
  /// Divisions that hold others, by their names from large to small.
  private var parents: [[String]: Int] = [:]

  init(_ naming: DivisionNaming) { self.naming = naming }

  /// Reads a file whole, and reports what it could not use.
  ///
  /// - Throws: a one-line message, also as soon as the pack has no room for more.
  mutating func read(
    _ path: String, _ kind: AreaKind, into writer: inout GeoPackWriter
  ) throws(CommandFailure) {
    var input = try FeatureInput(path: path, progress: terminalProgress)
    var tally = RowTally()
    while let (line, text) = try input.next() {
      do throws(UnusableRow.Reason) {
        try add(try Feature(text), kind, to: &writer)
        tally.countGood()
      } catch {
        tally.count(UnusableRow(line: line, reason: error))
      }
      if let failure = writer.failure {
        throw CommandFailure(message: "\(input.name), line \(line): \(failure)")
      }
    }
    tally.report(input.name, as: "areas")
    guard tally.good > 0, counts[kind, default: 0] > 0 else {
      throw CommandFailure(
        message: "\(input.name) has no areas: it must be GeoJSON with polygons; water needs names")
    }
  }

  /// Returns the area of a country, and adds one without borders if there is none yet.
  mutating func country(
    _ code: String, in writer: inout GeoPackWriter
  ) throws(UnusableRow.Reason) -> Int {
    if let index = countries[code] { return index }
    guard Self.isCode(code) else { throw .unsuitable(Self.noCode(code)) }
    let index = try Self.add(GeoArea(.country, countryCode: code), [], to: &writer)
    countries[code] = index
    return index
  }

  private mutating func add(
    _ feature: Feature, _ kind: AreaKind, to writer: inout GeoPackWriter
  ) throws(UnusableRow.Reason) {
    let code = feature.text(Self.countryProperties) ?? naming.country
    let country = code == Self.unknownCountry ? nil : code
    if [.country, .division].contains(kind), let country, !Self.isCode(country) {
      throw .unsuitable(Self.noCode(country))
    }
    guard feature.rings.contains(where: { Set($0).count > 2 }) else {
      throw .unsuitable("it has no border of three vertices or more")
    }
    switch kind {
    case .country:
      let index = try Self.add(
        GeoArea(.country, countryCode: country, names: names(feature)), feature.rings, to: &writer)
      if let country, countries[country] == nil { countries[country] = index }
    case .division: try addDivision(feature, country, to: &writer)
    default:
      let names = names(feature).map { LocalName(Self.withoutShouting($0.text), $0.language) }
      // Nobody can be told of water without a name.
      guard !names.isEmpty else { return }
      try Self.add(GeoArea(kind, names: names), feature.rings, to: &writer)
    }
    counts[kind, default: 0] += 1
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  private static func noCode(_ text: String) -> String {
    "no country has the code \"\(text.prefix(40))\": it must be two capital letters, such as KR"
  }

  private func names(_ feature: Feature) -> [LocalName] {
    let own = feature.text(Self.nameProperties).map { [LocalName($0)] } ?? []
    return own + feature.names
  }

  private mutating func addDivision(
    _ feature: Feature, _ country: String?, to writer: inout GeoPackWriter
  ) throws(UnusableRow.Reason) {
    guard let country else { throw .unsuitable("its country is unknown: name it with --country") }
    var parent = try self.country(country, in: &writer)
    var path = [country]
    for (index, property) in naming.levels.enumerated() {
      let isLast = index == naming.levels.count - 1
      guard let name = feature.text(property), name != path.last else {
        guard !isLast else { throw .fieldMissing(property) }
        continue
      }
      path.append(name)
      var names = [LocalName(name, naming.language)]
      if isLast { names += feature.names }
      let area = GeoArea(
        .division, level: UInt8(clamping: index + 1), parent: parent, countryCode: country,
        code: isLast ? feature.text(Self.codeProperties) : nil, names: names)
      if isLast {
        try Self.add(area, feature.rings, to: &writer)
      } else if let known = parents[path] {
        parent = known
      } else {
        parent = try Self.add(area, [], to: &writer)
        parents[path] = parent
      }
    }
  }

  @discardableResult
  private static func add(
    _ area: GeoArea, _ rings: [[Coordinate]], to writer: inout GeoPackWriter
  ) throws(UnusableRow.Reason) -> Int {
    do throws(GeoPackWriter.Failure) { return try writer.add(area, rings: rings) } catch {
      throw .unsuitable("\(error)")
    }
  }

  /// Returns `Indian Ocean` for `INDIAN OCEAN`, as maps write it.
  private static func withoutShouting(_ name: String) -> String {
    let words = name.split(separator: " ")
    guard name == name.uppercased(), name != name.lowercased() else {
      return words.joined(separator: " ")
    }
    return words.map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: " ")
  }
}
