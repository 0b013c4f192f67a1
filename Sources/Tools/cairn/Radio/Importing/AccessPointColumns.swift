import CairnRadio
import CairnTypes

/// One line of a table as fields, which are ranges of its bytes.
struct TableLine {
  private var bytes: ArraySlice<UInt8> = []
  private var places: [Range<Int>] = []

  /// Whether the first field is the name of a column.
  var hasName: Bool {
    let field = self[0]
    guard field.count == 5 else { return false }
    let lower = field.lazy.map { $0 | 0x20 }
    return lower.elementsEqual("bssid".utf8) || lower.elementsEqual("radio".utf8)
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
    Coordinate(
      latitude: try number(latitude, "lat", in: -90...90),
      longitude: try number(longitude, "lon", in: -180...180))
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
    bssid = names.firstIndex(of: "bssid")
    latitude = names.firstIndex { $0 == "lat" || $0 == "latitude" }
    longitude = names.firstIndex { $0 == "lon" || $0 == "longitude" }
    accuracy = names.firstIndex(of: "accuracy")
    ssid = names.firstIndex(of: "ssid")
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
