import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@testable import CairnGeocoding

@Suite("Tree of places")
struct PlaceTreeTests {
  @Test(arguments: [0, 1, 31, 32, 33, 512, 513, 3000])
  func `the tree finds what looking at all places finds`(_ count: Int) throws {
    var random = SplitMix(seed: UInt64(count))
    var writer = GeoPackWriter()
    var places: [GridPoint] = []
    for _ in 0..<count {
      let place = Coordinate(
        latitude: Double.random(in: -89...89, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
      places.append(GridPoint(position: place))
      try writer.add(GeoPlace(at: place, names: [LocalName("Town")]))
    }
    let pack = try GeoPack(try writer.finish())
    #expect(pack.placeCount == count)
    for _ in 0..<30 {
      let from = Coordinate(
        latitude: Double.random(in: -60...60, using: &random),
        longitude: Double.random(in: -100...100, using: &random))
      let point = GridPoint(position: from)
      var budget = LookupBudget()
      let found = try pack.withBytes { bytes throws(GeoPackError) in
        try pack.placeTree.nearest(to: point, within: 2_000_000, in: bytes, &budget) { _ in true }
      }
      // The same plane, so that the same place is the nearest.
      func distance(_ place: GridPoint) -> Double {
        let scale = 111_195 / GridPoint.perDegree
        let east = scale * cos(Double(point.y) / GridPoint.perDegree * .pi / 180)
        let (x, y) = (Double(place.x - point.x) * east, Double(place.y - point.y) * scale)
        return (x * x + y * y).squareRoot()
      }
      let nearest = places.map(distance).min()
      if let nearest, nearest < 1_990_000 {
        #expect(abs(try #require(found).metres - nearest) < 1e-3)
      } else if (nearest ?? .infinity) > 2_010_000 {
        #expect(found == nil)
      }
    }
  }
}
