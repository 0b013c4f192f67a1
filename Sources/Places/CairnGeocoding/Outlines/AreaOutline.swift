/// The outline of areas within a frame, closed along its sides, and what crosses these.
struct AreaOutline {
  private(set) var edges = LatticeEdges(cancels: true)
  /// Where borders cross the sides, as the way around.
  private var crossings: [Double] = []

  var count: Int { edges.count }

  /// Adds a border of the areas.
  mutating func add(_ edge: GridEdge, in frame: OutlineFrame) {
    guard let part = frame.cut(edge) else { return }
    edges.add(frame.point(part.from.x, part.from.y), frame.point(part.to.x, part.to.y))
    if part.enters { crossings.append(frame.way(to: part.from)) }
    if part.leaves { crossings.append(frame.way(to: part.to)) }
  }

  /// Adds the parts of the sides that are in the areas, once all borders are there.
  ///
  /// - Parameters:
  ///   - frame: the frame in which they were added.
  ///   - holdsCorner: whether the areas hold the south-western corner.
  mutating func close(_ frame: OutlineFrame, holdsCorner: Bool) {
    var isInside = holdsCorner
    var start = 0.0
    for end in crossings.sorted() + [frame.around] {
      if isInside {
        let points = frame.points(from: start, to: end)
        for (one, other) in zip(points, points.dropFirst()) { edges.add(one, other) }
      }
      isInside.toggle()
      start = end
    }
    crossings = []
  }

  mutating func coarsen() { edges.coarsen() }
}
