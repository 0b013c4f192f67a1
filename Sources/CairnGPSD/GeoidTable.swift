internal import CCairnMath
internal import CairnTypes

/// How far mean sea level lies above the ellipsoid, roughly: for receivers that give one height only.
///
/// Between the points of a grid of five degrees: within two metres as a rule (root of the mean square), but
/// twenty at worst. Nothing but the view of gpsd uses it: gpsd has such a table.
struct GeoidTable {
  private static let step = 5.0
  private static let columns = 72

  /// Metres, positive where the sea is above the ellipsoid.
  ///
  /// - Parameter place: valid.
  /// - Returns: -107...85.
  static func separation(at place: Coordinate) -> Double {
    let south = min(max((90 - place.latitude) / step, 0), Double(rows.count - 1))
    let row = min(Int(south), rows.count - 2)
    let east = (place.longitude + 180) / step
    let column = cairn_floor(east)
    let upper = interpolated(row, column, east - column)
    let lower = interpolated(row + 1, column, east - column)
    return upper + (lower - upper) * (south - Double(row))
  }

  private static func interpolated(_ row: Int, _ column: Double, _ part: Double) -> Double {
    // Longitudes are -180...180: the last column is beside the first.
    let west = (Int(column) % columns + columns) % columns
    let left = Double(rows[row][west])
    return left + (Double(rows[row][(west + 1) % columns]) - left) * part
  }

  /// Adds the height that is absent.
  static func complete(_ position: inout GPSDPosition) {
    guard position.mode >= 2, let place = position.coordinate, place.isValid else { return }
    switch (position.ellipsoidalAltitude, position.altitude) {
    case (nil, let altitude?):
      position.ellipsoidalAltitude = altitude + separation(at: place)
    case (let ellipsoidalAltitude?, nil):
      position.altitude = ellipsoidalAltitude - separation(at: place)
    default: break
    }
  }
}
