internal import CCairnMath

/// Metres, or metres per second, towards east and north.
package struct GroundVector: Equatable, Sendable, BitwiseCopyable {
  package var east: Double
  package var north: Double

  package init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  package static let zero = GroundVector(east: 0, north: 0)

  package var length: Double { cairn_hypot(east, north) }
  package var squaredLength: Double { east * east + north * north }

  /// Degrees clockwise from north, 0..<360.
  package var direction: Double {
    let degrees = cairn_atan2(east, north) / radiansPerDegree
    let turned = degrees < 0 ? degrees + 360 : degrees
    return turned < 360 ? turned : 0
  }

  package static func + (a: Self, b: Self) -> Self {
    Self(east: a.east + b.east, north: a.north + b.north)
  }

  package static func - (a: Self, b: Self) -> Self {
    Self(east: a.east - b.east, north: a.north - b.north)
  }

  package static func * (a: Self, factor: Double) -> Self {
    Self(east: a.east * factor, north: a.north * factor)
  }
}
