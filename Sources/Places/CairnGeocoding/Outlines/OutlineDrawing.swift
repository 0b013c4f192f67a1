internal import CairnTypes

/// A map that is being drawn.
struct OutlineDrawing {
  private(set) var frame: OutlineFrame
  private var land = AreaOutline()
  private var water = AreaOutline()
  private var borders = LatticeEdges(cancels: false)

  init(_ frame: OutlineFrame) { self.frame = frame }

  var count: Int { land.count &+ water.count &+ borders.count }

  /// Whether a coarser lattice has points left to tell apart.
  var isDivisible: Bool { frame.last.x > 4 || frame.last.y > 4 }

  mutating func add(_ edge: GridEdge, _ sides: UInt64, _ sets: AreaSets) {
    let isCoast = !(sides & sets.land).nonzeroBitCount.isMultiple(of: 2)
    if isCoast { land.add(edge, in: frame) }
    if !(sides & sets.lakes).nonzeroBitCount.isMultiple(of: 2) { water.add(edge, in: frame) }
    let isBorder = (sides & sets.countries).nonzeroBitCount > 1 || sides & sets.divisions != 0
    if isBorder, !isCoast, let part = frame.cut(edge) {
      borders.add(frame.point(part.from.x, part.from.y), frame.point(part.to.x, part.to.y))
    }
  }

  /// Closes the outlines of a pack along the sides, given the areas that hold the south-western corner.
  mutating func close(_ areas: [Int], _ classes: AreaClasses, isLand: Bool) {
    let inLand = isLand ? areas.count(where: classes.isLand) : 0
    land.close(frame, holdsCorner: !inLand.isMultiple(of: 2))
    water.close(frame, holdsCorner: !areas.count(where: classes.isLake).isMultiple(of: 2))
  }

  mutating func coarsen() {
    land.coarsen()
    water.coarsen()
    borders.coarsen()
    frame.coarsen()
  }

  var outlines: Outlines {
    var outlines = Outlines()
    outlines.land = coordinates(land.edges.lines(mayEnd: false))
    outlines.water = coordinates(water.edges.lines(mayEnd: false))
    outlines.borders = coordinates(borders.lines(mayEnd: true))
    return outlines
  }

  private func coordinates(_ lines: [[LatticeEdges.Point]]) -> [[Coordinate]] {
    lines.map { line in
      line.map { point in
        let (x, y) = frame.place(point)
        return Coordinate(latitude: y / GridPoint.perDegree, longitude: x / GridPoint.perDegree)
      }
    }
  }
}
