import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnGeocoding

/// Areas that no pack can have: making one ends soon, with an error that names the area.
@Suite("The work of making a pack")
struct BuildBudgetTests {
  private func failure(_ rings: [[Coordinate]]) -> GeoPackWriter.Failure? {
    var writer = GeoPackWriter()
    do throws(GeoPackWriter.Failure) {
      for (index, ring) in rings.enumerated() {
        try writer.add(GeoArea(.country, names: [LocalName("X\(index)")]), rings: [ring])
      }
      _ = try writer.finish()
      return nil
    } catch {
      return error
    }
  }

  @Test func `64 equal areas are a pack, and of 65 the last is named`() {
    let square = SmallWorld.square(46, 7, 47, 8)
    #expect(failure(Array(repeating: square, count: 64)) == nil)
    let failure = failure(Array(repeating: square, count: 65))
    guard case .tooDense(let area, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(area == "area 65 (X64)")
  }

  @Test func `65 areas that are nearly equal, or lie in each other, are refused`() {
    for step in [2e-5, 1e-3] {
      let rings = (0..<65).map { number in
        let wider = Double(number) * step
        return SmallWorld.square(46 - wider, 7 - wider, 47 + wider, 8 + wider)
      }
      let failure = failure(rings)
      guard case .tooDense? = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }

  @Test func `borders that cross each other without end are refused, and their area is named`() {
    var random = SplitMix(seed: 41)
    let scribble = (0..<20_000).map { _ in
      Coordinate(
        latitude: Double.random(in: 46...48, using: &random),
        longitude: Double.random(in: 7...9, using: &random))
    }
    let failure = failure([SmallWorld.square(0, 0, 1, 1), scribble])
    guard case .tooIntricate(let area, let place)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(area == "area 2 (X1)")
    #expect(place.isValid)
  }

  @Test func `progress goes from nothing to all`() throws {
    var random = SplitMix(seed: 42)
    var writer = GeoPackWriter()
    for _ in 0..<200 {
      let south = Double.random(in: -80...80, using: &random)
      let west = Double.random(in: -170...170, using: &random)
      try writer.add(
        GeoArea(.country), rings: [SmallWorld.square(south, west, south + 1, west + 1)])
    }
    var parts: [Double] = []
    _ = try writer.finish { parts.append($0) }
    #expect(parts == parts.sorted())
    #expect(try #require(parts.last) > 0.98)
    #expect(parts.allSatisfy { (0...1).contains($0) })
  }
}
