import ArgumentParser
import CairnFiles
import CairnGeodesy
import CairnTypes
import CommandSupport

struct Distance: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds length and directions of the shortest line to each row of a table.",
    discussion: """
      The table is comma-separated values whose first line names the columns: lat1, lon1, lat2 and lon2, \
      in degrees on WGS 84, in any order. All columns are kept. Added are s12_m, metres along the \
      ellipsoid (right to 20 nm, also for antipodes), and azi1 and azi2, degrees from true north at both \
      points along the line, -180 to 180. Heights are ignored.

      A row of which nothing can be calculated is left out and reported at the end with its line number.

      Examples:
        cairn distance < pairs.csv > lengths.csv
        printf 'lat1,lon1,lat2,lon2\\n37.4602,126.4407,40.6413,-73.7781\\n' | cairn distance
        cairn distance --in pairs.csv --json | jq .s12_m

      Exit codes: 0 done, 1 the table cannot be read or rows were left out, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The table; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func run() throws {
    var table = try TableCalculation(LineCalculation(), path: input, isJSON: json)
    try table.run()
  }
}

private struct LineCalculation: SingleRowCalculation {
  static let required = ["lat1", "lon1", "lat2", "lon2"]
  static let optional: [String] = []
  let added = ["s12_m", "azi1", "azi2"]

  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
    let start = try row.coordinate("lat1", "lon1")
    guard let line = start.geodesic(to: try row.coordinate("lat2", "lon2")) else {
      throw .outOfRange(column: "lat1", text: "\(start)")
    }
    return [
      .number(line.length, places: 9), .number(line.startAzimuth, places: 12),
      .number(line.endAzimuth, places: 12),
    ]
  }
}
