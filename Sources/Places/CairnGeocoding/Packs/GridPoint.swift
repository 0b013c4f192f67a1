internal import CCairnMath
internal import CairnTypes

/// A place on the grid of a pack, in steps of half a hundred-thousandth of a degree: 0.6 m.
///
/// Borders have even numbers, and what is looked up has odd ones. So no position is level with a
/// vertex, and whether a border lies between two positions is decided by whole numbers alone.
struct GridPoint: Hashable, Sendable, BitwiseCopyable {
  /// Steps in a degree.
  static let perDegree = 200_000.0
  /// Larger than any place on Earth has, and small enough that products are exact.
  static let limit = 1 << 28

  /// Steps east of the meridian of Greenwich.
  var x: Int
  /// Steps north of the equator.
  var y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The nearest point that a border may have.
  init(border place: Coordinate) {
    x = 2 &* Self.steps(cairn_round(place.longitude * 100_000))
    y = 2 &* Self.steps(cairn_round(place.latitude * 100_000))
  }

  /// The nearest point that may be looked up.
  init(position place: Coordinate) {
    x = 2 &* Self.steps(cairn_floor(place.longitude * 100_000)) &+ 1
    y = 2 &* Self.steps(cairn_floor(place.latitude * 100_000)) &+ 1
  }

  private static func steps(_ value: Double) -> Int {
    Int(max(-18_000_000, min(18_000_000, value)))
  }

  var coordinate: Coordinate {
    Coordinate(
      latitude: max(-90, min(90, Double(y) / Self.perDegree)),
      longitude: max(-180, min(180, Double(x) / Self.perDegree)))
  }
}

/// A piece of a border between two vertices.
struct GridEdge: Hashable, Sendable, BitwiseCopyable {
  /// The southern end, or the western one if both are level.
  let low: GridPoint
  let high: GridPoint

  init(_ a: GridPoint, _ b: GridPoint) {
    (low, high) = (a.y, a.x) < (b.y, b.x) ? (a, b) : (b, a)
  }

  /// Whether the way from one position to another, first along its meridian and then along the
  /// other's parallel, leads across the border.
  ///
  /// A position exactly on the border counts as left of it, on both parts of the way.
  func isCrossed(from start: GridPoint, to end: GridPoint) -> Bool {
    let corner = GridPoint(x: start.x, y: end.y)
    var isCrossed = false
    if (low.x < start.x) != (high.x < start.x) {
      isCrossed = isLeft(start) != isLeft(corner)
    }
    if (low.y < end.y) != (high.y < end.y), isLeft(corner) != isLeft(end) {
      isCrossed.toggle()
    }
    return isCrossed
  }

  /// Whether a position is left of the line through the border, seen northwards.
  func isLeft(_ place: GridPoint) -> Bool {
    func wide(_ number: Int) -> Int64 { Int64(truncatingIfNeeded: number) }
    // Differences are below 2^30, their products below 2^60.
    return wide(high.x &- low.x) &* wide(place.y &- low.y)
      &- wide(high.y &- low.y) &* wide(place.x &- low.x) >= 0
  }
}
