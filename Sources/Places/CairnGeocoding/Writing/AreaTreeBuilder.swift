internal import CairnPacks

/// Makes the tree of areas from their borders.
struct AreaTreeBuilder {
  /// Borders of a cell that is not divided further: about 300 bytes, which a look-up reads whole.
  private static let maximumBorders = 80

  private struct Border {
    let edge: GridEdge
    /// Index of the set of areas that it bounds.
    let areas: Int32
  }

  private var sides: [(edge: GridEdge, area: Int32)] = []
  private var borders: [Border] = []
  private var sets: [[Int32]] = []
  private var nodes: [UInt32] = []
  private var cells: [UInt8] = []
  /// Offsets of cells without borders, by the areas that hold them.
  private var plain: [[Int32]: UInt32] = [:]
  private var isTooDense = false

  /// Adds a ring of an area.
  mutating func add(_ ring: [GridPoint], of area: Int) {
    guard ring.count > 2, let last = ring.last else { return }
    var before = last
    for vertex in ring {
      if vertex != before { sides.append((GridEdge(before, vertex), Int32(clamping: area))) }
      before = vertex
    }
  }

  /// Returns the sections; `nil` if more than 64 areas meet in one small cell.
  mutating func finish() -> (nodes: [UInt8], cells: [UInt8])? {
    merge()
    guard !borders.isEmpty else { return ([], []) }
    nodes = [0]
    divide(0, AreaTree.origin, AreaTree.size, 0, Array(borders.indices), [])
    guard !isTooDense else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodes.count * 4)
    for node in nodes { bytes.append(pack: UInt64(node), length: 4) }
    return (bytes, cells)
  }

  /// Makes one border of the equal ones of several areas. Two of the same area cancel.
  private mutating func merge() {
    sides.sort { Self.key($0.edge, $0.area) < Self.key($1.edge, $1.area) }
    var numbers: [[Int32]: Int32] = [:]
    var start = 0
    while start < sides.count {
      var end = start
      var areas: [Int32] = []
      while end < sides.count, sides[end].edge == sides[start].edge {
        if areas.last == sides[end].area {
          areas.removeLast()
        } else {
          areas.append(sides[end].area)
        }
        end += 1
      }
      if !areas.isEmpty {
        let number = numbers[areas] ?? Int32(clamping: sets.count)
        if numbers.updateValue(number, forKey: areas) == nil { sets.append(areas) }
        borders.append(Border(edge: sides[start].edge, areas: number))
      }
      start = end
    }
    sides = []
  }

  private static func key(_ edge: GridEdge, _ area: Int32) -> (Int, Int, Int, Int, Int32) {
    (edge.low.y, edge.low.x, edge.high.y, edge.high.x, area)
  }

  /// Fills a node, given the borders that come into its square and, sorted, the areas that hold its
  /// corner.
  private mutating func divide(
    _ node: Int, _ corner: GridPoint, _ size: Int, _ depth: Int, _ candidates: [Int],
    _ held: [Int32]
  ) {
    let areas = Set(candidates.flatMap { sets[Int(borders[$0].areas)] }).union(held).sorted()
    if candidates.count <= Self.maximumBorders && areas.count <= AreaTree.maximumAreas
      || depth == AreaTree.maximumDepth
    {
      nodes[node] = AreaTree.cellBit | cell(corner, candidates, areas, held)
      return
    }
    let first = nodes.count
    nodes[node] = UInt32(clamping: first)
    nodes += [0, 0, 0, 0]
    let half = size >> 1
    for quarter in 0..<4 {
      let part = GridPoint(
        x: corner.x + (quarter & 1) * half, y: corner.y + (quarter >> 1) * half)
      var inside = Set(held)
      for index in candidates where borders[index].edge.isCrossed(from: corner, to: part) {
        inside.formSymmetricDifference(sets[Int(borders[index].areas)])
      }
      divide(
        first + quarter, part, half, depth + 1,
        candidates.filter { borders[$0].edge.meets(part, half) }, inside.sorted())
    }
  }

  // MARK: - Cells

  private mutating func cell(
    _ corner: GridPoint, _ candidates: [Int], _ areas: [Int32], _ held: [Int32]
  ) -> UInt32 {
    if candidates.isEmpty, let offset = plain[held] { return offset }
    guard areas.count <= AreaTree.maximumAreas else {
      isTooDense = true
      return 0
    }
    let offset = UInt32(clamping: min(cells.count, Int(Int32.max)))
    if candidates.isEmpty { plain[held] = offset }
    cells.append(number: areas.count)
    var last: Int32 = 0
    for area in areas {
      cells.append(number: Int(area - last))
      last = area
    }
    guard !areas.isEmpty else { return offset }
    cells.append(wide: mask(held, areas))
    let lines = lines(candidates)
    cells.append(number: lines.count)
    // Vertices have even numbers.
    var at = GridPoint(x: corner.x + 1, y: corner.y + 1)
    for line in lines {
      cells.append(wide: mask(sets[Int(line.areas)], areas))
      cells.append(number: line.vertices.count)
      for vertex in line.vertices {
        cells.append(signed: (vertex.x - at.x) / 2)
        cells.append(signed: (vertex.y - at.y) / 2)
        at = vertex
      }
    }
    return offset
  }

  private func mask(_ some: [Int32], _ all: [Int32]) -> UInt64 {
    some.reduce(0) { mask, area in all.firstIndex(of: area).map { mask | 1 << UInt64($0) } ?? mask }
  }

  /// Joins borders of the same areas to lines.
  private func lines(_ candidates: [Int]) -> [(areas: Int32, vertices: [GridPoint])] {
    var lines: [(areas: Int32, vertices: [GridPoint])] = []
    var rest = candidates.map { borders[$0] }
    while let first = rest.popLast() {
      var vertices = [first.edge.low, first.edge.high]
      for _ in 0..<2 {
        while let end = vertices.last,
          let next = rest.firstIndex(where: {
            $0.areas == first.areas && ($0.edge.low == end || $0.edge.high == end)
          })
        {
          let edge = rest.remove(at: next).edge
          vertices.append(edge.low == end ? edge.high : edge.low)
        }
        // Then from the other end.
        vertices.reverse()
      }
      lines.append((first.areas, vertices))
    }
    return lines
  }
}

extension GridEdge {
  /// Whether the border comes into a square or touches it.
  fileprivate func meets(_ corner: GridPoint, _ size: Int) -> Bool {
    let far = GridPoint(x: corner.x + size, y: corner.y + size)
    guard min(low.x, high.x) <= far.x, max(low.x, high.x) >= corner.x, low.y <= far.y,
      high.y >= corner.y
    else { return false }
    // It passes by if all corners are on one side of its line.
    let corners = [
      corner, GridPoint(x: far.x, y: corner.y), far, GridPoint(x: corner.x, y: far.y),
    ]
    let left = corners.count(where: isLeft)
    return left > 0 && left < 4 || corners.contains { isOn($0) }
  }

  private func isOn(_ place: GridPoint) -> Bool {
    isLeft(place) && GridEdge(reversing: self).isLeft(place)
  }

  private init(reversing edge: GridEdge) {
    low = edge.high
    high = edge.low
  }
}

extension [UInt8] {
  /// Appends a number of 7 bits a byte, lowest first; the highest bit says that more follow.
  mutating func append(wide number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(number: Int) { append(wide: UInt64(clamping: number)) }

  /// Appends a number whose lowest bit is its sign.
  mutating func append(signed number: Int) {
    append(number: number < 0 ? -(number + 1) << 1 | 1 : number << 1)
  }

  /// Appends the length and the bytes of a text.
  mutating func append(text: String) {
    append(number: text.utf8.count)
    append(contentsOf: text.utf8)
  }
}
