internal import CCairnMath
internal import CairnGeodesy

/// The mean of the places of access points, weighted by what their signals say about the distance.
///
/// The weight of an access point is the inverse of a variance: the square of a distance that grows
/// exponentially with the decibels by which its signal is weaker than the strongest, plus the
/// square of the database's error. How far the strongest signal reaches differs between a street
/// and an office, and is estimated from how far apart the access points are. Access points that are
/// much farther away than the others, by this measure, have probably moved and count less.
///
/// The constants gave the least error in simulated worlds that were drawn for that; the tests judge
/// them in other worlds (`WorldTests`).
struct SignalCentroid {
  /// Decibels by which a signal must be weaker for ten times the squared distance.
  private static let decibelsPerDecade = 10 / 0.6
  /// Metres along one axis: the distance that the strongest signal stands for, before it is
  /// estimated; counts as much as one access point.
  private static let usualReach = 14.0
  /// Metres: the least that is estimated.
  private static let leastReach = 5.0
  /// How many times its variance the squared distance of an access point counts at most when the
  /// reach is estimated.
  private static let mostExcess = 9.0
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
  /// Metres, 68 %, before any scale that was learned; about 70 % in the median world.
  private(set) var radius = 0.0

  /// An access point and what is believed of its distance.
  private struct Point {
    var place: GroundVector
    /// How many times as large as that of the strongest its squared distance is thought to be.
    var growth: Double
    /// Square metres along one axis: the database's error.
    var error: Double
    var weight = 1.0

    /// Square metres along one axis, with the squared distance of the strongest.
    func variance(_ reach: Double) -> Double { reach * growth + error }
  }

  /// Computes the centroid of at least one point.
  ///
  /// - Parameter points: places in metres, signals in dBm, and 68 % radii of the places in metres.
  init(of points: [(place: GroundVector, signal: Double, accuracy: Double)]) {
    let strongest = points.map(\.signal).max() ?? 0
    var points = points.map { point in
      let decades = (strongest - point.signal) / Self.decibelsPerDecade
      let deviation = point.accuracy / standardDeviations68
      // Beyond thirty decades nothing changes; the limit keeps the numbers finite.
      return Point(
        place: point.place, growth: cairn_exp(min(30, decades) * cairn_log(10)),
        error: deviation * deviation)
    }
    let usual = Self.usualReach * Self.usualReach
    weigh(&points, reach: usual)
    weigh(&points, reach: reach(of: points, usual))
    radius = radius(of: points)
  }

  /// Weighs the points and moves to their mean.
  private mutating func weigh(_ points: inout [Point], reach: Double) {
    for index in points.indices { points[index].weight = 1 / points[index].variance(reach) }
    position = Self.mean(points)
    for _ in 0..<Self.comparisons where points.count > 2 {
      let excess = points.map { squaredDistance(to: $0.place) / $0.variance(reach) }
      let typical = max(1, excess.sorted()[excess.count / 2])
      let limit = Self.tolerance * Self.tolerance * typical
      for index in points.indices {
        let doubt = excess[index] > limit ? limit / excess[index] : 1
        points[index].weight = doubt / points[index].variance(reach)
      }
      position = Self.mean(points)
    }
  }

  /// Returns the squared distance that the strongest signal stands for, which explains the distances
  /// of the points from their mean best.
  ///
  /// Each point says something about it only as far as its distance is due to its signal and not to
  /// the database.
  private func reach(of points: [Point], _ usual: Double) -> Double {
    var sum = usual
    var total = 1.0
    for point in points {
      let variance = point.variance(usual)
      let share = usual * point.growth / variance
      let found = min(squaredDistance(to: point.place) / 2, Self.mostExcess * variance)
      sum += share * share * max(0, found - point.error) / point.growth
      total += share * share
    }
    return max(Self.leastReach * Self.leastReach, sum / total)
  }

  private func radius(of points: [Point]) -> Double {
    let total = points.reduce(0) { $0 + $1.weight }
    let squares = points.reduce(0) { $0 + $1.weight * $1.weight }
    // How many access points of equal weight would do as well.
    let effective = max(1, total * total / squares)
    let spread = points.reduce(0) { $0 + squaredDistance(to: $1.place) * $1.weight } / total
    let prior = Self.priorSpread * Self.priorSpread
    let variance = (spread * effective + prior) / (effective + 1) / effective
    // The spread is that of both axes together; the radius is 1.51 deviations along one.
    return standardDeviations68
      * (variance / 2 + Self.residual * Self.residual / 2).squareRoot()
  }

  private static func mean(_ points: [Point]) -> GroundVector {
    let total = points.reduce(0) { $0 + $1.weight }
    return points.reduce(.zero) { $0 + $1.place * ($1.weight / total) }
  }

  private func squaredDistance(to place: GroundVector) -> Double {
    let way = place - position
    return way.east * way.east + way.north * way.north
  }
}

/// The radius that holds 68 % of a normal distribution in the plane, in standard deviations along
/// one axis: √(-2 ln 0.32).
let standardDeviations68 = 1.509_592_2
