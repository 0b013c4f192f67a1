internal import CairnGeodesy
internal import CairnTypes

/// A region's boundary as the monitor measures it, in metres from the Earth's centre.
struct RegionOutline: Sendable {
  /// Metres: a fix less accurate than this cannot tell inside from near.
  let size: Double
  /// Corners of a polygon or points of a corridor; empty for a circle, whose centre is the sphere's.
  private let points: [GeocentricVector]
  private let kind: Kind

  private enum Kind {
    case circle, polygon, corridor
  }

  /// A polygon's lines bend a little less or more than on a sphere; the sphere around them is that much
  /// larger.
  private static let margin = 1.01

  private init(_ kind: Kind, size: Double, points: [GeocentricVector] = []) {
    self.kind = kind
    self.size = size
    self.points = points
  }

  /// Checks a shape.
  ///
  /// - Returns: its boundary, and the ball that encloses it, which whoever searches keeps.
  /// - Throws: what is wrong with it.
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

  /// Metres along the surface to the boundary, negative inside.
  ///
  /// Inside a corridor that bends or meets itself the boundary may be farther away than that. Takes some
  /// 20 ns for a circle and for each line of a polygon or corridor.
  ///
  /// - Parameters:
  ///   - point: on the ellipsoid.
  ///   - sphere: what `measured` gave with the outline.
  /// - Returns: metres.
  func signedDistance(to point: GeocentricVector, _ sphere: BoundingSphere) -> Double {
    switch kind {
    case .circle:
      return point.surfaceDistance(to: sphere.center) - size
    case .polygon:
      let distance = distanceToLines(point)
      // Far away the other side of the Earth would look like the inside.
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

  /// Without points that are the same as the one before.
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
    // Points all around the Earth have their mean near its centre, far from the surface.
    guard let middle = GeodeticPosition(sum.divided(by: Double(points.count))) else {
      throw .tooLarge
    }
    let center = GeocentricVector(middle.coordinate)
    let radius = points.map { center.straightDistance(to: $0) }.max() ?? 0
    guard radius <= Region.maximumExtent else { throw .tooLarge }
    return BoundingSphere(center: center, radius: radius * Self.margin + margin)
  }
}

/// A ball whose cut through the Earth's surface encloses a region.
struct BoundingSphere: Sendable, BitwiseCopyable {
  let center: GeocentricVector
  /// Metres straight through the Earth, which is never more than along the surface.
  let radius: Double

  func contains(_ point: GeocentricVector) -> Bool { isWithin(0, of: point) }

  /// Whether a point is less than so many metres from the ball, or in it.
  func isWithin(_ distance: Double, of point: GeocentricVector) -> Bool {
    let reach = distance + radius
    return center.squaredDistance(to: point) <= reach * reach
  }
}

extension GeocentricVector {
  /// Square metres straight through the Earth.
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
