/// Edges between points of a lattice, as a set of which an edge that comes twice is gone: the borders of an area keep
/// being closed, however coarse the lattice is.
struct LatticeEdges {
  struct Point: Hashable, Comparable, BitwiseCopyable {
    var x: Int32
    var y: Int32

    static func < (one: Self, other: Self) -> Bool { (one.y, one.x) < (other.y, other.x) }
  }

  struct Edge: Hashable, Comparable, BitwiseCopyable {
    let low: Point
    let high: Point

    init(_ one: Point, _ other: Point) {
      (low, high) = one < other ? (one, other) : (other, one)
    }

    static func < (one: Self, other: Self) -> Bool { (one.low, one.high) < (other.low, other.high) }
  }

  /// Whether an edge that comes again removes the one that is there.
  let cancels: Bool
  private(set) var edges: Set<Edge> = []

  init(cancels: Bool) { self.cancels = cancels }

  var count: Int { edges.count }

  mutating func add(_ one: Point, _ other: Point) {
    guard one != other else { return }
    let edge = Edge(one, other)
    if !edges.insert(edge).inserted, cancels { edges.remove(edge) }
  }

  /// Puts everything on a lattice of half as many points in each direction.
  mutating func coarsen() {
    var coarse = LatticeEdges(cancels: cancels)
    for edge in edges { coarse.add(edge.low.halved, edge.high.halved) }
    self = coarse
  }

  /// Joins the edges to lines, each as long as can be, without the points on straight parts.
  ///
  /// - Parameter mayEnd: whether lines may have ends; else each is a ring, and those without an area are left out.
  /// - Returns: the points of each line; a ring ends where it begins.
  func lines(mayEnd: Bool) -> [[Point]] {
    var neighbours: [Point: [Point]] = [:]
    // Sorted, so that the lines are the same each time.
    for edge in edges.sorted() {
      neighbours[edge.low, default: []].append(edge.high)
      neighbours[edge.high, default: []].append(edge.low)
    }
    let points = neighbours.keys.sorted()
    let ends = points.filter { !(neighbours[$0]?.count ?? 0).isMultiple(of: 2) }
    var rest = edges
    var lines: [[Point]] = []
    for start in ends + points {
      // Several lines may begin at a point; what is taken is left out below.
      while let line = Self.walk(from: start, &neighbours, &rest) {
        let plain = Self.plain(line)
        if plain.count > (mayEnd ? 1 : 3) { lines.append(plain) }
      }
    }
    return lines
  }

  /// Takes a line that begins at a point; `nil` if none is left.
  private static func walk(
    from start: Point, _ neighbours: inout [Point: [Point]], _ rest: inout Set<Edge>
  ) -> [Point]? {
    var line = [start]
    var at = start
    while let next = neighbours[at]?.popLast() {
      guard rest.remove(Edge(at, next)) != nil else { continue }
      line.append(next)
      at = next
      if at == start { break }
    }
    return line.count > 1 ? line : nil
  }

  /// Leaves out points between two others in one direction.
  private static func plain(_ line: [Point]) -> [Point] {
    var plain: [Point] = []
    for point in line {
      if plain.count > 1, point.continues(plain[plain.count &- 2], plain[plain.count &- 1]) {
        plain[plain.count &- 1] = point
      } else {
        plain.append(point)
      }
    }
    return plain
  }
}

extension LatticeEdges.Point {
  /// The point of a lattice of half as many points; the first one stays where it is.
  var halved: Self { Self(x: (x &+ 1) >> 1, y: (y &+ 1) >> 1) }

  /// Whether the way from `first` over `second` leads here without a turn.
  func continues(_ first: Self, _ second: Self) -> Bool {
    let (ax, ay) = (Int64(second.x) &- Int64(first.x), Int64(second.y) &- Int64(first.y))
    let (bx, by) = (Int64(x) &- Int64(second.x), Int64(y) &- Int64(second.y))
    // A lattice has fewer than 2^16 points in each direction.
    return ax &* by == ay &* bx && ax &* bx &+ ay &* by > 0
  }
}
