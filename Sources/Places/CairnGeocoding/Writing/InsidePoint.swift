/// Finds a point well inside an area.
struct InsidePoint {
  /// Parallels that are tried, as parts of the height of the area's largest ring.
  private static let parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95]

  /// Returns the middle of the widest part of a few parallels; `nil` for an area without one.
  static func find(in rings: [[GridPoint]]) -> GridPoint? {
    guard let largest = rings.max(by: { area($0) < area($1) }) else { return nil }
    let south = largest.map(\.y).min() ?? 0
    let north = largest.map(\.y).max() ?? 0
    var best: (point: GridPoint, width: Double)?
    for part in parts {
      let y = south + Int(Double(north - south) * part) | 1
      let crossings = rings.flatMap { Self.crossings($0, y) }.sorted()
      var index = 0
      while index + 1 < crossings.count {
        let (west, east) = (crossings[index], crossings[index + 1])
        let x = Int(((west + east) / 2).rounded(.down)) | 1
        if east - west > best?.width ?? 2 { best = (GridPoint(x: x, y: y), east - west) }
        index += 2
      }
      // A wide middle is as good as any other.
      if let best, best.width > Double(north - south) / 2 { break }
    }
    return best?.point
  }

  private static func crossings(_ ring: [GridPoint], _ y: Int) -> [Double] {
    guard var before = ring.last else { return [] }
    var crossings: [Double] = []
    for vertex in ring {
      if (before.y < y) != (vertex.y < y) {
        let part = Double(y - before.y) / Double(vertex.y - before.y)
        crossings.append(Double(before.x) + part * Double(vertex.x - before.x))
      }
      before = vertex
    }
    return crossings
  }

  private static func area(_ ring: [GridPoint]) -> Double {
    guard var before = ring.last else { return 0 }
    var sum = 0.0
    for vertex in ring {
      sum += Double(before.x) * Double(vertex.y) - Double(vertex.x) * Double(before.y)
      before = vertex
    }
    return abs(sum)
  }
}
