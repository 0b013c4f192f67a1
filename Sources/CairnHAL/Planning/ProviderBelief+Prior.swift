public import CairnTypes

extension ProviderBelief {
  /// Returns what to expect of a receiver before it has been tried.
  ///
  /// - Parameters:
  ///   - receiver: how long it needs to start.
  ///   - start: what it knows when it is switched on.
  ///   - deviation: metres, standard deviation in one axis under the open sky, from its data sheet.
  ///   - mixture: where it is used.
  ///   - timeout: seconds after which a start is given up.
  /// - Returns: a mixture of what is expected in each of the surroundings.
  public static func expected(
    of receiver: ReceiverEnergy, starting start: StartType = .hot, deviation: Double,
    in mixture: SurroundingsMixture, timeout: Double = 30
  ) -> ProviderBelief {
    var (fix, tracking, time) = (0.0, 0.0, 0.0)
    var parts: [(share: Double, radius: Double)] = []
    for part in mixture.parts {
      let signals = part.surroundings.signals
      let share = part.share * signals.startProbability
      fix += share
      tracking += part.share * signals.satelliteAvailability
      time += share * min(timeout, receiver.startTimes[start] * signals.startFactor + 0.5)
      if share > 0 {
        parts.append((share, radius(signals.satelliteDeviation, receiver: deviation)))
      }
    }
    return ProviderBelief(
      fixProbability: min(fix, 1), trackingProbability: min(tracking, 1),
      radius: mixedRadius(parts), timeToFix: fix > 0 ? time / fix : timeout, timeout: timeout)
  }

  /// Returns what to expect of an untried Wi-Fi scan, given a database of access points.
  public static func expectedOfWiFi(in mixture: SurroundingsMixture) -> ProviderBelief {
    var available = 0.0
    var parts: [(share: Double, radius: Double)] = []
    for part in mixture.parts {
      let signals = part.surroundings.signals
      let share = part.share * signals.wifiAvailability
      available += share
      parts.append((share, RadialError.radiusPerDeviation * signals.wifiDeviation))
    }
    return ProviderBelief(fixProbability: min(available, 1), radius: mixedRadius(parts))
  }

  /// Returns what to expect of a query of the serving cell whose accuracy differs between
  /// environments: `radius` gives it for each, in metres, 68 %.
  public static func expectedOfCell(
    radius: (Environment) -> Double, in mixture: SurroundingsMixture
  ) -> ProviderBelief {
    let parts = mixture.parts.map { (share: $0.share, radius: radius($0.surroundings.environment)) }
    return expectedOfCell(radius: mixedRadius(parts))
  }

  /// Returns what to expect of a query of the serving cell: nearly always an answer. `radius`, in
  /// metres, 68 %, is about the distance between cells.
  public static func expectedOfCell(radius: Double) -> ProviderBelief {
    ProviderBelief(fixProbability: 0.98, radius: radius)
  }

  /// The receiver's own error dominates under the open sky; elsewhere reflections do.
  private static func radius(_ deviation: Double, receiver: Double) -> Double {
    // The table's open sky assumes a receiver of 2.5 m, of which its own part is 1.5 m.
    let own = 0.6 * receiver
    let reflections = max(deviation * deviation - 1.5 * 1.5, 0)
    return RadialError.radiusPerDeviation * (reflections + own * own).squareRoot()
  }

  /// Metres: the 68 % radius of errors from several distributions, found by bisection.
  private static func mixedRadius(_ parts: [(share: Double, radius: Double)]) -> Double {
    // Where nothing differs, the result is the same for all mixtures, to the last digit.
    if let radius = parts.first?.radius, parts.allSatisfy({ $0.radius == radius }) { return radius }
    let total = parts.reduce(0) { $0 + $1.share }
    var (low, high) = (0.1, 1e5)
    for _ in 0..<60 {
      let middle = (low * high).squareRoot()
      let within = parts.reduce(0) {
        $0 + $1.share * RadialError.isWithin(middle, radius: $1.radius)
      }
      if within >= 0.68 * total { high = middle } else { low = middle }
    }
    return high
  }
}
