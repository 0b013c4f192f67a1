import CairnTypes
import CairnUpdates

/// Reads circles from CSV columns `identifier,lat,lon,radius`, in any order; ignores other columns.
enum CSVRegions {
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
      guard let fields = CSVLine.fields(of: line) else {
        throw RegionFileError(
          place: place, reason: "neither GeoJSON nor comma-separated UTF-8; check its quotes")
      }
      if columns.isEmpty {
        columns = try self.columns(fields, place)
      } else {
        try regions.add(try region(fields, columns, place))
      }
    }
    return regions
  }

  private static func columns(
    _ names: [String], _ place: String
  ) throws(RegionFileError) -> [String: Int] {
    var columns: [String: Int] = [:]
    // The byte order mark that some programs write before UTF-8 is part of the first name.
    for (index, name) in names.enumerated() {
      let plain = name.unicodeScalars.filter { $0 != "\u{FEFF}" }
      columns[String(String.UnicodeScalarView(plain)).lowercased()] = index
    }
    for needed in ["identifier", "lat", "lon", "radius"] where columns[needed] == nil {
      throw RegionFileError(
        place: place,
        reason: "no column \(needed); the first line must be such as identifier,lat,lon,radius")
    }
    return columns
  }

  private static func region(
    _ fields: [String], _ columns: [String: Int], _ place: String
  ) throws(RegionFileError) -> PlacedRegion {
    func text(_ column: String) throws(RegionFileError) -> String {
      guard let index = columns[column], index < fields.count, !fields[index].isEmpty else {
        throw RegionFileError(place: place, reason: "no value for \(column)")
      }
      return fields[index]
    }
    func number(_ column: String) throws(RegionFileError) -> Double {
      let text = try text(column)
      guard let value = Double(text) else {
        throw RegionFileError(
          place: place, reason: "\(column) is not a number: \"\(text.prefix(40))\"")
      }
      return value
    }
    let center = Coordinate(latitude: try number("lat"), longitude: try number("lon"))
    return PlacedRegion(
      region: Region(
        identifier: try text("identifier"),
        shape: .circle(center: center, radius: try number("radius"))),
      place: place)
  }
}
