internal import CCairnMath
internal import CairnGeodesy
public import CairnTypes

/// A position from the cells of mobile networks.
public struct CellPosition: Hashable, Sendable {
  /// The position.
  public var coordinate: Coordinate
  /// Metres: the radius that holds the true position with 68 % probability, 300 m at least.
  public var horizontalAccuracy: Double
  /// Number of cells used.
  public var cells: Int
  /// Whether only the area is known, not the cell.
  public var isArea: Bool
  /// When the youngest cell was heard, on the boot clock.
  public var time: MonotonicTime

  /// Creates a position; the properties describe the values.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, cells: Int, isArea: Bool,
    time: MonotonicTime
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.cells = cells
    self.isArea = isArea
    self.time = time
  }
}

/// Why cells give no position.
@nonexhaustive
public enum CellPositionFailure: Error, Hashable, Sendable {
  /// No cell was heard lately.
  case nothingHeard
  /// No cell has an identity that could be looked up.
  case noneIdentified(heard: Int)
  /// Neither a cell nor its area is known.
  case noneKnown(lookedUp: Int)
}

/// Computes positions from cells.
public enum CellPositioner {
  /// Maximum age of sightings that are used.
  public static let maximumAge = Duration.seconds(30)
  /// Limits of the accuracy of a position from cells, in metres.
  public static let accuracyRange = 300.0...50_000.0
  /// Limits of the accuracy of a position from an area, in metres.
  public static let areaAccuracyRange = 2000.0...200_000.0
  /// Maximum number of cells that are looked up.
  public static let maximumLookUps = 32
  /// Ratio of a 95 % radius to the 68 % radius of a normal distribution in the plane: √(ln 0.05 ÷
  /// ln 0.32).
  static let radius95To68 = 1.6215

  /// A cell with a place.
  private struct Located {
    var coordinate: Coordinate
    var accuracy: Double
    var range: Double
    var signal: Double?
    var isServing: Bool
    var technology: CellTechnology
    var time: MonotonicTime

    /// Metres from its place at which the cell may still be heard.
    var reach: Double { max(range, CellPositioner.accuracyRange.lowerBound) }
  }

  /// Computes the position of a device that hears `sightings`.
  ///
  /// The serving cell comes first: cells that cannot be heard in its range are left out. If no cell
  /// is known, the area of the serving cell is used, or that of another cell.
  ///
  /// - Parameters:
  ///   - sightings: the cells that the modem hears.
  ///   - now: the time on the boot clock that ages refer to.
  ///   - source: the known cells.
  /// - Returns: the position, of cells if one of them is known.
  /// - Throws: the reason why there is no position.
  public static func position(
    of sightings: [CellSighting], at now: MonotonicTime, from source: some CellSource
  ) throws(CellPositionFailure) -> CellPosition {
    let young = sightings.filter { now - $0.time <= maximumAge }
    guard !young.isEmpty else { throw .nothingHeard }
    var seen: Set<CellIdentity> = []
    let ordered = young.filter(\.isServing) + young.filter { !$0.isServing }
    let named = ordered.filter { sighting in
      sighting.identity.map { seen.insert($0).inserted } ?? false
    }.prefix(maximumLookUps)
    guard !named.isEmpty else { throw .noneIdentified(heard: young.count) }
    let located = named.compactMap { locate($0, source) }
    if let position = combine(located) { return position }
    for sighting in named {
      if let position = area(of: sighting, source) { return position }
    }
    throw .noneKnown(lookedUp: named.count)
  }

  private static func locate(_ sighting: CellSighting, _ source: some CellSource) -> Located? {
    guard let identity = sighting.identity, let known = source.cell(identity), known.isSound
    else { return nil }
    let range = max(0, min(200_000, known.range))
    return Located(
      coordinate: known.coordinate, accuracy: accuracy(range, sighting.timingAdvance),
      range: range, signal: sighting.signal.flatMap { $0.isFinite ? $0 : nil },
      isServing: sighting.isServing, technology: identity.technology, time: sighting.time)
  }

  /// Returns a 68 % radius: that of the cell's range, or the ring of the timing advance where the
  /// range lies outside it. The direction from the antenna is not known, so the ring bounds the
  /// distance only.
  private static func accuracy(_ range: Double, _ advance: TimingAdvance?) -> Double {
    var radius = range / radius95To68
    if let ring = advance?.distances, !ring.contains(radius) { radius = ring.upperBound }
    return max(accuracyRange.lowerBound, min(accuracyRange.upperBound, radius))
  }

  /// Returns the weighted mean of cells; `nil` without any.
  private static func combine(_ located: [Located]) -> CellPosition? {
    guard let first = located.first else { return nil }
    let frame = LocalFrame(origin: first.coordinate)
    // Cells that can be heard at one place with the first cell, which is the serving one if that is
    // known.
    let heard = located.filter {
      frame.vector(to: $0.coordinate).length <= first.reach + $0.reach
    }
    let weights = heard.map { weight($0, heard) }
    let total = weights.reduce(0, +)
    var mean = GroundVector.zero
    var variance = 0.0
    var squares = 0.0
    for (cell, weight) in zip(heard, weights) {
      let share = weight / total
      mean = mean + frame.vector(to: cell.coordinate) * share
      variance += cell.accuracy * cell.accuracy * share
      squares += share * share
    }
    // Cells share sites, and their ranges are rough: together they are at most √2 times as accurate
    // as their mean.
    let radius = (variance / min(2, max(1, 1 / squares))).squareRoot()
    return CellPosition(
      coordinate: frame.place(at: mean),
      horizontalAccuracy: max(accuracyRange.lowerBound, min(accuracyRange.upperBound, radius)),
      cells: heard.count, isArea: false, time: heard.map(\.time).max() ?? first.time)
  }

  /// The inverse square of the radius, halved for every 6 dB below the strongest signal of the same
  /// technology.
  private static func weight(_ cell: Located, _ all: [Located]) -> Double {
    let strongest = all.compactMap { $0.technology == cell.technology ? $0.signal : nil }.max()
    var weakness = 0.0
    if let strongest, let signal = cell.signal { weakness = min(40, strongest - signal) }
    return cairn_exp(-weakness / 6 * cairn_log(2)) / (cell.accuracy * cell.accuracy)
  }

  private static func area(of sighting: CellSighting, _ source: some CellSource) -> CellPosition? {
    guard let identity = sighting.identity, identity.area != nil,
      let known = source.area(of: identity), known.isSound
    else { return nil }
    let radius = max(
      areaAccuracyRange.lowerBound,
      min(areaAccuracyRange.upperBound, known.range / radius95To68))
    return CellPosition(
      coordinate: known.coordinate, horizontalAccuracy: radius, cells: 1, isArea: true,
      time: sighting.time)
  }
}

extension KnownCell {
  /// Whether the position is valid and the range is a number.
  fileprivate var isSound: Bool { coordinate.isValid && range.isFinite && range >= 0 }
}
