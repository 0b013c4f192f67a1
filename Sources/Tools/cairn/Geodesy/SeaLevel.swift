import ArgumentParser
import CairnFiles
import CairnGeoid
import CairnTypes
import CommandSupport

struct SeaLevel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geoid",
    abstract: "Adds the height of mean sea level to each row of a table.",
    discussion: """
      Mean sea level is that of the Earth Gravitational Model 1996, from a grid of half a degree: within \
      6 cm of the model (rms), and 40 cm at worst over steep mountains. The table is comma-separated values \
      whose first line names the columns: lat and lon, in degrees on WGS 84, and if known alt, in metres \
      above the ellipsoid, in any order. All columns are kept.

      Added are geoid_m, metres of mean sea level above the ellipsoid, and msl_m, metres of the place above \
      mean sea level: alt - geoid_m, empty where alt is unknown.

      A row of which nothing can be calculated is left out and reported at the end with its line number.

      Examples:
        cairn geoid < places.csv
        printf 'lat,lon,alt\\n37.5663,126.9780,60\\n' | cairn geoid
        cairn geoid --in survey.csv --json | jq .msl_m

      Exit codes: 0 done, 1 the table cannot be read or rows were left out, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The table; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func run() throws {
    var table = try TableCalculation(SeaLevelCalculation(), path: input, isJSON: json)
    try table.run()
  }
}

private struct SeaLevelCalculation: SingleRowCalculation {
  static let required = ["lat", "lon"]
  static let optional = ["alt"]
  let added = ["geoid_m", "msl_m"]

  private let geoid = Geoid()

  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
    let place = try row.coordinate()
    guard let undulation = geoid.undulation(at: place) else {
      throw .outOfRange(column: "lat", text: "\(place)")
    }
    let height = try row.numberIfAny("alt", TableRow.altitudes).map { $0 - undulation }
    return [
      .number(undulation, places: 3), height.map { .number($0, places: 3) } ?? .nothing,
    ]
  }
}
