/// The letters of the Military Grid Reference System.
///
/// Source: NGA.STND.0037_2.0.0_GRIDS, Universal Grids and Grid Reference Systems.
enum GridLetters {
  /// Bands of eight degrees of latitude, from 80° south.
  static let bands = Array("CDEFGHJKLMNPQRSTUVWX")
  static let firstNorthernBand = 10
  /// The letters of the polar maps: western and eastern half, of the south and of the north.
  static let polarHalves = Array("ABYZ")

  /// Columns of 100 km, of which the first has the number 1.
  static func columns(zone: Int) -> [Character] {
    Array(["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"][(max(1, zone) &- 1) % 3])
  }

  /// Rows of 100 km, which repeat; those of even zones begin at F.
  static let rows = Array("ABCDEFGHJKLMNPQRSTUV")

  static func rowShift(zone: Int) -> Int { zone.isMultiple(of: 2) ? 5 : 0 }

  /// Columns of a polar map, and the number of the first one.
  static func polarColumns(isNorthern: Bool, isEast: Bool) -> (letters: [Character], first: Int) {
    switch (isNorthern, isEast) {
    case (true, true): (Array("ABCFGHJ"), 20)
    case (true, false): (Array("RSTUXYZ"), 13)
    case (false, true): (Array("ABCFGHJKLPQR"), 20)
    case (false, false): (Array("JKLPQRSTUXYZ"), 8)
    }
  }

  /// Rows of a polar map, and the number of the first one.
  static func polarRows(isNorthern: Bool) -> (letters: [Character], first: Int) {
    isNorthern ? (Array("ABCDEFGHJKLMNP"), 13) : (Array("ABCDEFGHJKLMNPQRSTUVWXYZ"), 8)
  }
}
