import CairnFiles
import CairnRadio
import CairnTypes

/// One line of a table as fields, which are ranges of its bytes.
struct TableLine {
  private var bytes: ArraySlice<UInt8> = []
  private var places: [Range<Int>] = []

  /// Whether the first field is the name of a column.
  var hasName: Bool {
    let field = self[0]
    guard field.count == 5 || field.count == 3 else { return false }
    let lower = field.lazy.map { $0 | 0x20 }
    return lower.elementsEqual("bssid".utf8) || lower.elementsEqual("radio".utf8)
      || lower.elementsEqual("mac".utf8)
  }

  /// All fields.
  var texts: [String] { places.map { String(decoding: bytes[$0], as: UTF8.self) } }

  /// - Returns: whether the line could be split.
  mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    bytes = line
    if CSVLine.split(line, into: &places) { return true }
    guard let fields = CSVLine.fields(of: line) else { return false }
    bytes = ArraySlice(fields.joined().utf8)
    places = []
    var start = 0
    for field in fields {
      places.append(start..<start + field.utf8.count)
      start += field.utf8.count
    }
    return true
  }

  /// Lets go of the line's bytes, so that their buffer is not copied when it is filled again.
  mutating func clear() { bytes = [] }

  /// Returns a field; empty if there is no such column or the row is too short.
  subscript(column: Int?) -> ArraySlice<UInt8> {
    guard let column, column < places.count else { return [] }
    return bytes[places[column]]
  }

  func text(_ column: Int?) -> String { String(decoding: self[column], as: UTF8.self) }

  func number(
    _ column: Int?, _ name: String, in range: ClosedRange<Double>
  ) throws(BadRow) -> Double {
    let field = self[column]
    guard !field.isEmpty else { throw BadRow("no value for \(name)") }
    guard let value = DecimalText.number(field) else {
      throw BadRow("\(name) is not a number: \"\(text(column).prefix(40))\"")
    }
    guard range.contains(value) else {
      throw BadRow("\(name) is out of range: \(text(column).prefix(40))")
    }
    return value
  }

  func coordinate(_ latitude: Int?, _ longitude: Int?) throws(BadRow) -> Coordinate {
    let place = Coordinate(
      latitude: try number(latitude, "lat", in: -90...90),
      longitude: try number(longitude, "lon", in: -180...180))
    try place.checkIsKnown()
    return place
  }
}

extension Coordinate {
  /// - Throws: that the place is 0, 0, which tables write where they know none.
  func checkIsKnown() throws(BadRow) {
    guard !isNullIsland else { throw BadRow("lat and lon are 0, which stands for no position") }
  }
}

/// Places of columns in a header.
struct ColumnNames {
  private let names: [String]

  /// - Parameter names: the header, in lower case.
  init(_ names: [String]) { self.names = names }

  /// Returns the place of the column that has one of several names; `nil` if there is none.
  ///
  /// - Throws: that there are several, of which one cannot know which is meant.
  func first(of known: String...) throws(BadRow) -> Int? {
    let places = names.indices.filter { known.contains(names[$0]) }
    guard places.count < 2 else {
      let found = places.map { names[$0] }.joined(separator: ", ")
      throw BadRow("the header has more than one column for the same: \(found)")
    }
    return places.first
  }
}

/// The columns of a table of access points: `bssid`, `lat`, `lon`, and if known `accuracy` and
/// `ssid`.
struct AccessPointColumns {
  private var bssid: Int? = 0
  private var latitude: Int? = 1
  private var longitude: Int? = 2
  private var accuracy: Int? = 3
  private var ssid: Int?

  /// The columns of a table without a header: bssid, lat, lon, accuracy.
  init() {}

  /// - Parameter names: the header, in lower case.
  /// - Throws: the columns that the header lacks.
  init(_ names: [String]) throws(BadRow) {
    let columns = ColumnNames(names)
    bssid = try columns.first(of: "bssid")
    latitude = try columns.first(of: "lat", "latitude")
    longitude = try columns.first(of: "lon", "longitude")
    accuracy = try columns.first(of: "accuracy")
    ssid = try columns.first(of: "ssid")
    guard latitude != nil, longitude != nil else {
      throw BadRow("the header has no columns lat and lon, such as bssid,lat,lon,accuracy")
    }
  }

  func read(_ line: TableLine, into rows: inout ImportedRows) throws(BadRow) {
    guard let address = BSSID(line.text(bssid)) else {
      throw BadRow("bssid is no address: \"\(line.text(bssid).prefix(40))\"")
    }
    let place = try line.coordinate(latitude, longitude)
    let radius =
      line[accuracy].isEmpty ? nil : try line.number(accuracy, "accuracy", in: 0...100_000)
    // Tables say 0 where they do not know.
    rows.add(
      address, ssid: ssid == nil ? nil : SSID(line[ssid]), place,
      accuracy: radius == 0 ? nil : radius)
  }
}
