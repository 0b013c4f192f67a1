import CairnTypes
import Glibc

/// A place on a Mercator map, on which small shapes keep their form and north is up everywhere.
struct MapPoint: Equatable {
  /// Degrees of longitude east of the map's reference.
  var x: Double
  /// North of the equator, in lengths of a degree of longitude there.
  var y: Double

  /// Metres of a degree of longitude on the equator.
  static let metresPerDegree = 111_319.490_793
  /// Degrees: the map ends here, because it would have no end at the poles.
  static let highestLatitude = 89.9

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// - Parameters:
  ///   - place: a valid coordinate.
  ///   - reference: degrees of longitude where `x` is 0; the map is cut half a turn away from there,
  ///     so that a track across the antimeridian stays in one piece.
  init(_ place: Coordinate, reference: Double) {
    let limit = Self.highestLatitude
    let latitude = min(limit, max(-limit, place.latitude)) * .pi / 180
    x = remainder(place.longitude - reference, 360)
    y = asinh(tan(latitude)) * 180 / .pi
  }

  /// Degrees.
  var latitude: Double { atan(sinh(y * .pi / 180)) * 180 / .pi }

  /// How much shorter than on the equator a degree of longitude is here.
  var scale: Double { 1 / cosh(y * .pi / 180) }

  /// Returns the length of some metres on the map around this point.
  func length(ofMetres metres: Double) -> Double { metres / (Self.metresPerDegree * scale) }

  func distance(to other: MapPoint) -> Double { hypot(other.x - x, other.y - y) }
}

/// The smallest box that holds some points of a map.
struct MapBounds {
  private(set) var low: MapPoint
  private(set) var high: MapPoint

  init(_ point: MapPoint) { (low, high) = (point, point) }

  var center: MapPoint { MapPoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) }
  var width: Double { high.x - low.x }
  var height: Double { high.y - low.y }
  /// The longer side.
  var extent: Double { max(width, height) }

  /// Grows to hold a circle.
  mutating func add(_ point: MapPoint, margin: Double = 0) {
    low = MapPoint(x: min(low.x, point.x - margin), y: min(low.y, point.y - margin))
    high = MapPoint(x: max(high.x, point.x + margin), y: max(high.y, point.y + margin))
  }

  /// Whether the point is within `margin` of the box.
  func contains(_ point: MapPoint, margin: Double = 0) -> Bool {
    point.x >= low.x - margin && point.x <= high.x + margin && point.y >= low.y - margin
      && point.y <= high.y + margin
  }
}
