internal import CCairnMath
public import CairnTypes

/// Heights of mean sea level above the WGS 84 ellipsoid, by the Earth Gravitational Model 1996.
///
/// From a grid of half a degree with cubic interpolation: within 0.06 m of the model's own grid of a
/// quarter degree (rms), and 0.4 m at worst over steep mountains. A value holds 520 kB and is made in
/// some milliseconds; keep it.
public struct Geoid: Sendable {
  private typealias Grid = EGM96Grid

  /// In `Grid.unit`: rows from the south, columns from 180 degrees west.
  private let undulations: [Int16]

  /// Reads the grid.
  public init() {
    var reader = RiceReader(Grid.text, Grid.alphabet)
    var all: [Int16] = []
    all.reserveCapacity(Grid.rows * Grid.columns)
    for index in 0..<Grid.rows * Grid.columns {
      if index % Grid.block == 0 { reader.beginBlock() }
      let value = Self.expected(all, index) &+ reader.next()
      all.append(Int16(truncatingIfNeeded: value))
    }
    undulations = all
  }

  /// Returns the number predicted from those before it.
  private static func expected(_ all: [Int16], _ index: Int) -> Int {
    let column = index % Grid.columns
    guard index >= Grid.columns else { return column == 0 ? 0 : Int(all[index - 1]) }
    let south = Int(all[index - Grid.columns])
    guard column >= 2 else { return south }
    let west = Int(all[index - 1])
    let corner = Int(all[index - Grid.columns - 1])
    return west + south - corner + 2 * (west - Int(all[index - 2]) - south + corner) / 5
  }

  /// Returns the metres of mean sea level above the ellipsoid; `nil` for a coordinate that is not
  /// valid.
  ///
  /// The height above mean sea level is the height above the ellipsoid less this.
  public func undulation(at place: Coordinate) -> Double? {
    guard place.isValid else { return nil }
    let y = (place.latitude + 90) * 2
    let x = (place.longitude + 180) * 2
    let row = Int(max(0, min(359, cairn_floor(y))))
    let column = Int(max(0, min(720, cairn_floor(x))))
    let up = Self.weights(y - Double(row))
    let across = Self.weights(x - Double(column))
    var sum = 0.0
    for i in 0..<4 {
      for j in 0..<4 { sum += up[i] * across[j] * node(row + i - 1, column + j - 1) }
    }
    return sum * Grid.unit
  }

  /// Returns a number of the grid, which continues across the poles and the antimeridian.
  private func node(_ row: Int, _ column: Int) -> Double {
    let last = Grid.rows - 1
    let isBeyond = row < 0 || row > last
    let row = row < 0 ? -row : row > last ? 2 * last - row : row
    let column = (column + Grid.columns + (isBeyond ? Grid.columns / 2 : 0)) % Grid.columns
    return Double(undulations[row * Grid.columns + column])
  }

  /// Weights of the four nodes around a place, by the cubic through them.
  private static func weights(_ t: Double) -> InlineArray<4, Double> {
    [
      -t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2,
      (t + 1) * t * (t - 1) / 6,
    ]
  }
}

/// Reads numbers in Rice's code from letters of six bits.
private struct RiceReader {
  private var letters: String.UTF8View.Iterator
  /// The bits of each letter.
  private var values = [Int](repeating: 0, count: 256)
  private var bits = 0
  private var count = 0
  /// Number of low bits that are written as they are.
  private var low = 0

  init(_ text: String, _ alphabet: String) {
    letters = text.utf8.makeIterator()
    for (value, letter) in alphabet.utf8.enumerated() { values[Int(letter)] = value }
  }

  mutating func beginBlock() { low = take(4) }

  /// Returns the next number, whose sign is in its last bit.
  mutating func next() -> Int {
    var high = 0
    // The end of the text has no bits that are set.
    while take(1) == 1 { high += 1 }
    let value = high << low | take(low)
    return value & 1 == 0 ? value >> 1 : -(value >> 1) - 1
  }

  /// Returns up to 15 bits.
  private mutating func take(_ wanted: Int) -> Int {
    while count < wanted {
      let value = letters.next().map { values[Int($0)] } ?? 0
      bits = (bits << 6 | value) & 0xFFFF_FFFF
      count += 6
    }
    count -= wanted
    return bits >> count & ((1 << wanted) &- 1)
  }
}
