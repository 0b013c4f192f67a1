import Testing

@testable import CairnGeocoding

@Suite("edges of a lattice")
struct LatticeEdgesTests {
  private typealias Point = LatticeEdges.Point

  private static func ring(_ points: [(Int32, Int32)]) -> [Point] {
    points.map { Point(x: $0.0, y: $0.1) }
  }

  private static func add(_ ring: [Point], to edges: inout LatticeEdges) {
    for (one, other) in zip(ring, ring.dropFirst() + ring.prefix(1)) { edges.add(one, other) }
  }

  @Test func `an edge that two areas share is no outline of both`() {
    var edges = LatticeEdges(cancels: true)
    Self.add(Self.ring([(0, 0), (5, 0), (5, 5), (0, 5)]), to: &edges)
    Self.add(Self.ring([(5, 0), (9, 0), (9, 5), (5, 5)]), to: &edges)
    let lines = edges.lines(mayEnd: false)
    #expect(lines.count == 1)
    // The points on straight parts are gone; the ring ends where it began.
    #expect(Set(lines[0]) == Set(Self.ring([(0, 0), (9, 0), (9, 5), (0, 5)])))
    #expect(lines[0].first == lines[0].last)
  }

  @Test func `what coarsening flattens is gone`() {
    var edges = LatticeEdges(cancels: true)
    Self.add(Self.ring([(1, 1), (2, 1), (2, 2), (1, 2)]), to: &edges)
    Self.add(Self.ring([(10, 10), (30, 10), (30, 30)]), to: &edges)
    edges.coarsen()
    #expect(edges.lines(mayEnd: false).count == 1)
    for _ in 0..<6 { edges.coarsen() }
    #expect(edges.lines(mayEnd: false).isEmpty)
  }

  @Test func `borders are lines with ends, each edge once`() {
    var edges = LatticeEdges(cancels: false)
    // A cross, one arm of which comes twice.
    for end in Self.ring([(0, 5), (10, 5), (5, 0), (5, 10), (5, 10)]) {
      edges.add(Point(x: 5, y: 5), end)
    }
    #expect(edges.count == 4)
    let lines = edges.lines(mayEnd: true)
    let drawn = lines.flatMap { zip($0, $0.dropFirst()).map { LatticeEdges.Edge($0, $1) } }
    #expect(lines.count == 2 && Set(drawn).count == drawn.count)
  }
}
