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
    return (square ?? Self.polarSquare(utm, column, row)) + Self.digits(utm.easting)
      + Self.digits(utm.northing)
  }

  /// The letter of the eight degrees of latitude.
  private var band: Character {
    Self.letter(GridLetters.bands, Int(max(0, min(19, cairn_floor((latitude + 80) / 8)))))
  }

  private static func letters(_ zone: Int, _ column: Int, _ row: Int) -> String {
    String([
      letter(GridLetters.columns(zone: zone), column - 1),
      letter(GridLetters.rows, (row + GridLetters.rowShift(zone: zone)) % 20),
    ])
  }

  private static func polarSquare(_ utm: UTMCoordinate, _ column: Int, _ row: Int) -> String {
    let isEast = column >= 20
    let columns = GridLetters.polarColumns(isNorthern: utm.isNorthern, isEast: isEast)
    let rows = GridLetters.polarRows(isNorthern: utm.isNorthern)
    return String([
      letter(GridLetters.polarHalves, (utm.isNorthern ? 2 : 0) + (isEast ? 1 : 0)),
      letter(columns.letters, column - columns.first), letter(rows.letters, row - rows.first),
    ])
  }

  private static func letter(_ letters: [Character], _ index: Int) -> Character {
    letters[max(0, min(letters.count - 1, index))]
  }

  /// Whole metres: those of the south-western corner of a square metre.
  private static func metres(_ value: Double) -> Int { Int(max(0, min(1e8, cairn_floor(value)))) }

  private static func squares(_ value: Double) -> Int { metres(value) / 100_000 }

  private static func digits(_ value: Double) -> String {
    let digits = "\(metres(value) % 100_000)"
    return String(repeating: "0", count: 5 - digits.count) + digits
  }
}

extension Coordinate {
  /// Reads a reference in the Military Grid Reference System of 100 km down to 1 m, with or without spaces:
  /// `52SCG2141959624`, `52S CG 214 596`. Letters may be small. The position is the middle of the square; `nil`
  /// for one that does not exist.
  ///
  /// - Parameter mgrs: the reference.
  public init?(mgrs: some StringProtocol) {
    let text = Array(mgrs.uppercased().filter { $0 != " " })
    let zoneDigits = text.prefix { ("0"..."9").contains($0) }.count
    guard zoneDigits <= 2, text.count >= zoneDigits + 3 else { return nil }
    let digits = text[(zoneDigits + 3)...]
    guard digits.count.isMultiple(of: 2), digits.count <= 10,
      digits.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    let places = digits.count / 2
    // Metres of the square's side: 100 km for no digits, 1 m for five of each.
    let side = [100_000.0, 10_000, 1000, 100, 10, 1][places]
    let east = ((Double(String(digits.prefix(places))) ?? 0) + 0.5) * side
    let north = ((Double(String(digits.suffix(places))) ?? 0) + 0.5) * side
    let letters = text[zoneDigits..<zoneDigits + 3].map { $0 }
    let zone = Int(String(text[..<zoneDigits]))
    for corner in Self.corners(zone, letters) {
      let point = UTMCoordinate(
        zone: zone, isNorthern: corner.isNorthern, easting: corner.east + east,
        northing: corner.north + north)
      // Of the rows that bear the same letter, one is in the band; and a square may end at the zone's border.
      guard let place = point?.coordinate, let reference = place.mgrs.map(Array.init),
        let found = UTMCoordinate(place), found.zone == zone
      else { continue }
      if Array(reference.suffix(13).prefix(3)) == letters {
        self = place
        return
      }
    }
    return nil
  }

  /// Returns the south-western corners, in metres, of the squares that three letters may mean.
  private static func corners(
    _ zone: Int?, _ letters: [Character]
  ) -> [(east: Double, north: Double, isNorthern: Bool)] {
    guard let zone else {
      guard let half = GridLetters.polarHalves.firstIndex(of: letters[0]) else { return [] }
      let columns = GridLetters.polarColumns(
        isNorthern: half >= 2, isEast: !half.isMultiple(of: 2))
      let rows = GridLetters.polarRows(isNorthern: half >= 2)
      guard let column = columns.letters.firstIndex(of: letters[1]),
        let row = rows.letters.firstIndex(of: letters[2])
      else { return [] }
      return [
        (
          Double(column + columns.first) * 100_000, Double(row + rows.first) * 100_000, half >= 2
        )
      ]
    }
    guard (1...60).contains(zone), let band = GridLetters.bands.firstIndex(of: letters[0]),
      let column = GridLetters.columns(zone: zone).firstIndex(of: letters[1]),
      let row = GridLetters.rows.firstIndex(of: letters[2])
    else { return [] }
    let first = (row + 20 - GridLetters.rowShift(zone: zone)) % 20
    return (0..<5).map { turn in
      (
        Double(column + 1) * 100_000, Double(first + 20 * turn) * 100_000,
        band >= GridLetters.firstNorthernBand
      )
    }
  }
}
