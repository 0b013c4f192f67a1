internal import CCairnMath
internal import CairnPacks

/// A place, 16 bytes: position (8), names (4), region (2), logarithm of the population (1), zero (1).
struct PlaceRecord: BitwiseCopyable {
  static let encodedLength = 16

  var point: GridPoint
  var names: UInt32
  var region: UInt16
  /// Eight times the binary logarithm of the population; 0 if that is unknown.
  var size: UInt8

  func encode(to bytes: inout [UInt8]) {
    bytes.append(pack: UInt64(UInt32(truncatingIfNeeded: point.x)), length: 4)
    bytes.append(pack: UInt64(UInt32(truncatingIfNeeded: point.y)), length: 4)
    bytes.append(pack: UInt64(names), length: 4)
    bytes.append(pack: UInt64(region), length: 2)
    bytes.append(size)
    bytes.append(0)
  }
}

/// Finds the place that is nearest to a position.
///
/// Places that are near each other follow each other in the file: 32 make a leaf, and 16 leaves or
/// nodes make a node of the next level. Of each leaf and node the rectangle is kept, from the top
/// level down to the leaves.
struct PlaceTree {
  static let leafCount = 32
  static let fanOut = NearestFirst.capacity
  static let boxLength = 16
  /// Steps around the Earth.
  private static let turn = 360 * 200_000

  let boxes: GeoSection
  let places: GeoSection
  /// Number of rectangles of each level, from the top down, and of those before.
  private let levels: [(count: Int, start: Int)]

  var count: Int { places.length / PlaceRecord.encodedLength }

  init(boxes: GeoSection, places: GeoSection) throws(GeoPackError) {
    self.boxes = boxes
    self.places = places
    levels = Self.levels(of: places.length / PlaceRecord.encodedLength)
    let total = (levels.last?.start ?? 0) &+ (levels.last?.count ?? 0)
    guard boxes.length == total &* Self.boxLength else { throw .content(boxes.name) }
  }

  /// Returns the sizes of the levels for a number of places.
  static func levels(of count: Int) -> [(count: Int, start: Int)] {
    guard count > 0 else { return [] }
    var counts = [(count &+ leafCount &- 1) / leafCount]
    while let last = counts.last, last > fanOut { counts.append((last &+ fanOut &- 1) / fanOut) }
    var start = 0
    return counts.reversed().map { count in
      defer { start &+= count }
      return (count, start)
    }
  }

  func place(_ index: Int, in bytes: PackBytes) throws(GeoPackError) -> PlaceRecord {
    guard index >= 0, index < count else { throw .content(places.name) }
    let at = index &* PlaceRecord.encodedLength
    try places.check(at..<at &+ PlaceRecord.encodedLength, in: bytes)
    return try checkedPlace(at, in: bytes)
  }

  private func checkedPlace(
    _ at: Int, in bytes: PackBytes
  ) throws(GeoPackError) -> PlaceRecord {
    let record = PlaceRecord(
      point: GridPoint(
        x: places.signed32(at, in: bytes), y: places.signed32(at &+ 4, in: bytes)),
      names: places.number32(at &+ 8, in: bytes), region: places.number16(at &+ 12, in: bytes),
      size: places.byte(at &+ 14, in: bytes))
    guard record.point.x.magnitude < GridPoint.limit, record.point.y.magnitude < GridPoint.limit
    else { throw .content(places.name) }
    return record
  }

  /// Returns the nearest place within `reach` metres whose region is wanted.
  func nearest(
    to place: GridPoint, within reach: Double, in bytes: PackBytes, _ budget: inout LookupBudget,
    where isWanted: (UInt16) -> Bool
  ) throws(GeoPackError) -> (record: PlaceRecord, metres: Double)? {
    guard !levels.isEmpty else { return nil }
    var search = Search(place, reach)
    try descend(0, 0..<levels[0].count, &search, in: bytes, &budget, isWanted)
    let antimeridian = Double(Self.turn / 2 &- Int(place.x.magnitude)) * search.east
    if antimeridian * antimeridian < search.limit {
      // The other side may be nearer.
      search.place.x &+= place.x < 0 ? Self.turn : 0 &- Self.turn
      try descend(0, 0..<levels[0].count, &search, in: bytes, &budget, isWanted)
    }
    guard let found = search.found else { return nil }
    return (found, search.limit.squareRoot())
  }

  /// Calls `body` with every place in a rectangle.
  func forEachPlace(
    _ low: GridPoint, _ high: GridPoint, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ body: (PlaceRecord) -> Void
  ) throws(GeoPackError) {
    guard let top = levels.first else { return }
    var open = (0..<top.count).reversed().map { (level: 0, index: $0) }
    while let (level, index) = open.popLast() {
      try budget.spend(1, on: boxes.name)
      let at = (levels[level].start &+ index) &* Self.boxLength
      guard boxes.signed32(at, in: bytes) <= high.x, boxes.signed32(at &+ 4, in: bytes) <= high.y,
        boxes.signed32(at &+ 8, in: bytes) >= low.x, boxes.signed32(at &+ 12, in: bytes) >= low.y
      else { continue }
      if level &+ 1 < levels.count {
        let start = index &* Self.fanOut
        let end = min(start &+ Self.fanOut, levels[level &+ 1].count)
        for next in (start..<max(start, end)).reversed() { open.append((level &+ 1, next)) }
        continue
      }
      try forEachPlace(ofLeaf: index, in: bytes, &budget) { record in
        let place = record.point
        if place.x >= low.x, place.x <= high.x, place.y >= low.y, place.y <= high.y {
          body(record)
        }
      }
    }
  }

  private func forEachPlace(
    ofLeaf leaf: Int, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ body: (PlaceRecord) -> Void
  ) throws(GeoPackError) {
    try budget.spend(Self.leafCount, on: places.name)
    let start = leaf &* Self.leafCount
    let end = min(start &+ Self.leafCount, count)
    try places.check(
      start &* PlaceRecord.encodedLength..<max(start, end) &* PlaceRecord.encodedLength, in: bytes)
    for index in start..<max(start, end) {
      body(try checkedPlace(index &* PlaceRecord.encodedLength, in: bytes))
    }
  }

  private struct Search {
    var place: GridPoint
    /// Metres per step.
    let north = 111_195.0 / GridPoint.perDegree
    let east: Double
    /// Square metres: nothing farther is wanted.
    var limit: Double
    var found: PlaceRecord?

    init(_ place: GridPoint, _ reach: Double) {
      self.place = place
      east = north * cairn_cos(Double(place.y) / GridPoint.perDegree * .pi / 180)
      limit = reach * reach
    }

    /// Square metres to the nearest point of a rectangle.
    func distance(_ west: Int, _ south: Int, _ east: Int, _ north: Int) -> Double {
      let x = Double(max(0, max(west &- place.x, place.x &- east))) * self.east
      let y = Double(max(0, max(south &- place.y, place.y &- north))) * self.north
      return x * x + y * y
    }
  }

  /// Recursion ends with the levels, of which there are ten or fewer: a sixteenth of the boxes of each
  /// is in the one above.
  private func descend(
    _ level: Int, _ range: Range<Int>, _ search: inout Search, in bytes: PackBytes,
    _ budget: inout LookupBudget, _ isWanted: (UInt16) -> Bool
  ) throws(GeoPackError) {
    try budget.spend(range.count, on: boxes.name)
    // The nearest first, so that the others need not be looked into.
    var near = NearestFirst()
    for index in range {
      let at = (levels[level].start &+ index) &* Self.boxLength
      let distance = search.distance(
        boxes.signed32(at, in: bytes), boxes.signed32(at &+ 4, in: bytes),
        boxes.signed32(at &+ 8, in: bytes), boxes.signed32(at &+ 12, in: bytes))
      if distance < search.limit { near.insert(index, distance) }
    }
    for number in 0..<near.count {
      let (distance, index) = near[number]
      guard distance < search.limit else { return }
      if level &+ 1 < levels.count {
        let start = index &* Self.fanOut
        let end = min(start &+ Self.fanOut, levels[level &+ 1].count)
        try descend(
          level &+ 1, start..<max(start, end), &search, in: bytes, &budget, isWanted)
      } else {
        try scan(leaf: index, &search, in: bytes, &budget, isWanted)
      }
    }
  }

  private func scan(
    leaf: Int, _ search: inout Search, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ isWanted: (UInt16) -> Bool
  ) throws(GeoPackError) {
    try forEachPlace(ofLeaf: leaf, in: bytes, &budget) { record in
      let (x, y) = (record.point.x, record.point.y)
      let distance = search.distance(x, y, x, y)
      if distance < search.limit, isWanted(record.region) {
        search.limit = distance
        search.found = record
      }
    }
  }
}

/// The children of a node, by their distance; no memory is allocated for them.
private struct NearestFirst {
  private typealias Entries = InlineArray<16, (distance: Double, index: Int)>
  static let capacity = Entries.count

  private var entries = Entries(repeating: (0, 0))
  private(set) var count = 0

  subscript(number: Int) -> (distance: Double, index: Int) { entries[number] }

  /// Enters a child, of which there are at most `capacity`.
  mutating func insert(_ index: Int, _ distance: Double) {
    guard count < Self.capacity else { return }
    var at = count
    while at > 0, entries[at &- 1].distance > distance {
      entries[at] = entries[at &- 1]
      at &-= 1
    }
    entries[at] = (distance, index)
    count &+= 1
  }
}
