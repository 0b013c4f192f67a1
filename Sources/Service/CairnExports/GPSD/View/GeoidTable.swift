internal import CCairnMath
internal import CairnTypes

/// Rough height of mean sea level above the ellipsoid, for receivers that give only one height.
///
/// Interpolates a grid of five degrees: usually within two metres (root mean square), but twenty at
/// worst. Only the view of gpsd uses it, because gpsd has such a table.
struct GeoidTable {
  private static let step = 5.0
  private static let columns = 72

  /// Returns metres, positive where the sea is above the ellipsoid.
  ///
  /// - Parameter place: a valid coordinate.
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
    // Longitudes are -180...180, so the last column is next to the first.
    let west = (Int(column) % columns + columns) % columns
    let left = Double(rows[row][west])
    return left + (Double(rows[row][(west + 1) % columns]) - left) * part
  }

  /// Adds the missing height.
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
