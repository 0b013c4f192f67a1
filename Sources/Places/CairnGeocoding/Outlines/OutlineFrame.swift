internal import CCairnMath

/// The rectangle of a map, with a lattice over it whose first and last points are on its sides.
struct OutlineFrame {
  /// Its corners: no border has a vertex on its sides, since positions have odd numbers.
  let low: GridPoint
  let high: GridPoint
  /// Grid steps between two points of the lattice.
  private(set) var step: Double
  /// The last point of the lattice.
  private(set) var last: LatticeEdges.Point

  /// Most points of a lattice in one direction: more than any screen has.
  private static let mostPoints = 8192.0

  /// - Parameters:
  ///   - low: the south-western corner.
  ///   - high: the north-eastern corner, which is farther in both directions.
  ///   - points: points of the lattice from west to east, as many as are wanted.
  init(_ low: GridPoint, _ high: GridPoint, points: Int) {
    (self.low, self.high) = (low, high)
    let (wide, tall) = (Double(high.x &- low.x), Double(high.y &- low.y))
    let wanted = wide / max(1, min(Self.mostPoints, Double(points)))
    step = max(2, max(wanted, tall / Self.mostPoints))
    last = LatticeEdges.Point(
      x: Int32(max(1, min(8192, cairn_round(wide / step)))),
      y: Int32(max(1, min(8192, cairn_round(tall / step)))))
  }

  /// Halves the number of points in each direction.
  mutating func coarsen() {
    step *= 2
    last = last.halved
  }

  /// The point of the lattice that is nearest to a place in the rectangle.
  func point(_ x: Double, _ y: Double) -> LatticeEdges.Point {
    LatticeEdges.Point(
      x: Self.nearest(x, Double(low.x), Double(high.x), step, last.x),
      y: Self.nearest(y, Double(low.y), Double(high.y), step, last.y))
  }

  private static func nearest(
    _ value: Double, _ low: Double, _ high: Double, _ step: Double, _ last: Int32
  ) -> Int32 {
    if value >= high { return last }
    return min(last, Int32(max(0, min(8192, cairn_round((value - low) / step)))))
  }

  /// Where a point of the lattice is, in grid steps.
  func place(_ point: LatticeEdges.Point) -> (x: Double, y: Double) {
    (
      point.x >= last.x
        ? Double(high.x) : min(Double(high.x), Double(low.x) + Double(point.x) * step),
      point.y >= last.y
        ? Double(high.y) : min(Double(high.y), Double(low.y) + Double(point.y) * step)
    )
  }

  func holds(_ place: GridPoint) -> Bool {
    place.x > low.x && place.x < high.x && place.y > low.y && place.y < high.y
  }

  /// Cuts a border to the rectangle.
  ///
  /// Source: Liang and Barsky, A New Concept and Method for Line Clipping, 1984.
  ///
  /// - Returns: both ends, and for each whether it is on a side; `nil` if nothing is inside.
  func cut(_ edge: GridEdge) -> (
    from: (x: Double, y: Double), to: (x: Double, y: Double), enters: Bool, leaves: Bool
  )? {
    let (ax, ay) = (Double(edge.low.x), Double(edge.low.y))
    let (dx, dy) = (Double(edge.high.x) - ax, Double(edge.high.y) - ay)
    var (start, end) = (0.0, 1.0)
    let sides = [
      (-dx, ax - Double(low.x)), (dx, Double(high.x) - ax), (-dy, ay - Double(low.y)),
      (dy, Double(high.y) - ay),
    ]
    for (speed, room) in sides {
      if speed == 0 {
        if room < 0 { return nil }
      } else if speed < 0 {
        start = max(start, room / speed)
      } else {
        end = min(end, room / speed)
      }
    }
    guard start < end else { return nil }
    return (
      inside(ax + start * dx, ay + start * dy), inside(ax + end * dx, ay + end * dy), start > 0,
      end < 1
    )
  }

  private func inside(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (
      max(Double(low.x), min(Double(high.x), x)), max(Double(low.y), min(Double(high.y), y))
    )
  }

  // MARK: The way around

  /// How far a place on a side is from the south-western corner, anticlockwise, in grid steps.
  func way(to place: (x: Double, y: Double)) -> Double {
    let (wide, tall) = (Double(high.x &- low.x), Double(high.y &- low.y))
    let (x, y) = (place.x - Double(low.x), place.y - Double(low.y))
    // Of the four sides, the nearest: rounding may have moved it off.
    let distances = [y, wide - x, tall - y, x]
    let nearest = distances.indices.min { distances[$0] < distances[$1] }
    switch nearest {
    case 0: return x
    case 1: return wide + y
    case 2: return wide + tall + (wide - x)
    default: return 2 * wide + tall + (tall - y)
    }
  }

  /// The points of the lattice on the way around from one place to another, with the corners between.
  func points(from start: Double, to end: Double) -> [LatticeEdges.Point] {
    let (wide, tall) = (Double(high.x &- low.x), Double(high.y &- low.y))
    let corners = [wide, wide + tall, 2 * wide + tall].filter { $0 > start && $0 < end }
    return ([start] + corners + [end]).map { way in
      switch way {
      case ..<wide: point(Double(low.x) + way, Double(low.y))
      case ..<(wide + tall): point(Double(high.x), Double(low.y) + (way - wide))
      case ..<(2 * wide + tall): point(Double(high.x) - (way - wide - tall), Double(high.y))
      default: point(Double(low.x), Double(high.y) - (way - 2 * wide - tall))
      }
    }
  }

  /// The whole way.
  var around: Double { 2 * (Double(high.x &- low.x) + Double(high.y &- low.y)) }
}
