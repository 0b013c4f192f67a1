internal import CairnPacks

extension AreaTreeBuilder {
  /// Appends a cell, given the borders that come into its square, the areas that they bound or that hold
  /// its corner, and the latter alone.
  ///
  /// - Returns: its offset.
  mutating func cell(
    _ corner: GridPoint, _ candidates: [Int32], _ areas: [Int32], _ held: [Int32]
  ) -> UInt32 {
    if candidates.isEmpty, let offset = plain[held] { return offset }
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
  private func lines(_ candidates: [Int32]) -> [(areas: Int32, vertices: [GridPoint])] {
    var lines: [(areas: Int32, vertices: [GridPoint])] = []
    var rest = candidates.map { index in
      let border = borders[Int(index)]
      return (edge: border.edge.edge, areas: border.areas)
    }
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
