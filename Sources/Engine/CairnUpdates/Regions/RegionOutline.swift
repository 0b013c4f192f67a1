internal import CairnGeodesy
internal import CairnTypes

/// A region's boundary in the form that the monitor measures, in metres from the Earth's centre.
struct RegionOutline: Sendable {
  /// Metres: a fix less accurate than this cannot tell inside from nearby.
  let size: Double
  /// A polygon's corners or a corridor's points; empty for a circle, whose centre is the sphere's.
  private let points: [GeocentricVector]
  private let kind: Kind

  private enum Kind {
    case circle, polygon, corridor
  }

  /// Enlarges the sphere around a polygon, whose lines bend slightly more or less than on a sphere.
  private static let margin = 1.01

  private init(_ kind: Kind, size: Double, points: [GeocentricVector] = []) {
    self.kind = kind
    self.size = size
    self.points = points
  }

  /// Checks a shape and prepares it for measuring.
  ///
  /// - Returns: its boundary, and the enclosing sphere, which the search structure stores.
  /// - Throws: the mistake in it.
  static func measured(
    _ shape: Region.Shape
  ) throws(RegionError) -> (RegionOutline, BoundingSphere) {
    switch shape {
    case .circle(let center, let radius):
      guard center.isValid else { throw .coordinate(index: 0) }
      try check(radius: radius)
      let sphere = BoundingSphere(center: GeocentricVector(center), radius: radius)
      return (RegionOutline(.circle, size: radius), sphere)
    case .polygon(let coordinates):
      var corners = try points(coordinates)
      if corners.count > 1, corners.first == corners.last { corners.removeLast() }
      guard corners.count >= 3 else { throw .tooFewPoints(found: corners.count) }
      let sphere = try sphere(around: corners, margin: 0)
      return (RegionOutline(.polygon, size: sphere.radius, points: corners), sphere)
    case .corridor(let coordinates, let width):
      try check(radius: width / 2)
      let line = try points(coordinates)
      guard line.count >= 2 else { throw .tooFewPoints(found: line.count) }
      let sphere = try sphere(around: line, margin: width / 2)
      return (RegionOutline(.corridor, size: width / 2, points: line), sphere)
    case .beacon:
      throw .beacon
    }
  }

  /// Returns the distance to the boundary, negative inside.
  ///
  /// Inside a corridor that bends or meets itself, the true distance may be larger. Takes some 20
  /// ns for a circle and for each line of a polygon or corridor.
  ///
  /// - Parameters:
  ///   - point: a point on the ellipsoid.
  ///   - sphere: the sphere that `measured` returned with the outline.
  /// - Returns: metres along the surface.
  func signedDistance(to point: GeocentricVector, _ sphere: BoundingSphere) -> Double {
    switch kind {
    case .circle:
      return point.surfaceDistance(to: sphere.center) - size
    case .polygon:
      let distance = distanceToLines(point)
      // Without the sphere, the other side of the Earth would look like the inside.
      return sphere.contains(point) && point.isInside(points) ? -distance : distance
    case .corridor:
      return distanceToLines(point) - size
    }
  }

  private func distanceToLines(_ point: GeocentricVector) -> Double {
    var nearest = Double.infinity
    guard var start = kind == .polygon ? points.last : points.first else { return nearest }
    for end in kind == .polygon ? points[...] : points.dropFirst() {
      nearest = min(nearest, point.surfaceDistance(toLineFrom: start, to: end))
      start = end
    }
    return nearest
  }

  private static func check(radius: Double) throws(RegionError) {
    guard radius > 0, radius <= Region.maximumRadius else { throw .radius(radius) }
  }

  /// Converts coordinates and drops repeated neighbours.
  private static func points(_ coordinates: [Coordinate]) throws(RegionError) -> [GeocentricVector]
  {
    var points: [GeocentricVector] = []
    points.reserveCapacity(coordinates.count)
    for (index, coordinate) in coordinates.enumerated() {
      guard coordinate.isValid else { throw .coordinate(index: index) }
      let point = GeocentricVector(coordinate)
      if point != points.last { points.append(point) }
    }
    return points
  }

  private static func sphere(
    around points: [GeocentricVector], margin: Double
  ) throws(RegionError) -> BoundingSphere {
    var sum = GeocentricVector(x: 0, y: 0, z: 0)
    for point in points {
      sum.x += point.x
      sum.y += point.y
      sum.z += point.z
    }
    // The mean of points all around the Earth is near its centre, far from the surface.
    guard let middle = GeodeticPosition(sum.divided(by: Double(points.count))) else {
      throw .tooLarge
    }
    let center = GeocentricVector(middle.coordinate)
    let radius = points.map { center.straightDistance(to: $0) }.max() ?? 0
    guard radius <= Region.maximumExtent else { throw .tooLarge }
    return BoundingSphere(center: center, radius: radius * Self.margin + margin)
  }
}

/// A sphere whose intersection with the Earth's surface encloses a region.
struct BoundingSphere: Sendable, BitwiseCopyable {
  let center: GeocentricVector
  /// Metres in a straight line, which is never longer than along the surface.
  let radius: Double

  func contains(_ point: GeocentricVector) -> Bool { isWithin(0, of: point) }

  /// Whether a point is inside the sphere or less than `distance` metres from it.
  func isWithin(_ distance: Double, of point: GeocentricVector) -> Bool {
    let reach = distance + radius
    return center.squaredDistance(to: point) <= reach * reach
  }
}

extension GeocentricVector {
  /// Square metres in a straight line.
  func squaredDistance(to other: Self) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }

  fileprivate func straightDistance(to other: Self) -> Double {
    squaredDistance(to: other).squareRoot()
  }

  fileprivate func divided(by count: Double) -> Self {
    Self(x: x / count, y: y / count, z: z / count)
  }
}
