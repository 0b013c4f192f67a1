import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnGeocoding

@Suite("Tree of areas")
struct AreaTreeTests {
  /// Whether a ring holds a point, by counting all of its edges to the west.
  private func holds(_ ring: [GridPoint], _ point: GridPoint) -> Bool {
    var isInside = false
    var before = ring[ring.count - 1]
    for vertex in ring {
      let edge = GridEdge(before, vertex)
      if (edge.low.y < point.y) != (edge.high.y < point.y), !edge.isLeft(point) {
        isInside.toggle()
      }
      before = vertex
    }
    return isInside
  }

  /// Returns a ring of many corners around a place, which may cross itself and others.
  private func ring(_ random: inout SplitMix) -> [Coordinate] {
    let center = (
      Double.random(in: -50...50, using: &random), Double.random(in: -90...90, using: &random)
    )
    return (0..<Int.random(in: 3...60, using: &random)).map { _ in
      Coordinate(
        latitude: center.0 + Double.random(in: -30...30, using: &random),
        longitude: center.1 + Double.random(in: -60...60, using: &random))
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the tree finds what counting all edges finds`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let rings = (0..<12).map { _ in ring(&random) }
    var writer = GeoPackWriter()
    for ring in rings { try writer.add(GeoArea(.country), rings: [ring]) }
    let pack = try GeoPack(try writer.finish())
    let grid = rings.map { $0.map(GridPoint.init(border:)) }
    var hits = 0
    for _ in 0..<500 {
      let point = GridPoint(
        position: Coordinate(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180...180, using: &random)))
      var budget = LookupBudget()
      let found = try pack.withBytes { bytes throws(GeoPackError) in
        try pack.areaTree.areas(at: point, in: bytes, &budget)
      }
      #expect(found == grid.indices.filter { holds(grid[$0], point) })
      hits += found.count
    }
    #expect(hits > 100)
  }

  @Test func `positions next to the corners of a border are on the right side of it`() throws {
    let ring = SmallWorld.square(10, 20, 11, 21)
    var writer = GeoPackWriter()
    try writer.add(GeoArea(.country), rings: [ring])
    try writer.add(GeoArea(.country), rings: [SmallWorld.square(10, 21, 11, 22)])
    let pack = try GeoPack(try writer.finish())
    for (x, y) in [(19.999995, 10.5), (20.000005, 10.5), (20.999995, 10.5), (21.000005, 10.000005)]
    {
      let point = GridPoint(position: Coordinate(latitude: y, longitude: x))
      var budget = LookupBudget()
      let found = try pack.withBytes { bytes throws(GeoPackError) in
        try pack.areaTree.areas(at: point, in: bytes, &budget)
      }
      #expect(found == (x < 20 ? [] : x < 21 ? [0] : [1]))
    }
  }

  @Test func `the point inside an area is inside`() throws {
    var random = SplitMix(seed: 9)
    for _ in 0..<50 {
      let ring = ring(&random).map(GridPoint.init(border:))
      let point = try #require(InsidePoint.find(in: [ring]))
      #expect(holds(ring, point))
    }
  }
}
