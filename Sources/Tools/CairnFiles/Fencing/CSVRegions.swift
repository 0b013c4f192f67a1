import CairnTypes
import CairnUpdates

/// Reads circles from CSV columns `identifier,lat,lon,radius`, in any order; ignores other columns.
enum CSVRegions {
  private static let required = ["identifier", "lat", "lon", "radius"]

  /// - Throws: the number of the line that is wrong, and why.
  static func read(_ bytes: [UInt8]) throws(RegionFileError) -> [PlacedRegion] {
    var regions: [PlacedRegion] = []
    var columns: [String: Int] = [:]
    var number = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest[line.endIndex...].dropFirst()
      number += 1
      let place = "line \(number)"
      if CSVLine.isEmpty(line) { continue }
      guard line.count <= CSVLine.maximumLength else {
        throw RegionFileError(place: place, reason: CSVLine.tooLong)
      }
      let text = columns.isEmpty ? CSVLine.withoutMark(line) : line
      guard let fields = CSVLine.fields(of: text) else {
        throw RegionFileError(
          place: place, reason: "neither GeoJSON nor comma-separated UTF-8; check its quotes")
      }
      if columns.isEmpty {
        columns = try self.columns(fields, place)
      } else {
        try regions.add(try region(TableRow(fields: fields, columns: columns), place))
      }
    }
    return regions
  }

  private static func columns(
    _ names: [String], _ place: String
  ) throws(RegionFileError) -> [String: Int] {
    var columns: [String: Int] = [:]
    let names = names.map { $0.lowercased() }
    for (index, name) in names.enumerated() { columns[name] = index }
    let repeated = CSVLine.repeated(names, of: required)
    guard repeated.isEmpty else {
      throw RegionFileError(place: place, reason: CSVLine.repeatedFault(repeated) + "; rename one")
    }
    for needed in required where columns[needed] == nil {
      throw RegionFileError(
        place: place,
        reason: "no column \(needed); the first line must be such as identifier,lat,lon,radius")
    }
    return columns
  }

  private static func region(
    _ row: TableRow, _ place: String
  ) throws(RegionFileError) -> PlacedRegion {
    // The monitor says what a region may be.
    let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    do throws(UnusableRow.Reason) {
      let center = Coordinate(
        latitude: try row.number("lat", any), longitude: try row.number("lon", any))
      return PlacedRegion(
        region: Region(
          identifier: try row.text("identifier"),
          shape: .circle(center: center, radius: try row.number("radius", any))),
        place: place)
    } catch {
      throw RegionFileError(place: place, reason: "\(error)")
    }
  }
}
