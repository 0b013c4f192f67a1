internal import CairnGeodesy

/// Visits the cells of the tree from those around a point outwards.
///
/// The caller measures the regions found and lowers `reach`; the search ends when no other region
/// can be nearer. Regions that contain the point are always found, because `reach` is not negative.
struct RegionSearch: Sendable {
  private let point: GeocentricVector
  /// Metres: the distance of the nearest boundary known so far.
  var reach: Double
  private var waiting: [(node: Int32, cell: RegionTree.Cell)]
  /// The next slot of the present leaf.
  private var slot: Int32 = -1

  /// - Parameters:
  ///   - point: a point on the ellipsoid.
  ///   - reach: metres, not negative; infinity finds the nearest region at any distance.
  ///   - memory: the stack of an earlier search, reused to avoid allocation.
  init(
    from point: GeocentricVector, reach: Double,
    memory: consuming [(node: Int32, cell: RegionTree.Cell)]
  ) {
    self.point = point
    self.reach = reach
    waiting = memory
    waiting.removeAll(keepingCapacity: true)
    waiting.append((0, RegionTree.root))
  }

  /// Returns the next region whose boundary may be within reach; `nil` at the end.
  mutating func next(in tree: borrowing RegionTree) -> Int32? {
    while true {
      while slot >= 0 {
        let found = slot
        slot = tree.next[Int(found)]
        if tree.spheres[Int(found)].isWithin(reach, of: point) { return found }
      }
      guard let (index, cell) = waiting.popLast() else { return nil }
      let node = tree.nodes[Int(index)]
      guard node.count > 0, isWithinReach(node, cell) else { continue }
      guard node.firstChild >= 0 else {
        slot = node.head
        continue
      }
      // A stack: the last child pushed, which contains the point, is searched first.
      let nearest = cell.octant(of: point)
      for order in (0..<8 as Range<Int32>).reversed() {
        let octant = nearest ^ order
        let child = node.firstChild + octant
        guard tree.nodes[Int(child)].count > 0 else { continue }
        waiting.append((child, cell.child(octant)))
      }
    }
  }

  /// Returns the stack for reuse.
  consuming func end() -> [(node: Int32, cell: RegionTree.Cell)] { waiting }

  private func isWithinReach(_ node: RegionTree.Node, _ cell: RegionTree.Cell) -> Bool {
    let distance = reach + Double(node.largestRadius)
    return cell.squaredDistance(to: point) <= distance * distance
  }
}
