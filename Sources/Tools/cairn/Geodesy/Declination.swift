import ArgumentParser
import CairnFiles
import CairnGeodesy
import CairnTypes
import CommandSupport
import Glibc

struct Declination: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Adds declination and magnetic field to each row of a table.",
    discussion: """
      Evaluates the World Magnetic Model 2025, which is made for the years 2025 to 2030 and for heights \
      up to 850 km. The table is comma-separated values whose first line names the columns: lat and lon, \
      in degrees on WGS 84, and if known alt (metres above the ellipsoid; else 0) and t (Unix time in \
      seconds) or year (decimal, such as 2026.5), in any order. All columns are kept.

      Added are decl_deg, degrees from true north to magnetic north, positive east (true = magnetic + \
      declination), decl_deg_per_year, incl_deg, degrees below the horizon, and x_nt, y_nt, z_nt, h_nt \
      and f_nt: nanotesla towards true north, east and down, in the horizontal plane, and altogether. \
      Where h_nt is below 6000, near the magnetic poles, a compass is not to be trusted.

      A row of which nothing can be calculated is left out and reported at the end with its line number. \
      Seconds that are not Unix time, such as those since the start of a drive, must not be called t: \
      rename that column and set --year.

      Examples:
        cairn declination < places.csv
        printf 'lat,lon\\n37.566,126.978\\n' | cairn declination --year 2026.5
        cairn filter --in drive.csv | cairn declination --json | jq .decl_deg
        cairn filter --in drive.csv | sed '1s/^t/s/' | cairn declination --year 2026

      Exit codes: 0 done, 1 the table cannot be read or rows were left out, 64 wrong usage.
      """)

  @Option(
    help: "The decimal year for rows without t and year. Default: now.",
    transform: OptionNumber.decimal)
  var year: Double?

  @Option(name: .customLong("in"), help: "The table; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func validate() throws {
    if let year, !MagneticField.years.contains(year) {
      throw ValidationError("--year must be 2025 to 2030, for which the model is made, not \(year)")
    }
  }

  func run() throws {
    let now = DecimalYear.at(unixTime: Double(time(nil)))
    var table = try TableCalculation(
      FieldCalculation(year: year ?? now), path: input, isJSON: json)
    try table.run()
  }
}

private struct FieldCalculation: SingleRowCalculation {
  static let required = ["lat", "lon"]
  static let optional = ["alt", "t", "year"]
  let added = [
    "decl_deg", "decl_deg_per_year", "incl_deg", "x_nt", "y_nt", "z_nt", "h_nt", "f_nt",
  ]

  /// Of rows that have none.
  let year: Double

  func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
    let place = try row.coordinate()
    let altitude = try row.numberIfAny("alt", MagneticField.altitudes) ?? 0
    let year = try year(of: row)
    guard let field = MagneticField(at: place, ellipsoidalAltitude: altitude, year: year) else {
      throw .outOfRange(column: "year", text: year.text(places: 3))
    }
    return [
      .number(field.declination, places: 4), .number(field.declinationRate, places: 4),
      .number(field.inclination, places: 4), .number(field.north, places: 2),
      .number(field.east, places: 2), .number(field.down, places: 2),
      .number(field.horizontal, places: 2), .number(field.intensity, places: 2),
    ]
  }

  private func year(of row: TableRow) throws(UnusableRow.Reason) -> Double {
    if let year = try row.numberIfAny("year", MagneticField.years) { return year }
    let largest = Double.greatestFiniteMagnitude
    guard let time = try row.numberIfAny("t", -largest...largest) else { return year }
    let year = DecimalYear.at(unixTime: time)
    // Tables may count seconds from anywhere, and those would be read as the year 1970.
    guard MagneticField.years.contains(year) else {
      throw .unsuitable(
        "t is not Unix time of 2025 to 2030: \(try row.text("t").prefix(40)); give a column year, or "
          + "rename t and set --year")
    }
    return year
  }
}

/// Times as decimal years.
enum DecimalYear {
  /// Converts a time.
  ///
  /// - Parameter unixTime: seconds; those before 1970, or after 2261, give the nearest of these years.
  /// - Returns: the year with the part of it that has passed.
  static func at(unixTime: Double) -> Double {
    Timestamp(nanosecondsSince1970: Int64(max(0, min(9.2e9, unixTime)) * 1e9)).decimalYear ?? 0
  }
}
