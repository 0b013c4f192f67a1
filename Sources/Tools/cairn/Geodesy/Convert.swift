import ArgumentParser
import CairnFiles
import CairnGeodesy
import CairnTypes
import CommandSupport

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds another notation of the position to each row of a table.",
    discussion: """
      The table is comma-separated values whose first line names the columns: lat and lon, in degrees on \
      WGS 84, and for ecef alt, in metres above the ellipsoid (0 where it is missing), in any order. All \
      columns are kept. Added are:

        dms      dms: degrees, minutes and seconds
        utm      utm_zone (52n; without a number on the polar maps), easting_m and northing_m
        mgrs     mgrs: the grid reference of the square metre
        ecef     x_m, y_m and z_m: earth-centred, earth-fixed
        geohash  geohash: twelve letters, a cell of 4 cm by 2 cm

      A row of which nothing can be calculated is left out and reported at the end with its line number.

      Examples:
        cairn convert --to utm < places.csv
        printf 'name,lat,lon\\nCity Hall,37.5663528,126.9779528\\n' | cairn convert --to mgrs
        cairn filter --in drive.csv | cairn convert --to ecef --json

      Exit codes: 0 done, 1 the table cannot be read or rows were left out, 64 wrong usage.
      """)

  @Option(help: "dms, utm, mgrs, ecef or geohash.")
  var to: Notation

  @Option(name: .customLong("in"), help: "The table; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func run() throws {
    var table = try TableCalculation(to, path: input, isJSON: json)
    try table.run()
  }
}

/// A way to write a position.
enum Notation: String, CaseIterable, ExpressibleByArgument {
  case dms, utm, mgrs, ecef, geohash
}

extension Notation: SingleRowCalculation {
  static let required = ["lat", "lon"]
  static let optional = ["alt"]

  var added: [String] {
    switch self {
    case .dms, .mgrs, .geohash: [rawValue]
    case .utm: ["utm_zone", "easting_m", "northing_m"]
    case .ecef: ["x_m", "y_m", "z_m"]
    }
  }

  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
    let place = try row.coordinate()
    switch self {
    case .dms: return [.text(place.formatted(.degreesMinutesSeconds(places: 4)))]
    case .mgrs: return [.text(place.mgrs ?? "")]
    case .geohash: return [.text(place.geohash() ?? "")]
    case .utm:
      guard let utm = UTMCoordinate(place) else {
        throw .outOfRange(column: "lat", text: "\(place)")
      }
      return [
        .text(utm.map), .number(utm.easting, places: 3), .number(utm.northing, places: 3),
      ]
    case .ecef:
      let vector = GeocentricVector(place, ellipsoidalAltitude: try row.altitude)
      return [vector.x, vector.y, vector.z].map { .number($0, places: 4) }
    }
  }
}
