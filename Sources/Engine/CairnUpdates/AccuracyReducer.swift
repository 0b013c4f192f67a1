internal import CCairnMath
public import CairnTypes

/// Coarsens locations for a client that may not know them exactly.
///
/// The Earth is divided into fixed cells of about 5 km by 5 km, and a location becomes the centre
/// of its cell. The same place always gives the same point, so that averaging readings does not
/// reveal the true one. The centre is less than a cell away, even at the poles and the
/// antimeridian.
public struct AccuracyReducer: Hashable, Sendable {
  /// Metres.
  private let cell = Defaults.reducedCell

  /// Creates a reducer; all use the same grid.
  public init() {}

  /// Returns a coarse location: the cell's centre, its size as accuracy, no motion, no height.
  public func reduce(_ location: Location) -> Location {
    var coarse = Location(
      coordinate: reduce(location.coordinate),
      horizontalAccuracy: max(cell, location.horizontalAccuracy), time: location.time,
      source: LocationSource(
        provider: location.source.provider, technology: location.source.technology,
        flags: location.source.flags.union(.reduced), fix: location.source.fix))
    coarse.timestamp = location.timestamp
    return coarse
  }

  /// Returns the centre of the coordinate's cell; an invalid coordinate is returned unchanged.
  public func reduce(_ coordinate: Coordinate) -> Coordinate {
    guard coordinate.isValid else { return coordinate }
    // A whole number of rows, and of columns in each row, which is smaller towards the poles.
    let rows = cairn_floor(180 / (cell / Self.metresPerDegree)) + 1
    let height = 180 / rows
    let row = min(rows - 1, cairn_floor((coordinate.latitude + 90) / height))
    let latitude = (row + 0.5) * height - 90
    let circumference = 360 * Self.metresPerDegree * cairn_cos(latitude * .pi / 180)
    let columns = max(1, cairn_floor(circumference / cell))
    let width = 360 / columns
    let column = cairn_floor((coordinate.longitude + 180) / width)
    // +180 is -180: one meridian, one cell.
    let wrapped = column >= columns ? 0 : column
    return Coordinate(latitude: latitude, longitude: (wrapped + 0.5) * width - 180)
  }

  /// Metres per degree of a great circle of a 6371 km sphere, which is exact enough for cells.
  private static let metresPerDegree = 6_371_000.0 * .pi / 180
}
