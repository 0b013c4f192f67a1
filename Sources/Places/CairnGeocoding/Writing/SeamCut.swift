/// Cuts a ring where it goes across longitude 180° or around a pole, so that its pieces lie flat.
///
/// An edge of more than 180° is taken to go the short way. One that ends on longitude 180° itself
/// is left as it is, because it belongs to a ring that has been cut already; so is one from −180°
/// to 180°, unless that alone closes a ring around a pole.
///
/// Source: RFC 7946, section 3.1.9, asks that files are cut so; many are not.
struct SeamCut {
  /// Steps of the grid in 180°, and in 90°.
  private static let half = 36_000_000
  private static let pole = 18_000_000

  /// Part of the ring from one crossing of the seam to the next.
  private struct Chain {
    var points: [GridPoint]
    var start: Int
    var end: Int
  }

  private var chains: [Chain] = []
  /// Where the ring crosses the seam.
  private var latitudes: [Int] = []
  /// The latitude of the pole that the ring goes around, if it goes around one.
  private let near: Int

  /// Returns the rings that bound the same area: the ring itself, if it needs no cut.
  static func rings(of ring: [GridPoint]) -> [[GridPoint]] {
    guard let last = ring.last else { return [] }
    var isLong = false
    var turns = 0
    var before = last
    for vertex in ring {
      isLong = isLong || isCut(before, vertex)
      if isTurn(before, vertex) { turns += 1 }
      before = vertex
    }
    let cutsTurns = !turns.isMultiple(of: 2)
    guard isLong || cutsTurns else { return [ring] }
    return SeamCut(ring, cutsTurns: cutsTurns).rings()
  }

  /// Whether an edge is drawn the long way, though the short one is meant.
  private static func isCut(_ a: GridPoint, _ b: GridPoint) -> Bool {
    abs(a.x - b.x) > half && abs(a.x) < half && abs(b.x) < half
  }

  /// Whether an edge is drawn once around the Earth.
  private static func isTurn(_ a: GridPoint, _ b: GridPoint) -> Bool {
    abs(a.x - b.x) == 2 * half && !(abs(a.y) == pole && a.y == b.y)
  }

  private init(_ ring: [GridPoint], cutsTurns: Bool) {
    near = ring.reduce(0) { $0 + $1.y } < 0 ? -Self.pole : Self.pole
    var points: [GridPoint] = []
    // The first points belong to the last chain, whose start is not known before.
    var start = -1
    var before = ring[ring.count - 1]
    for vertex in ring {
      if Self.isCut(before, vertex) || cutsTurns && Self.isTurn(before, vertex) {
        let latitude = Self.crossing(before, vertex)
        let isEastward = before.x > 0
        let side = isEastward ? Self.half : -Self.half
        points.append(GridPoint(x: side, y: latitude))
        let number = 2 * latitudes.count
        latitudes.append(latitude)
        chains.append(Chain(points: points, start: start, end: number + (isEastward ? 1 : 0)))
        start = number + (isEastward ? 0 : 1)
        points = [GridPoint(x: -side, y: latitude)]
      }
      points.append(vertex)
      before = vertex
    }
    chains[0].points = points + chains[0].points
    chains[0].start = start
  }

  /// The latitude at which an edge crosses the seam, the same in both directions.
  private static func crossing(_ a: GridPoint, _ b: GridPoint) -> Int {
    let (south, north) = a.y < b.y ? (a, b) : (b, a)
    let way = half - abs(south.x)
    let whole = way + half - abs(north.x)
    guard whole > 0 else { return a.y }
    // Borders have even numbers.
    return south.y + (north.y - south.y) * way / whole & ~1
  }

  /// The ends of chains have numbers: twice that of the crossing in the west, one more in the east.
  private func rings() -> [[GridPoint]] {
    var order = latitudes.indices.sorted { latitudes[$0] < latitudes[$1] }
    if near < 0 { order.reverse() }
    var partners = [Int](repeating: -1, count: 2 * order.count)
    for index in stride(from: 1, to: order.count, by: 2) {
      let (a, b) = (2 * order[index - 1], 2 * order[index])
      for side in 0...1 { (partners[a + side], partners[b + side]) = (b + side, a + side) }
    }
    var owners = [Int](repeating: 0, count: partners.count)
    for (index, chain) in chains.enumerated() {
      owners[chain.start] = index
      owners[chain.end] = index
    }
    var isUsed = [Bool](repeating: false, count: chains.count)
    return chains.indices.compactMap { first in
      var ring: [GridPoint] = []
      var index = first
      var end = chains[first].start
      while !isUsed[index] {
        isUsed[index] = true
        let chain = chains[index]
        let isForward = chain.start == end
        ring += isForward ? chain.points : chain.points.reversed()
        let exit = isForward ? chain.end : chain.start
        end = partners[exit]
        if end < 0 {
          // Around the pole: along the seam to it, and back on the other side.
          let side = exit & 1 == 1 ? Self.half : -Self.half
          ring += [GridPoint(x: side, y: near), GridPoint(x: -side, y: near)]
          end = exit ^ 1
        }
        index = owners[end]
      }
      return ring.isEmpty ? nil : ring
    }
  }
}
