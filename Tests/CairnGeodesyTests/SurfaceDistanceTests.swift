import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Distances by vectors")
struct SurfaceDistanceTests {
  private static func anywhere(_ random: inout SplitMix) -> Coordinate {
    Coordinate(
      latitude: Double.random(in: -90...90, using: &random),
      longitude: Double.random(in: -180...180, using: &random))
  }

  /// Metres, and metres that the distance may be wrong.
  static let limits = [
    (1.0, 0.000_001), (1_000, 0.000_01), (10_000, 0.000_1), (100_000, 0.03), (2_000_000, 200),
  ]

  @Test("between points they are the geodesic's", arguments: Self.limits)
  func points(length: Double, limit: Double) {
    var random = SplitMix(seed: 1)
    for _ in 0..<500 {
      let start = Self.anywhere(&random)
      let end = start.moved(by: length, bearing: Double.random(in: 0..<360, using: &random))
      let found = GeocentricVector(start).surfaceDistance(to: GeocentricVector(end))
      #expect((found - length).magnitude < limit, "\(start) \(end)")
    }
  }

  @Test func `to a line they are the perpendicular's, or the nearer end's`() {
    var random = SplitMix(seed: 2)
    for _ in 0..<500 {
      let foot = Self.anywhere(&random)
      let bearing = Double.random(in: 0..<360, using: &random)
      let away = Double.random(in: 1..<100_000, using: &random)
      let point = GeocentricVector(foot.moved(by: away, bearing: bearing + 90))
      let along = [-20_000.0, 20_000, 40_000].map {
        GeocentricVector(foot.moved(by: $0, bearing: bearing))
      }
      let beside = point.surfaceDistance(toLineFrom: along[0], to: along[1])
      #expect((beside - away).magnitude < 0.15 + away * 2e-5, "\(foot)")
      let beyond = point.surfaceDistance(toLineFrom: along[1], to: along[2])
      #expect(beyond == point.surfaceDistance(to: along[1]))
      #expect(
        point.surfaceDistance(toLineFrom: along[1], to: along[1])
          == point.surfaceDistance(to: along[1]))
    }
  }

  @Test func `a vector lies where its coordinate is`() throws {
    var random = SplitMix(seed: 3)
    for _ in 0..<500 {
      let coordinate = Self.anywhere(&random)
      let position = try #require(GeodeticPosition(GeocentricVector(coordinate)))
      #expect(position.coordinate.distance(to: coordinate) < 1e-6)
      #expect(position.ellipsoidalAltitude.magnitude < 1e-6)
    }
  }

  @Test func `no point is inside a ring without corners`() {
    let point = GeocentricVector(Coordinate(latitude: 1, longitude: 2))
    #expect(!point.isInside([]))
    #expect(!point.isInside([point]))
  }
}
