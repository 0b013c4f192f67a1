internal import CairnPacks

/// Finds the areas that hold a position.
///
/// The world is a square that is divided into four again and again, until few borders cross a cell.
/// A cell knows which areas hold its south-western corner. From there one walks to the position: each
/// border on the way changes whether one is inside the areas on its two sides. So a look-up reads one
/// cell, and neighbours share the border between them.
struct AreaTree {
  /// South-western corner of the world, with odd numbers.
  static let origin = GridPoint(x: -(1 << 26) &+ 1, y: -(1 << 26) &+ 1)
  /// Grid steps.
  static let size = 1 << 27
  /// Smallest cells are 2^27 / 2^20 steps wide, which is 70 m.
  static let maximumDepth = 20
  /// Marks a node that is a cell.
  static let cellBit: UInt32 = 1 << 31
  /// Areas of a cell: their set is one number.
  static let maximumAreas = 64

  let nodes: GeoSection
  let cells: GeoSection

  /// Returns the areas that hold a position.
  func areas(
    at place: GridPoint, in bytes: PackBytes, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> [Int] {
    guard nodes.length >= 4 else { return [] }
    var (corner, size) = (Self.origin, Self.size)
    var node = nodes.number32(0, in: bytes)
    while node & Self.cellBit == 0 {
      size >>= 1
      let east = place.x > corner.x &+ size
      let north = place.y > corner.y &+ size
      if east { corner.x &+= size }
      if north { corner.y &+= size }
      node = try child(of: node, (east ? 1 : 0) &+ (north ? 2 : 0), size, in: bytes)
    }
    var cell = try CellReader(cells, node, corner, in: bytes, &budget)
    var held = cell.held
    while let edge = try cell.next(in: bytes, &budget) {
      if edge.border.isCrossed(from: corner, to: place) { held ^= edge.areas }
    }
    var areas: [Int] = []
    for (index, area) in cell.areas.enumerated() where held >> UInt64(index) & 1 == 1 {
      areas.append(area)
    }
    return areas
  }

  /// Calls `body` with every border that comes near a rectangle, and the areas on its sides. Some are
  /// passed more than once.
  func forEachBorder(
    _ low: GridPoint, _ high: GridPoint, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ body: (GridEdge, [Int], UInt64) throws(GeoPackError) -> Void
  ) throws(GeoPackError) {
    try forEachCell(low, high, in: bytes, &budget) {
      cell, _, _, budget throws(GeoPackError) in
      while let edge = try cell.next(in: bytes, &budget) {
        try body(edge.border, cell.areas, edge.areas)
      }
    }
  }

  /// Calls `body` with the reader of every cell that has a part in a rectangle, and the cell's south-western corner and
  /// size.
  func forEachCell(
    _ low: GridPoint, _ high: GridPoint, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ body: (inout CellReader, GridPoint, Int, inout LookupBudget) throws(GeoPackError) -> Void
  ) throws(GeoPackError) {
    guard nodes.length >= 4 else { return }
    var open = [(node: nodes.number32(0, in: bytes), corner: Self.origin, size: Self.size)]
    while let (node, corner, size) = open.popLast() {
      try budget.spend(1, on: nodes.name)
      guard corner.x < high.x, corner.y < high.y, low.x < corner.x &+ size,
        low.y < corner.y &+ size
      else { continue }
      guard node & Self.cellBit == 0 else {
        var cell = try CellReader(cells, node, corner, in: bytes, &budget)
        try body(&cell, corner, size, &budget)
        continue
      }
      let half = size >> 1
      for quarter in 0..<4 {
        let part = GridPoint(
          x: corner.x &+ (quarter & 1) &* half, y: corner.y &+ (quarter >> 1) &* half)
        open.append((try child(of: node, quarter, half, in: bytes), part, half))
      }
    }
  }

  private func child(
    of node: UInt32, _ quarter: Int, _ size: Int, in bytes: PackBytes
  ) throws(GeoPackError) -> UInt32 {
    let at = (Int(node) &+ quarter) &* 4
    // Cells are at least two steps wide, so that a damaged tree has an end.
    guard size > 1, at &+ 4 <= nodes.length else { throw .content(nodes.name) }
    return nodes.number32(at, in: bytes)
  }
}

/// Reads a cell from one border to the next.
///
/// ```text
/// number of areas, their indices as differences
/// if there are any: the set of areas that hold the corner, number of lines
/// each line: set of areas on its sides, number of vertices, vertices, each as the
///   difference to the one before, which for the first of all is the corner
/// ```
struct CellReader {
  let areas: [Int]
  /// The areas that hold the corner, as a set of indices of `areas`.
  let held: UInt64
  private var cursor: GeoCursor
  private let section: GeoPackSection
  private var lines = 0
  private var vertices = 0
  private var sides: UInt64 = 0
  private var last: GridPoint

  init(
    _ section: GeoSection, _ node: UInt32, _ corner: GridPoint, in bytes: PackBytes,
    _ budget: inout LookupBudget
  ) throws(GeoPackError) {
    self.section = section.name
    // The corner has odd numbers, and vertices even ones.
    last = GridPoint(x: corner.x &+ 1, y: corner.y &+ 1)
    cursor = GeoCursor(section, at: Int(node & ~AreaTree.cellBit))
    let count = try cursor.count(AreaTree.maximumAreas, in: bytes)
    try budget.spend(count, on: section.name)
    var areas: [Int] = []
    var index = 0
    while areas.count < count {
      index &+= try cursor.count(0x3FFF_FFFF, in: bytes)
      areas.append(index)
    }
    self.areas = areas
    guard count > 0 else {
      held = 0
      return
    }
    held = try cursor.number(in: bytes)
    lines = try cursor.count(0xFFFF, in: bytes)
  }

  /// Returns the next border with the set of areas on its sides; `nil` after the last one. Spends a step
  /// for each line, and for each border as many as it has areas and one.
  mutating func next(
    in bytes: PackBytes, _ budget: inout LookupBudget
  ) throws(GeoPackError) -> (border: GridEdge, areas: UInt64)? {
    while vertices == 0 {
      guard lines > 0 else { return nil }
      lines &-= 1
      try budget.spend(1, on: section)
      sides = try cursor.number(in: bytes)
      vertices = try cursor.count(0xFFFF, in: bytes)
      guard vertices > 0 else { throw .content(section) }
      vertices &-= 1
      last = try vertex(in: bytes)
    }
    vertices &-= 1
    try budget.spend(1 &+ sides.nonzeroBitCount, on: section)
    let next = try vertex(in: bytes)
    defer { last = next }
    return (GridEdge(last, next), sides)
  }

  private mutating func vertex(in bytes: PackBytes) throws(GeoPackError) -> GridPoint {
    let vertex = GridPoint(
      x: last.x &+ 2 &* (try cursor.signed(in: bytes)),
      y: last.y &+ 2 &* (try cursor.signed(in: bytes)))
    guard vertex.x.magnitude < GridPoint.limit, vertex.y.magnitude < GridPoint.limit else {
      throw .content(section)
    }
    return vertex
  }
}
