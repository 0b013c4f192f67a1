internal import Cairn
internal import CairnGeodesy
internal import Foundation
public import CoreLocationCompat

/// A point on the map of the world: Mercator's projection on a square of 2^28 points.
public struct MKMapPoint: Sendable {
  /// Points from the 180th meridian, to the east.
  public var x: Double
  /// Points from the northern edge, to the south.
  public var y: Double

  /// Creates the north-western corner.
  public init() { self.init(x: 0, y: 0) }

  /// Creates a point; see the properties.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Projects a position.
  ///
  /// A position beyond the northern or southern edge, at 85.05°, is projected to the edge. A
  /// longitude beyond ±180° continues outside the world. A latitude beyond ±90°, or a value that is
  /// not finite, gives NaN for both numbers, which rectangles leave out.
  public init(_ coordinate: CLLocationCoordinate2D) {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    guard latitude.magnitude <= 90, longitude.isFinite else {
      self.init(x: .nan, y: .nan)
      return
    }
    let sine = sin(latitude * .pi / 180)
    let height = (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * MKMapSize.world.height
    self.init(
      x: (longitude + 180) / 360 * MKMapSize.world.width,
      y: min(max(height, 0), MKMapSize.world.height))
  }

  /// The position of the point; `kCLLocationCoordinate2DInvalid` if the point is not finite, else
  /// valid.
  ///
  /// A point beyond the northern or southern edge has a position at the edge, one beyond the 180th
  /// meridian a position on its other side.
  public var coordinate: CLLocationCoordinate2D {
    guard isFinite else { return kCLLocationCoordinate2DInvalid }
    let world = MKMapSize.world
    let angle = (0.5 - min(max(y, 0), world.height) / world.height) * 2 * .pi
    var east = x
    if !(0...world.width).contains(east) {
      east = east.truncatingRemainder(dividingBy: world.width)
      if east < 0 { east += world.width }
    }
    return CLLocationCoordinate2D(
      latitude: atan(sinh(angle)) * 180 / .pi, longitude: east / world.width * 360 - 180)
  }

  /// Returns the distance to another point along the ellipsoid, in metres; NaN if one of the points
  /// is not finite.
  public func distance(to point: MKMapPoint) -> CLLocationDistance {
    guard isFinite, point.isFinite else { return .nan }
    return Coordinate(coordinate).distance(to: Coordinate(point.coordinate))
  }

  /// Degrees: the latitude of the northern edge, where the map of the world is a square.
  static let edge = atan(sinh(Double.pi)) * 180 / .pi

  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

/// An extent on the map of the world.
public struct MKMapSize: Sendable {
  /// Points from west to east.
  public var width: Double
  /// Points from north to south.
  public var height: Double

  /// Creates an empty extent.
  public init() { self.init(width: 0, height: 0) }

  /// Creates an extent; see the properties.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The whole world.
  public static var world: MKMapSize { MKMapSize(width: 268_435_456, height: 268_435_456) }
}

/// A rectangle on the map of the world. It may cross the 180th meridian, and then is wider than the
/// world on one side.
public struct MKMapRect: Sendable {
  /// The north-western corner.
  public var origin: MKMapPoint
  /// The extent.
  public var size: MKMapSize

  /// Creates an empty rectangle at the north-western corner of the world.
  public init() { self.init(origin: MKMapPoint(), size: MKMapSize()) }

  /// Creates a rectangle from its corner and extent.
  public init(origin: MKMapPoint, size: MKMapSize) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its corner and extent, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MKMapPoint(x: x, y: y), size: MKMapSize(width: width, height: height))
  }

  /// Creates the rectangle that a region covers, as far as it is on the map.
  init(_ region: MKCoordinateRegion) {
    let (center, span) = (region.center, region.span)
    let corner = MKMapPoint(
      CLLocationCoordinate2D(
        latitude: min(90, center.latitude + span.latitudeDelta / 2),
        longitude: center.longitude - span.longitudeDelta / 2))
    let opposite = MKMapPoint(
      CLLocationCoordinate2D(
        latitude: max(-90, center.latitude - span.latitudeDelta / 2),
        longitude: center.longitude + span.longitudeDelta / 2))
    self.init(
      x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y)
  }

  /// The whole world.
  public static var world: MKMapRect { MKMapRect(origin: MKMapPoint(), size: .world) }
  /// No rectangle: the union with it is the other one.
  public static var null: MKMapRect {
    MKMapRect(x: .infinity, y: .infinity, width: 0, height: 0)
  }

  /// The western edge.
  public var minX: Double { origin.x }
  /// The middle from west to east.
  public var midX: Double { origin.x + size.width / 2 }
  /// The eastern edge.
  public var maxX: Double { origin.x + size.width }
  /// The northern edge.
  public var minY: Double { origin.y }
  /// The middle from north to south.
  public var midY: Double { origin.y + size.height / 2 }
  /// The southern edge.
  public var maxY: Double { origin.y + size.height }
  /// Points from west to east.
  public var width: Double { size.width }
  /// Points from north to south.
  public var height: Double { size.height }

  /// Whether it is no rectangle: its corner is not finite, or its extent is not a number.
  public var isNull: Bool { !origin.isFinite || width.isNaN || height.isNaN }
  /// Whether nothing lies in it.
  public var isEmpty: Bool { isNull || width <= 0 || height <= 0 }
  /// Whether it crosses the 180th meridian.
  public var spans180thMeridian: Bool {
    !isNull && (minX < 0 || maxX > MKMapSize.world.width)
  }

  /// Returns the smallest rectangle that contains both.
  public func union(_ other: MKMapRect) -> MKMapRect {
    guard !isNull else { return other }
    guard !other.isNull else { return self }
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return MKMapRect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// Returns the part that both have in common; null if they only touch, or less.
  public func intersection(_ other: MKMapRect) -> MKMapRect {
    guard !isNull, !other.isNull else { return .null }
    let (x, y) = (max(minX, other.minX), max(minY, other.minY))
    let (width, height) = (min(maxX, other.maxX) - x, min(maxY, other.maxY) - y)
    return width > 0 && height > 0 ? MKMapRect(x: x, y: y, width: width, height: height) : .null
  }

  /// Returns whether both have more in common than an edge.
  public func intersects(_ other: MKMapRect) -> Bool { !intersection(other).isNull }

  /// Returns whether a point lies within, or on the northern or western edge.
  public func contains(_ point: MKMapPoint) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns whether another rectangle lies within.
  public func contains(_ other: MKMapRect) -> Bool { !other.isNull && union(other) == self }

  /// Returns the rectangle with each side moved inwards; null if nothing is left.
  public func insetBy(dx: Double, dy: Double) -> MKMapRect {
    guard !isNull, width >= 2 * dx, height >= 2 * dy else { return .null }
    return MKMapRect(
      x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns the rectangle moved to the east and to the south.
  public func offsetBy(dx: Double, dy: Double) -> MKMapRect {
    isNull ? self : MKMapRect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The part beyond the 180th meridian, moved to where the map shows it; null if there is none.
  public func remainder() -> MKMapRect {
    let world = MKMapSize.world.width
    if minX < 0 {
      return MKMapRect(x: minX + world, y: minY, width: min(-minX, width), height: height)
    }
    guard maxX > world else { return .null }
    return MKMapRect(
      x: max(0, minX - world), y: minY, width: min(maxX - world, width), height: height)
  }
}

extension MKMapPoint: Equatable {}
extension MKMapSize: Equatable {}
extension MKMapRect: Equatable {}

/// Returns how many points of the map are a metre at a latitude in degrees; beyond the edges, as
/// many as there.
public func MKMapPointsPerMeterAtLatitude(_ latitude: CLLocationDegrees) -> Double {
  1 / MKMetersPerMapPointAtLatitude(latitude)
}

/// Returns the length in metres of a point of the map at a latitude in degrees, from west to east;
/// beyond the edges, the length that it has there. Above 0, except that NaN gives NaN.
public func MKMetersPerMapPointAtLatitude(_ latitude: CLLocationDegrees) -> CLLocationDistance {
  guard !latitude.isNaN else { return .nan }
  // The radius of the parallel on the WGS 84 ellipsoid.
  let (semiMajor, squaredEccentricity) = (6_378_137.0, 0.006_694_379_990_141_3)
  let angle = min(max(latitude, -MKMapPoint.edge), MKMapPoint.edge) * .pi / 180
  let parallel =
    semiMajor * cos(angle) / (1 - squaredEccentricity * pow(sin(angle), 2)).squareRoot()
  return 2 * .pi * parallel / MKMapSize.world.width
}
