import CairnFiles
import CairnGeocoding
import CairnTypes
import CommandSupport

/// Reads places, and names for places and divisions, from tables whose columns are separated by tabs.
struct PlaceImport {
  /// Selection of the places to read, and of their data.
  struct Selection {
    /// Two letters of ISO 3166-1; `nil` for all countries.
    var country: String?
    /// Fewest people; places of which they are unknown have 0.
    var population = 0
    /// Whether other spellings can be searched for.
    var hasAlternates = false
  }

  private let selection: Selection
  /// Names by the identifier of a place.
  private var names: [String: [LocalName]] = [:]
  /// Names by the code of a division, such as `KR.11`.
  private var divisionNames: [String: [LocalName]] = [:]
  private var divisions: [String: Int] = [:]
  private(set) var count = 0

  init(_ selection: Selection) { self.selection = selection }

  /// Reads names: the columns `geonameid` or `id`, and one for each language.
  mutating func read(names path: String) throws(CommandFailure) {
    try Self.read(path, required: [["geonameid", "id"]]) { row throws(UnusableRow.Reason) in
      let id = try row.text(["geonameid", "id"])
      names[id, default: []] += row.languages
    }
  }

  /// Reads names of divisions: the columns `geonames_code`, `name` and, if known, `alternates`.
  mutating func read(divisions path: String) throws(CommandFailure) {
    try Self.read(path, required: [["geonames_code"], ["name"]]) {
      row throws(UnusableRow.Reason) in
      guard let code = row.textIfAny(["geonames_code"]), code.split(separator: ".").count == 2
      else { return }
      divisionNames[code] =
        [LocalName(try row.text(["name"]))] + Self.names(ofScripts: row.alternates)
    }
  }

  /// Reads places: `name`, `lat`, `lon`, `cc` and, if known, `id`, `admin1`, `population`, `timezone`
  /// and `alternates`, or the columns of GeoNames without a header.
  mutating func read(
    places path: String, _ areas: inout AreaImport, into writer: inout GeoPackWriter
  ) throws(CommandFailure) {
    try Self.read(path, required: [["name"], ["lat"], ["lon"], ["cc"]]) {
      row throws(UnusableRow.Reason) in
      let country = try row.text(["cc"])
      let people = Int(row.textIfAny(["population"]) ?? "") ?? 0
      if let wanted = selection.country, wanted != country { return }
      guard people >= selection.population else { return }
      let area = try division(country, row.textIfAny(["admin1"]), &areas, &writer)
      let alternates = row.alternates
      var all = [LocalName(try row.text(["name"]))]
      all += row.textIfAny(["geonameid", "id"]).flatMap { names[$0] } ?? []
      for name in Self.names(ofScripts: alternates)
      where !all.contains(where: { $0.language == name.language }) { all.append(name) }
      let place = GeoPlace(
        at: try row.coordinate(), names: all,
        alternates: selection.hasAlternates ? alternates : [], area: area,
        timeZone: row.textIfAny(["timezone"]), population: people)
      do throws(GeoPackWriter.Failure) { try writer.add(place) } catch {
        throw .unsuitable("\(error)")
      }
      count += 1
    }
    guard count > 0 else {
      throw CommandFailure(
        message: "\(path) has no places of the country and with the people that were asked for")
    }
  }

  private mutating func division(
    _ country: String, _ code: String?, _ areas: inout AreaImport, _ writer: inout GeoPackWriter
  ) throws(UnusableRow.Reason) -> Int {
    let parent = try areas.country(country, in: &writer)
    let code = "\(country).\(code ?? "")"
    if let index = divisions[code] { return index }
    guard let names = divisionNames[code] else { return parent }
    let area = GeoArea(
      .division, level: 1, parent: parent, countryCode: country, code: code, names: names)
    do throws(GeoPackWriter.Failure) {
      let index = try writer.add(area)
      divisions[code] = index
      return index
    } catch {
      throw .unsuitable("\(error)")
    }
  }

  /// Returns the names whose script tells their language. Of several, the usual one is that with which most
  /// others begin (서울 of 서울시 and 서울특별시, beside 경성), and of equal ones the shortest.
  private static func names(ofScripts names: [String]) -> [LocalName] {
    var known: [String: [String]] = [:]
    for name in names {
      if let language = language(ofScript: name) { known[language, default: []].append(name) }
    }
    return known.sorted { $0.key < $1.key }.compactMap { language, names in
      var best: (name: String, longer: Int)?
      for name in names {
        let longer = names.count { $0 != name && $0.hasPrefix(name) }
        if let best, (best.longer, -best.name.count) >= (longer, -name.count) { continue }
        best = (name, longer)
      }
      return best.map { LocalName($0.name, LanguageTag(language)) }
    }
  }

  /// Only two languages have a script to themselves that is not also the script of others.
  private static func language(ofScript name: String) -> String? {
    var language: String?
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0xAC00...0xD7A3: language = "ko"
      case 0x3041...0x30FF: language = "ja"
      case 0x20, 0x30...0x39: continue
      case 0x3400...0x9FFF where language == "ja": continue
      default: return nil
      }
    }
    return language
  }

  private static func read(
    _ path: String, required: [[String]],
    _ body: (TabbedRow) throws(UnusableRow.Reason) -> Void
  ) throws(CommandFailure) {
    var table = try TabbedTable(path: path, required: required)
    try table.forEach(body)
  }
}
