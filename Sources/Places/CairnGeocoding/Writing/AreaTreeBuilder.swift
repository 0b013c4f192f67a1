internal import CairnPacks

/// Makes the tree of areas from their borders.
///
/// Its work is bounded by the number of borders. Borders of real areas touch each other; those that cross
/// each other again and again, or areas that lie on each other, would make a tree without end, and are
/// refused with the area that has most of them.
struct AreaTreeBuilder {
  /// Why there is no tree, and the area that is to blame, by its number.
  enum Failure: Error {
    /// More areas or borders than a cell can have come near a position.
    case tooDense(area: Int, near: GridPoint)
    /// Borders near a position cross each other too often.
    case tooIntricate(area: Int, near: GridPoint)
  }

  /// Most borders of all areas together: about a gigabyte of memory.
  static let mostSides = 1 << 24
  /// Borders of a cell that is not divided further: about 300 bytes, which a look-up reads whole.
  private static let maximumBorders = 80
  /// Borders of a smallest cell, in which there is room for 4,096 vertices.
  static let mostBorders = 1024
  /// How often a border may be looked at: once for each level of the tree, and for each cell it crosses.
  private static let looksPerBorder = 64
  /// The same for the first few borders, which may be long.
  private static let looks = 1 << 22

  struct Border {
    let edge: StoredEdge
    /// Index of the set of areas that it bounds.
    let areas: Int32
  }

  /// A node to fill.
  private struct Square {
    let node: Int
    let corner: GridPoint
    let size: Int
    let depth: Int
    /// Borders that come into it.
    let candidates: [Int32]
    /// Areas that hold its corner, sorted.
    let held: [Int32]
    /// Its part of the whole work.
    var part = 1.0
  }

  private var sides: [(edge: StoredEdge, area: Int32)] = []
  var borders: [Border] = []
  var sets: [[Int32]] = []
  private var nodes: [UInt32] = []
  var cells: [UInt8] = []
  /// Offsets of cells without borders, by the areas that hold them.
  var plain: [[Int32]: UInt32] = [:]
  /// How often borders may still be looked at.
  private var looksLeft = 0
  private var done = 0.0
  private var told = 0.0

  /// The first area for whose borders there was no room, by its number.
  private(set) var overflow: Int?

  /// Adds a ring of an area.
  mutating func add(_ ring: [GridPoint], of area: Int) {
    guard ring.count > 2, let last = ring.last, overflow == nil else { return }
    guard ring.count <= Self.mostSides - sides.count else {
      overflow = area
      return
    }
    var before = last
    for vertex in ring {
      if vertex != before {
        sides.append((StoredEdge(GridEdge(before, vertex)), Int32(clamping: area)))
      }
      before = vertex
    }
  }

  /// Makes the sections of nodes and cells.
  ///
  /// - Parameter progress: gets the part of the work that is done, from 0 to 1, in steps of a hundredth
  ///   or more.
  /// - Returns: both, empty without borders.
  /// - Throws: what is too much, and the area to blame.
  mutating func finish(
    progress: (Double) -> Void = { _ in }
  ) throws(Failure) -> (nodes: [UInt8], cells: [UInt8]) {
    try merge()
    guard !borders.isEmpty else { return ([], []) }
    looksLeft = Self.looks + Self.looksPerBorder * borders.count
    nodes = [0]
    // One square after the other, so that no more of them are in memory than are needed.
    var open = [
      Square(
        node: 0, corner: AreaTree.origin, size: AreaTree.size, depth: 0,
        candidates: Array(0..<Int32(clamping: borders.count)), held: [])
    ]
    while let square = open.popLast() {
      try divide(square, &open)
      tell(progress)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodes.count * 4)
    for node in nodes { bytes.append(pack: UInt64(node), length: 4) }
    return (bytes, cells)
  }

  /// Makes one border of the equal ones of several areas. Two of the same area cancel.
  private mutating func merge() throws(Failure) {
    sides.sort { ($0.edge, $0.area) < ($1.edge, $1.area) }
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
      guard areas.count <= AreaTree.maximumAreas else {
        throw .tooDense(area: Int(areas[AreaTree.maximumAreas]), near: sides[start].edge.edge.low)
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

  /// Fills a node, and puts its quarters on the stack if it is not a cell.
  private mutating func divide(_ square: Square, _ open: inout [Square]) throws(Failure) {
    try spend(square.candidates.count, at: square)
    // Each cell at the corner would have as many.
    if square.held.count > AreaTree.maximumAreas {
      throw .tooDense(area: Int(square.held[AreaTree.maximumAreas]), near: square.corner)
    }
    let isSmallest = square.depth == AreaTree.maximumDepth
    if isSmallest || square.candidates.count <= Self.maximumBorders {
      let areas = areas(of: square)
      if areas.count <= AreaTree.maximumAreas, square.candidates.count <= Self.mostBorders {
        nodes[square.node] =
          AreaTree.cellBit | cell(square.corner, square.candidates, areas, square.held)
        done += square.part
        return
      }
      guard !isSmallest else {
        throw .tooDense(area: mostFrequent(in: square), near: square.corner)
      }
    }
    nodes[square.node] = UInt32(clamping: nodes.count)
    var quarters: [Square] = []
    for number in 0..<4 { quarters.append(try quarter(number, of: square)) }
    nodes += [0, 0, 0, 0]
    let all = Double(quarters.reduce(4) { $0 + $1.candidates.count })
    for index in quarters.indices {
      quarters[index].part = square.part * Double(quarters[index].candidates.count + 1) / all
    }
    open += quarters.reversed()
  }

  private mutating func quarter(_ number: Int, of square: Square) throws(Failure) -> Square {
    let half = square.size >> 1
    let corner = GridPoint(
      x: square.corner.x + (number & 1) * half, y: square.corner.y + (number >> 1) * half)
    var held = Set(square.held)
    var candidates: [Int32] = []
    for index in square.candidates {
      let border = borders[Int(index)]
      let edge = border.edge.edge
      if edge.isCrossed(from: square.corner, to: corner) {
        let areas = sets[Int(border.areas)]
        try spend(areas.count - 1, at: square)
        held.formSymmetricDifference(areas)
      }
      if edge.meets(corner, half) { candidates.append(index) }
    }
    return Square(
      node: nodes.count + number, corner: corner, size: half, depth: square.depth + 1,
      candidates: candidates, held: held.sorted())
  }

  /// Returns the areas that have borders in a square or hold its corner, sorted.
  private func areas(of square: Square) -> [Int32] {
    let numbers = Set(square.candidates.map { borders[Int($0)].areas })
    return Set(numbers.flatMap { sets[Int($0)] }).union(square.held).sorted()
  }

  private mutating func spend(_ looks: Int, at square: Square) throws(Failure) {
    guard looks <= looksLeft, cells.count < Int(Int32.max) else {
      throw .tooIntricate(area: mostFrequent(in: square), near: square.corner)
    }
    looksLeft -= looks
  }

  /// Returns the area with the most borders in a square, the last one of several.
  private func mostFrequent(in square: Square) -> Int {
    var counts: [Int32: Int] = [:]
    for index in square.candidates {
      for area in sets[Int(borders[Int(index)].areas)] { counts[area, default: 0] += 1 }
    }
    return Int(counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? square.held.last ?? 0)
  }

  private mutating func tell(_ progress: (Double) -> Void) {
    guard done - told >= 0.01 else { return }
    told = done
    progress(min(1, done))
  }
}

/// A border in 16 bytes: its numbers, of either sign, are below 2^31.
struct StoredEdge: Equatable, Comparable, BitwiseCopyable {
  private let lowX: Int32
  private let lowY: Int32
  private let highX: Int32
  private let highY: Int32

  init(_ edge: GridEdge) {
    lowX = Int32(clamping: edge.low.x)
    lowY = Int32(clamping: edge.low.y)
    highX = Int32(clamping: edge.high.x)
    highY = Int32(clamping: edge.high.y)
  }

  var edge: GridEdge {
    GridEdge(GridPoint(x: Int(lowX), y: Int(lowY)), GridPoint(x: Int(highX), y: Int(highY)))
  }

  static func < (one: StoredEdge, other: StoredEdge) -> Bool {
    (one.lowY, one.lowX, one.highY, one.highX) < (other.lowY, other.lowX, other.highY, other.highX)
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
    let (east, north) = (GridPoint(x: far.x, y: corner.y), GridPoint(x: corner.x, y: far.y))
    let left = isLeft(corner)
    return left != isLeft(east) || left != isLeft(far) || left != isLeft(north)
      || isOn(corner) || isOn(east) || isOn(far) || isOn(north)
  }

  private func isOn(_ place: GridPoint) -> Bool {
    isLeft(place) && GridEdge(reversing: self).isLeft(place)
  }

  private init(reversing edge: GridEdge) {
    low = edge.high
    high = edge.low
  }
}
