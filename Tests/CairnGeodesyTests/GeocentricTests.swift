import CairnGeodesy
import CairnTypes
import Foundation
import Testing

@Suite("Geocentric positions")
struct GeocentricTests {
  private static let semiMajorAxis = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563

  /// The defining equations, the other way round.
  private func geocentric(
    _ latitude: Double, _ longitude: Double, _ height: Double
  ) -> GeocentricVector {
    let eccentricitySquared = Self.flattening * (2 - Self.flattening)
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let curvature =
      Self.semiMajorAxis / (1 - eccentricitySquared * sin(phi) * sin(phi)).squareRoot()
    return GeocentricVector(
      x: (curvature + height) * cos(phi) * cos(lambda),
      y: (curvature + height) * cos(phi) * sin(lambda),
      z: (curvature * (1 - eccentricitySquared) + height) * sin(phi))
  }

  @Test(arguments: [-5000.0, 0, 8848, 400_000, 20_200_000])
  func `latitude, longitude and height come back from a geocentric position`(
    height: Double
  ) throws {
    for latitude in stride(from: -89.5, through: 89.5, by: 8.95) {
      for longitude in stride(from: -179.0, through: 180, by: 35.9) {
        let position = try #require(
          GeodeticPosition(geocentric(latitude, longitude, height)))
        #expect(abs(position.coordinate.latitude - latitude) < 1e-12)
        #expect(abs(position.coordinate.longitude - longitude) < 1e-12)
        #expect(abs(position.ellipsoidalAltitude - height) < 2e-8)
      }
    }
  }

  @Test
  func `the poles have a latitude and a height`() throws {
    let polarRadius = Self.semiMajorAxis * (1 - Self.flattening)
    for sign in [1.0, -1.0] {
      let pole = GeocentricVector(x: 0, y: 0, z: sign * (polarRadius + 10))
      let position = try #require(GeodeticPosition(pole))
      #expect(position.coordinate.latitude == sign * 90)
      #expect(abs(position.ellipsoidalAltitude - 10) < 1e-8)
    }
  }

  @Test(arguments: [
    GeocentricVector(x: 0, y: 0, z: 0), GeocentricVector(x: .nan, y: 6e6, z: 0),
    GeocentricVector(x: .infinity, y: 0, z: 0), GeocentricVector(x: 1e12, y: 0, z: 0),
  ])
  func `no receiver is at the earth's centre or beyond the moon`(vector: GeocentricVector) {
    #expect(GeodeticPosition(vector) == nil)
  }

  @Test
  func `a velocity keeps its length and turns to north, east and up`() throws {
    let position = try #require(GeodeticPosition(geocentric(45, 30, 0)))
    let velocity = GeocentricVector(x: 3, y: -4, z: 12)
    let local = position.local(velocity)
    let length = (local.north * local.north + local.east * local.east + local.up * local.up)
      .squareRoot()
    #expect(abs(length - 13) < 1e-12)
    // Due east at 30 degrees east.
    let motion = position.motion(GeocentricVector(x: -0.5, y: 0.75.squareRoot(), z: 0))
    #expect(abs(motion.speed - 1) < 1e-12)
    #expect(abs(motion.course - 90) < 1e-9)
    #expect(abs(motion.climb) < 1e-12)
  }
}
