internal import CairnGeodesy

/// Finds those of many regions that are near a point.
///
/// An octree over the Earth rather than a grid of degrees: cells are cubes, so that the 180th
/// meridian and the poles need no special case; a crowded town gets small cells and an empty ocean
/// none. A region is in the leaf that contains the centre of its bounding sphere; each cell stores
/// the largest radius below it, so that a huge region slows down only searches along its own path.
struct RegionTree: Sendable {
  struct Node: Sendable, BitwiseCopyable {
    /// Index of the first of eight children; -1 in a leaf.
    var firstChild: Int32 = -1
    /// First slot in a leaf's list; -1 if it is empty.
    var head: Int32 = -1
    /// The number of regions below.
    var count: Int32 = 0
    /// Metres, at least the largest radius below.
    var largestRadius: Float = 0
  }

  /// A cube whose edges are parallel to the axes.
  struct Cell: Sendable, BitwiseCopyable {
    var center: GeocentricVector
    /// Metres: half of an edge.
    var half: Double

    /// Returns a child's number: one bit for the upper half along each of x, y and z.
    func octant(of point: GeocentricVector) -> Int32 {
      (point.x >= center.x ? 1 : 0) | (point.y >= center.y ? 2 : 0)
        | (point.z >= center.z ? 4 : 0)
    }

    func child(_ octant: Int32) -> Cell {
      let step = half / 2
      return Cell(
        center: GeocentricVector(
          x: center.x + (octant & 1 != 0 ? step : -step),
          y: center.y + (octant & 2 != 0 ? step : -step),
          z: center.z + (octant & 4 != 0 ? step : -step)),
        half: step)
    }

    /// Square metres from a point to the nearest point of the cube.
    func squaredDistance(to point: GeocentricVector) -> Double {
      let dx = max(0, (point.x - center.x).magnitude - half)
      let dy = max(0, (point.y - center.y).magnitude - half)
      let dz = max(0, (point.z - center.z).magnitude - half)
      return dx * dx + dy * dy + dz * dz
    }
  }

  /// A leaf with more regions is divided; a branch with half as many becomes a leaf again.
  private static let capacity: Int32 = 16
  /// Leaves are at least 16 m wide, because coinciding points cannot be divided.
  private static let maximumDepth = 20
  static let root = Cell(center: GeocentricVector(x: 0, y: 0, z: 0), half: 8_388_608)

  private(set) var nodes = [Node()]
  /// Bounding spheres by slot, including free slots.
  private(set) var spheres: [BoundingSphere] = []
  /// By slot, the next slot in the same leaf; -1 at the end.
  private(set) var next: [Int32] = []
  private var freeBlocks: [Int32] = []

  /// Inserts a region.
  ///
  /// - Parameters:
  ///   - slot: a slot not in the tree; at most one more than any before.
  ///   - sphere: a sphere that encloses the region.
  mutating func insert(_ slot: Int32, _ sphere: BoundingSphere) {
    if Int(slot) == spheres.count {
      spheres.appendSparingly(sphere)
      next.appendSparingly(-1)
    } else {
      spheres[Int(slot)] = sphere
    }
    var index = 0
    var cell = Self.root
    var depth = 0
    while true {
      add(slot, to: index)
      guard nodes[index].firstChild >= 0 else { break }
      let octant = cell.octant(of: sphere.center)
      index = Int(nodes[index].firstChild + octant)
      cell = cell.child(octant)
      depth += 1
    }
    next[Int(slot)] = nodes[index].head
    nodes[index].head = slot
    divideIfCrowded(index, cell, depth)
  }

  /// Removes a region.
  mutating func remove(_ slot: Int32) {
    var path: [Int] = []
    path.reserveCapacity(Self.maximumDepth + 1)
    var index = 0
    var cell = Self.root
    let center = spheres[Int(slot)].center
    while true {
      nodes[index].count -= 1
      path.append(index)
      guard nodes[index].firstChild >= 0 else { break }
      let octant = cell.octant(of: center)
      index = Int(nodes[index].firstChild + octant)
      cell = cell.child(octant)
    }
    unlink(slot, from: index)
    for index in path.reversed() {
      if nodes[index].firstChild >= 0, nodes[index].count <= Self.capacity / 2 { merge(index) }
      measure(index)
    }
  }

  private mutating func add(_ slot: Int32, to index: Int) {
    nodes[index].count += 1
    nodes[index].largestRadius = max(nodes[index].largestRadius, radius(slot))
  }

  /// The radius, rounded up.
  private func radius(_ slot: Int32) -> Float { Float(spheres[Int(slot)].radius).nextUp }

  private mutating func divideIfCrowded(_ crowded: Int, _ cell: Cell, _ depth: Int) {
    guard nodes[crowded].count > Self.capacity, depth < Self.maximumDepth else { return }
    let first = block()
    var slot = nodes[crowded].head
    nodes[crowded].head = -1
    nodes[crowded].firstChild = first
    while slot >= 0 {
      let following = next[Int(slot)]
      let child = Int(first + cell.octant(of: spheres[Int(slot)].center))
      add(slot, to: child)
      next[Int(slot)] = nodes[child].head
      nodes[child].head = slot
      slot = following
    }
    for octant in 0..<8 as Range<Int32> {
      divideIfCrowded(Int(first + octant), cell.child(octant), depth + 1)
    }
  }

  /// Returns the index of eight empty leaves.
  private mutating func block() -> Int32 {
    if let free = freeBlocks.popLast() {
      for index in Int(free)..<Int(free) + 8 { nodes[index] = Node() }
      return free
    }
    let first = Int32(nodes.count)
    for _ in 0..<8 { nodes.appendSparingly(Node()) }
    return first
  }

  private mutating func unlink(_ slot: Int32, from leaf: Int) {
    let following = next[Int(slot)]
    next[Int(slot)] = -1
    guard nodes[leaf].head != slot else {
      nodes[leaf].head = following
      return
    }
    var other = nodes[leaf].head
    while other >= 0 {
      if next[Int(other)] == slot {
        next[Int(other)] = following
        return
      }
      other = next[Int(other)]
    }
  }

  /// Turns a branch into a leaf with everything below it.
  private mutating func merge(_ branch: Int) {
    let first = nodes[branch].firstChild
    nodes[branch].firstChild = -1
    for child in Int(first)..<Int(first) + 8 {
      if nodes[child].firstChild >= 0 { merge(child) }
      var slot = nodes[child].head
      while slot >= 0 {
        let following = next[Int(slot)]
        next[Int(slot)] = nodes[branch].head
        nodes[branch].head = slot
        slot = following
      }
    }
    freeBlocks.append(first)
  }

  private mutating func measure(_ index: Int) {
    var largest: Float = 0
    if nodes[index].firstChild >= 0 {
      let first = Int(nodes[index].firstChild)
      for child in first..<first + 8 { largest = max(largest, nodes[child].largestRadius) }
    } else {
      var slot = nodes[index].head
      while slot >= 0 {
        largest = max(largest, radius(slot))
        slot = next[Int(slot)]
      }
    }
    nodes[index].largestRadius = largest
  }
}
