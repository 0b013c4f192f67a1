import CairnRadio
import CairnTypes

/// The columns of a table of cells, as the MLS and OpenCelliD have them, also with the names of
/// older headers.
///
/// Source: mozilla/ichnaea, docs/import_export.rst, "Cell records".
struct CellColumns {
  static let names = [
    "radio", "mcc", "net", "area", "cell", "unit", "lon", "lat", "range", "samples", "changeable",
    "created", "updated", "averageSignal",
  ]

  private static let technologies: [String: CellTechnology] = [
    "GSM": .gsm, "UMTS": .wcdma, "WCDMA": .wcdma, "LTE": .lte, "NR": .nr, "NBIOT": .narrowband,
  ]

  private let radio, country, network, area, cell, longitude, latitude, range, samples: Int?

  /// - Parameter names: the header, in lower case; `nil` for a table without one.
  /// - Throws: the columns that the header lacks.
  init(_ names: [String]? = nil) throws(BadRow) {
    let columns = ColumnNames(names ?? Self.names)
    radio = try columns.first(of: "radio")
    country = try columns.first(of: "mcc")
    network = try columns.first(of: "net", "mnc")
    area = try columns.first(of: "area", "lac", "tac")
    cell = try columns.first(of: "cell", "cid", "cellid", "ci")
    longitude = try columns.first(of: "lon", "longitude")
    latitude = try columns.first(of: "lat", "latitude")
    range = try columns.first(of: "range")
    samples = try columns.first(of: "samples")
    for (name, column) in [
      ("mcc", country), ("net", network), ("area", area), ("cell", cell), ("lon", longitude),
      ("lat", latitude),
    ] where column == nil {
      throw BadRow("the header has no column \(name)")
    }
  }

  /// Returns the technology of a name such as `LTE` or `lte`.
  static func technology(_ name: String) -> CellTechnology? { technologies[name.uppercased()] }

  static func name(of technology: CellTechnology) -> String {
    switch technology {
    case .gsm: "GSM"
    case .wcdma: "UMTS"
    case .lte: "LTE"
    case .nr: "NR"
    case .narrowband: "NBIOT"
    @unknown default: "\(technology)"
    }
  }

  func read(_ line: TableLine, into rows: inout ImportedRows) throws(BadRow) {
    guard var technology = Self.technology(line.text(radio)) else {
      throw BadRow("radio is not known: \"\(line.text(radio).prefix(40))\"")
    }
    let place = ImportedPlace(try line.coordinate(latitude, longitude))
    let number = try optional(line, cell, "cell")
    // Old tables call all cells GSM, whose own numbers have 16 bits.
    if technology == .gsm, let number, number > UInt16.max { technology = .wcdma }
    guard
      let identity = CellIdentity(
        technology, countryCode: UInt16(clamping: try whole(line, country, "mcc")),
        networkCode: UInt16(clamping: try whole(line, network, "net")),
        area: try optional(line, area, "area").map { UInt32(clamping: $0) }, cell: number ?? 0)
    else { throw BadRow("no such cell: a number is too large, or the area is missing") }
    let reach = line[range].isEmpty ? 0 : try line.number(range, "range", in: 0...1e9)
    let weight = line[samples].isEmpty ? 1 : try line.number(samples, "samples", in: -1e9...1e9)
    let row = CellRow(
      identity: identity, place: place, range: Float(min(reach, 200_000)),
      weight: Float(max(1, weight)))
    if number != nil {
      rows.cells.append(row)
    } else if identity.area != nil {
      rows.areas.append(row)
    } else {
      throw BadRow("no value for area and cell")
    }
  }

  private func whole(_ line: TableLine, _ column: Int?, _ name: String) throws(BadRow) -> UInt64 {
    guard let value = try optional(line, column, name) else {
      throw BadRow("no value for \(name)")
    }
    return value
  }

  /// `nil` for an empty field.
  private func optional(
    _ line: TableLine, _ column: Int?, _ name: String
  ) throws(BadRow) -> UInt64? {
    let field = line[column]
    if field.isEmpty { return nil }
    guard let value = DecimalText.whole(field) else {
      throw BadRow("\(name) is not a whole number: \"\(line.text(column).prefix(40))\"")
    }
    return value
  }
}
