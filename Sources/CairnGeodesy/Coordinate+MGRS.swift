internal import CCairnMath
public import CairnTypes

extension Coordinate {
  /// Returns the reference in the Military Grid Reference System of the square metre that holds the
  /// place: `52SCG2141959624`; `nil` for a coordinate that is not valid.
  ///
  /// Source: NGA.STND.0037_2.0.0_GRIDS, Universal Grids and Grid Reference Systems.
  public var mgrs: String? {
    guard let utm = UTMCoordinate(self) else { return nil }
    let column = Self.squares(utm.easting)
    let row = Self.squares(utm.northing)
    let square = utm.zone.map { zone in
      "\(zone / 10)\(zone % 10)\(band)" + Self.letters(zone, column, row)
    }
    return (square ?? polarSquare(utm, column, row)) + Self.digits(utm.easting)
      + Self.digits(utm.northing)
  }

  /// The letter of the eight degrees of latitude.
  private var band: Character {
    Self.letter("CDEFGHJKLMNPQRSTUVWX", Int(max(0, min(19, cairn_floor((latitude + 80) / 8)))))
  }

  private static func letters(_ zone: Int, _ column: Int, _ row: Int) -> String {
    let columns = ["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"][(zone - 1) % 3]
    // The rows of even zones begin at F.
    let shift = zone.isMultiple(of: 2) ? 5 : 0
    return String([
      letter(columns, column - 1), letter("ABCDEFGHJKLMNPQRSTUV", (row + shift) % 20),
    ])
  }

  private func polarSquare(_ utm: UTMCoordinate, _ column: Int, _ row: Int) -> String {
    let isEast = column >= 20
    let first = utm.isNorthern ? 13 : 8
    let columns =
      switch (utm.isNorthern, isEast) {
      case (true, true): "ABCFGHJ"
      case (true, false): "RSTUXYZ"
      case (false, true): "ABCFGHJKLPQR"
      case (false, false): "JKLPQRSTUXYZ"
      }
    let rows = utm.isNorthern ? "ABCDEFGHJKLMNP" : "ABCDEFGHJKLMNPQRSTUVWXYZ"
    return String([
      Self.letter("ABYZ", (utm.isNorthern ? 2 : 0) + (isEast ? 1 : 0)),
      Self.letter(columns, column - (isEast ? 20 : first)), Self.letter(rows, row - first),
    ])
  }

  private static func letter(_ letters: String, _ index: Int) -> Character {
    let place = letters.index(letters.startIndex, offsetBy: max(0, min(letters.count - 1, index)))
    return letters[place]
  }

  /// Whole metres: those of the south-western corner of a square metre.
  private static func metres(_ value: Double) -> Int { Int(max(0, min(1e8, cairn_floor(value)))) }

  private static func squares(_ value: Double) -> Int { metres(value) / 100_000 }

  private static func digits(_ value: Double) -> String {
    let digits = "\(metres(value) % 100_000)"
    return String(repeating: "0", count: 5 - digits.count) + digits
  }
}
