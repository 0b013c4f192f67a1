import CairnGeodesy
import CairnTypes

/// The weighted mean of places that are not far apart, also across longitude 180°.
struct PlaceMean {
  private let origin: Coordinate
  private var north = 0.0
  private var east = 0.0
  private(set) var weight = 0.0

  /// - Parameter origin: one of the places.
  init(near origin: Coordinate) { self.origin = origin }

  /// Adds a place with a weight above 0.
  mutating func add(_ place: Coordinate, weight: Double) {
    var turn = place.longitude - origin.longitude
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    north += (place.latitude - origin.latitude) * weight
    east += turn * weight
    self.weight += weight
  }

  var coordinate: Coordinate {
    guard weight > 0 else { return origin }
    var longitude = origin.longitude + east / weight
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(
      latitude: max(-90, min(90, origin.latitude + north / weight)), longitude: longitude)
  }
}

extension ArraySlice<AccessPointRow> {
  /// Metres between two places of an access point at which it is taken to move about.
  static var movedDistance: Double { 500 }

  /// Returns the mean of the rows of one access point, weighted by the inverse square of their
  /// accuracy; `nil` if it moves about.
  ///
  /// The accuracy is the root mean square of that of the rows and of the distances from the mean.
  /// It does not shrink with the number of rows, whose errors are alike.
  func merged() -> (place: Coordinate, accuracy: Double?)? {
    guard let first else { return nil }
    let origin = first.place.coordinate
    if count == 1 { return (origin, first.accuracy.isNaN ? nil : Double(first.accuracy)) }
    var mean = PlaceMean(near: origin)
    for row in self {
      guard row.place.coordinate.distance(to: origin) <= Self.movedDistance else { return nil }
      mean.add(row.place.coordinate, weight: 1 / row.square)
    }
    let place = mean.coordinate
    var sum = 0.0
    for row in self {
      let distance = row.place.coordinate.distance(to: place)
      sum += (row.square + distance * distance) / row.square
    }
    let isUnknown = allSatisfy(\.accuracy.isNaN)
    return (place, isUnknown ? nil : (sum / mean.weight).squareRoot())
  }
}

extension AccessPointRow {
  /// Square metres: of a weight, the inverse. A row that states no accuracy counts as 30 m.
  fileprivate var square: Double {
    let accuracy = accuracy.isNaN ? 30 : Swift.max(5, Double(accuracy))
    return accuracy * accuracy
  }
}

extension ArraySlice<CellRow> {
  /// Metres: the least range that observations alone give.
  private static var leastRange: Double { 1000 }

  /// Returns the mean of the rows of one cell, weighted by the number of observations. The range
  /// holds all rows and their ranges; 0 for unknown.
  func merged() -> KnownCellRow? {
    guard let first else { return nil }
    if count == 1 { return (first.place.coordinate, Double(first.range)) }
    var mean = PlaceMean(near: first.place.coordinate)
    for row in self { mean.add(row.place.coordinate, weight: Double(row.weight)) }
    let place = mean.coordinate
    var range = 0.0
    for row in self {
      range = Swift.max(range, row.place.coordinate.distance(to: place) + Double(row.range))
    }
    return (place, Swift.min(200_000, Swift.max(Self.leastRange, range)))
  }
}

/// Where a cell is, and its range in metres.
typealias KnownCellRow = (place: Coordinate, range: Double)
