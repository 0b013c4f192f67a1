internal import CCairnMath
internal import CairnFusion

/// The price of position error, which decides when a fix is worth its energy.
///
/// A second in which the error exceeds the tolerance is priced in energy, so that a fix is taken
/// exactly when it saves as much as it costs.
struct ErrorPrice {
  /// Metres that the error may have.
  let tolerance: Double
  /// Milliwatts that exceeding the tolerance costs.
  let rate: Double

  /// 0...1: the probability that the error exceeds the tolerance; `radius` in metres, 68 %.
  func miss(_ radius: Double) -> Double {
    1 - RadialError.isWithin(tolerance, radius: max(radius, 1e-3))
  }

  /// Metres: the radius at which misses cost that many milliwatts.
  func radius(costing cost: Double) -> Double {
    guard cost < rate else { return .infinity }
    return tolerance * (-RadialError.exponent / cairn_log(cost / rate)).squareRoot()
  }

  /// Seconds after which it pays to look whether a standing device is where it is believed to be:
  /// by then, what a wrong position costs, times its probability, exceeds the energy of the look.
  ///
  /// - Parameters:
  ///   - doubt: 0...1, the probability that the position is wrong from the beginning.
  ///   - energy: millijoules.
  /// - Returns: seconds.
  func patience(_ doubt: Double, _ energy: Double) -> Double {
    let worth = 2 * energy / rate
    return worth / (doubt + (doubt * doubt + SchedulerRules.carried * worth).squareRoot())
  }

  /// Returns the cost of fixes and of the misses between them, at the best interval.
  ///
  /// - Parameters:
  ///   - offer: cost and accuracy of a fix.
  ///   - estimate: how the error grows afterwards.
  /// - Returns: milliwatts.
  func cost(of offer: SchedulerOffer, _ estimate: Estimate) -> Double {
    var (least, missed, before, period) = (Double.infinity, 0.0, 0.0, 1.0)
    while period < 7200 {
      let radius = cairn_hypot(offer.radius, estimate.growth((before + period) / 2))
      missed += miss(radius) * (period - before)
      let cost = (offer.energy + rate * missed) / period
      if cost > least { break }
      (least, before) = (cost, period)
      period *= 1.2
    }
    return least
  }
}

/// Cost and accuracy of one attempt of a provider.
struct SchedulerOffer {
  let index: Int
  /// Millijoules for each success.
  let energy: Double
  /// Metres, 68 %.
  let radius: Double
}
