import CairnGeodesy
import CairnTypes
import Testing

@Suite("Geodesics near the equator")
struct EquatorTests {
  private static let least = Double.leastNonzeroMagnitude

  @Test(arguments: [0, -0.0, least, -least, least * 4e6, -least * 4e6, 1e-300, -1e-160, 1e-20])
  func `a latitude that is nearly zero is zero, whatever its sign`(latitude: Double) throws {
    let place = Coordinate(latitude: latitude, longitude: latitude)
    for sign in [0, -0.0] {
      let east = Coordinate(latitude: sign, longitude: 64.5)
      // On the equator a degree is a π / 180.
      #expect(abs(place.distance(to: east) - 6_378_137 * 64.5 * .pi / 180) < 1e-6)
      #expect(abs(east.distance(to: place) - 6_378_137 * 64.5 * .pi / 180) < 1e-6)
      #expect(try #require(place.bearing(to: east)) == 90)
      // Nearly opposite points are nearest over a pole: half a meridian apart.
      let opposite = Coordinate(latitude: sign, longitude: 179.999_999_9)
      #expect(abs(place.distance(to: opposite) - 20_003_931.4586) < 1e-3)
    }
  }
}
