internal import CCairnMath

/// How the error of a receiver's positions compares with what it states, as its consistency shows.
///
/// An honest two-dimensional innovation is within the 68 % quantile of its distribution 68 times in
/// a hundred. Two variances follow how often it is, each in the proportion in which it explains the
/// innovation. That of the part which is new each time is better seen in the steps between positions,
/// where the device does not move.
struct AccuracyScale {
  /// Variance of the part that is new each time, as a share of the stated variance.
  private(set) var white = FusionLimits.whiteStart
  /// Variance of the whole error, as a share of the stated variance.
  private(set) var total = 1.0
  /// Innovations so far, until they are many: the first ones teach more.
  private var count = 0.0
  /// Part of the innovations within their 68 % quantile, fading over the last ones.
  private(set) var coverage = 0.68

  /// Variance of the part that repeats itself, as a share of the stated variance.
  private var correlated: Double {
    max(total - white, FusionLimits.leastCorrelated * max(total, white))
  }

  /// Returns the error along an axis for a stated deviation in metres.
  func noise(_ deviation: Double) -> AxisNoise {
    let variance = deviation * deviation
    return AxisNoise(correlated: (variance * correlated).squareRoot(), white: variance * white)
  }

  /// Variance that is hidden in what looks like motion, as a share of the stated variance.
  ///
  /// Without Doppler the position follows an error that changes slowly. Where even the quick part is
  /// larger than stated, that one is, too.
  var hidden: Double { FusionLimits.hiddenPerWhite * max(0, white - 1) }

  /// Learns from one innovation.
  ///
  /// - Parameters:
  ///   - distance: its squared Mahalanobis distance.
  ///   - share: the part of its variance that comes from errors that could repeat, 0...1.
  ///   - step: the squared distance of a step that shows new errors only; `nil` if there is none.
  /// - Returns: by what factors the deviation of the error that repeats itself, and the variance of
  ///   the one that is new, have become larger.
  mutating func learn(
    _ distance: Double, share: Double, step: Double?
  ) -> (repeated: Double, white: Double) {
    let before = (correlated, white)
    let isInside = distance <= FusionLimits.quantile68
    coverage += FusionLimits.coverageRate * ((isInside ? 1 : 0) - coverage)
    let change = Self.change(isInside)
    count = min(count + 1, 1 / FusionLimits.scaleLearning)
    let rate = max(FusionLimits.scaleLearning, 1 / (FusionLimits.firstScaleWeight + count))
    let fresh = step.map { Self.change($0 <= FusionLimits.quantile68) } ?? (1 - share) * change
    white *= cairn_exp(rate * fresh)
    total *= cairn_exp(rate * share * change)
    white = max(FusionLimits.whiteRange.lowerBound, min(FusionLimits.whiteRange.upperBound, white))
    total = max(FusionLimits.totalRange.lowerBound, min(FusionLimits.totalRange.upperBound, total))
    return ((correlated / before.0).squareRoot(), white / before.1)
  }

  /// Zero on the average, if 68 of 100 values are inside.
  private static func change(_ isInside: Bool) -> Double { isInside ? -1 : 0.68 / 0.32 }
}
