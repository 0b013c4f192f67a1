internal import CCairnMath
internal import CairnGeodesy

/// The mean of the places of access points, weighted by what their signals say about the distance.
///
/// The weight of an access point is the inverse of a variance: the square of a distance that grows
/// exponentially with the decibels by which its signal is weaker than the strongest, plus the
/// square of the database's error. Access points that are much farther away than the others, by
/// this measure, have probably moved and count less.
///
/// The constants gave the least error in 96 simulated worlds, drawn with the seeds 1...96; the tests
/// judge them in other worlds (`WorldTests`).
struct SignalCentroid {
  /// Decibels by which a signal must be weaker for ten times the squared distance.
  private static let decibelsPerDecade = 10 / 0.6
  /// Metres: the distance that the strongest signal stands for.
  private static let nearest = 14.0
  /// How often access points are compared with the others.
  private static let comparisons = 2
  /// How many times the typical distance an access point may be away before it counts less.
  private static let tolerance = 1.5
  /// Metres along one axis: the error that is left however well the access points agree.
  private static let residual = 12.0
  /// Metres: the spread that one more access point is assumed to have had, because the spread of
  /// few is often small by chance.
  private static let priorSpread = 45.0

  private(set) var position = GroundVector.zero
  /// Metres, 68 %, before any scale that was learned; 70 % in the median world.
  private(set) var radius = 0.0

  /// Computes the centroid of at least one point.
  ///
  /// - Parameter points: places in metres, signals in dBm, and 68 % radii of the places in metres.
  init(of points: [(place: GroundVector, signal: Double, accuracy: Double)]) {
    let strongest = points.map(\.signal).max() ?? 0
    let variances = points.map { point in
      let decades = (strongest - point.signal) / Self.decibelsPerDecade
      let deviation = point.accuracy / standardDeviations68
      // Beyond thirty decades nothing changes; the limit keeps the numbers finite.
      return Self.nearest * Self.nearest * cairn_exp(min(30, decades) * cairn_log(10))
        + deviation * deviation
    }
    let places = points.map(\.place)
    let first = variances.map { 1 / $0 }
    var weights = first
    position = Self.mean(places, weights)
    for _ in 0..<Self.comparisons where points.count > 2 {
      let excess = zip(places, variances).map { squaredDistance(to: $0) / $1 }
      let typical = max(1, excess.sorted()[excess.count / 2])
      let limit = Self.tolerance * Self.tolerance * typical
      weights = zip(first, excess).map { $1 > limit ? $0 * limit / $1 : $0 }
      position = Self.mean(places, weights)
    }
    radius = radius(of: places, weights)
  }

  private func radius(of places: [GroundVector], _ weights: [Double]) -> Double {
    let total = weights.reduce(0, +)
    let squares = weights.reduce(0) { $0 + $1 * $1 }
    // How many access points of equal weight would do as well.
    let effective = max(1, total * total / squares)
    let spread = zip(places, weights).reduce(0) { $0 + squaredDistance(to: $1.0) * $1.1 } / total
    let prior = Self.priorSpread * Self.priorSpread
    let variance = (spread * effective + prior) / (effective + 1) / effective
    // The spread is that of both axes together; the radius is 1.51 deviations along one.
    return standardDeviations68
      * (variance / 2 + Self.residual * Self.residual / 2).squareRoot()
  }

  private static func mean(_ places: [GroundVector], _ weights: [Double]) -> GroundVector {
    let total = weights.reduce(0, +)
    return zip(places, weights).reduce(.zero) { $0 + $1.0 * ($1.1 / total) }
  }

  private func squaredDistance(to place: GroundVector) -> Double {
    let way = place - position
    return way.east * way.east + way.north * way.north
  }
}

/// The radius that holds 68 % of a normal distribution in the plane, in standard deviations along
/// one axis: √(-2 ln 0.32).
let standardDeviations68 = 1.509_592_2
