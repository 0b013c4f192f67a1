internal import CairnPacks

/// Orders places so that those near each other follow each other, and makes the tree above them.
enum PlaceTreeBuilder {
  /// Returns the order of places along Hilbert's curve, as indices.
  static func order(_ points: [GridPoint]) -> [Int] {
    let keys = points.map(hilbert)
    return points.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  /// Returns the rectangles of all levels, for places in their order.
  static func boxes(_ points: [GridPoint]) -> [UInt8] {
    let levels = PlaceTree.levels(of: points.count)
    var below = points.map { Box($0) }
    var encoded: [[UInt8]] = []
    for level in levels.indices.reversed() {
      let group = level == levels.count - 1 ? PlaceTree.leafCount : PlaceTree.fanOut
      var boxes: [Box] = []
      for (index, box) in below.enumerated() {
        if index % group == 0 { boxes.append(box) } else { boxes[index / group].extend(to: box) }
      }
      encoded.append(boxes.flatMap(\.encoded))
      below = boxes
    }
    return Array(encoded.reversed().joined())
  }

  /// The place along a curve that fills the world, of 2^17 steps of each direction.
  ///
  /// Source: J. K. Lawder, Calculation of Mappings Between One and n-dimensional Values Using the
  /// Hilbert Space-filling Curve, 2000.
  private static func hilbert(_ point: GridPoint) -> UInt64 {
    var x = UInt32(clamping: (point.x - AreaTree.origin.x) >> 10)
    var y = UInt32(clamping: (point.y - AreaTree.origin.y) >> 10)
    var distance: UInt64 = 0
    var side: UInt32 = 1 << 16
    while side > 0 {
      let (right, up) = (x & side != 0, y & side != 0)
      distance = distance << 2 | (right ? (up ? 2 : 3) : (up ? 1 : 0))
      if !up {
        if right {
          x = side &* 2 &- 1 &- (x & (side &* 2 &- 1))
          y = side &* 2 &- 1 &- (y & (side &* 2 &- 1))
        }
        swap(&x, &y)
      }
      side >>= 1
    }
    return distance
  }

  private struct Box {
    var low: GridPoint
    var high: GridPoint

    init(_ point: GridPoint) {
      low = point
      high = point
    }

    mutating func extend(to box: Box) {
      low = GridPoint(x: min(low.x, box.low.x), y: min(low.y, box.low.y))
      high = GridPoint(x: max(high.x, box.high.x), y: max(high.y, box.high.y))
    }

    var encoded: [UInt8] {
      var bytes: [UInt8] = []
      for number in [low.x, low.y, high.x, high.y] {
        bytes.append(pack: UInt64(UInt32(truncatingIfNeeded: number)), length: 4)
      }
      return bytes
    }
  }
}
