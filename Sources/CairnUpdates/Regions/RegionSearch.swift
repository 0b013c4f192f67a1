internal import CairnGeodesy

/// A walk through the tree from the cells around a point outwards.
///
/// The caller measures the regions it is shown and lowers `reach`; the walk ends when no other region can
/// be nearer than that. Regions that hold the point are never left out, since `reach` is not negative.
struct RegionSearch: Sendable {
  private let point: GeocentricVector
  /// Metres: the distance of the nearest boundary known so far.
  var reach: Double
  private var waiting: [(node: Int32, cell: RegionTree.Cell)]
  /// Of the leaf at hand.
  private var slot: Int32 = -1

  /// - Parameters:
  ///   - point: on the ellipsoid.
  ///   - reach: metres, not negative; infinity finds the nearest however far.
  ///   - memory: of an earlier search, so that a search allocates nothing.
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

  /// The next region whose boundary may be within reach; `nil` at the end.
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
      // The last one pushed is the first one searched: the child that holds the point.
      let nearest = cell.octant(of: point)
      for order in (0..<8 as Range<Int32>).reversed() {
        let octant = nearest ^ order
        let child = node.firstChild + octant
        guard tree.nodes[Int(child)].count > 0 else { continue }
        waiting.append((child, cell.child(octant)))
      }
    }
  }

  /// Gives the memory back.
  consuming func end() -> [(node: Int32, cell: RegionTree.Cell)] { waiting }

  private func isWithinReach(_ node: RegionTree.Node, _ cell: RegionTree.Cell) -> Bool {
    let distance = reach + Double(node.largestRadius)
    return cell.squaredDistance(to: point) <= distance * distance
  }
}
