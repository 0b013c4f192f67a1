public import CairnTypes

extension ProviderBelief {
  /// What is expected of a receiver before it was tried.
  ///
  /// - Parameters:
  ///   - receiver: how long it needs to start.
  ///   - start: what it knows when it is switched on.
  ///   - deviation: metres, standard deviation in one axis under the open sky, by its data sheet.
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

  /// What is expected of a Wi-Fi scan before it was tried, with a database of the places of access points.
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

  /// What is expected of a query of the serving cell where its worth differs between surroundings: of
  /// `radius`, in metres and 68 %, in each environment.
  public static func expectedOfCell(
    radius: (Environment) -> Double, in mixture: SurroundingsMixture
  ) -> ProviderBelief {
    let parts = mixture.parts.map { (share: $0.share, radius: radius($0.surroundings.environment)) }
    return expectedOfCell(radius: mixedRadius(parts))
  }

  /// What is expected of a query of the serving cell: nearly always an answer. Its radius, in metres and
  /// 68 %, is about as far as cells are apart.
  public static func expectedOfCell(radius: Double) -> ProviderBelief {
    ProviderBelief(fixProbability: 0.98, radius: radius)
  }

  /// The receiver's own part of the error holds under the open sky; elsewhere reflections prevail.
  private static func radius(_ deviation: Double, receiver: Double) -> Double {
    // The table's open sky is a receiver of 2.5 m, whose part is 1.5 m.
    let own = 0.6 * receiver
    let reflections = max(deviation * deviation - 1.5 * 1.5, 0)
    return RadialError.radiusPerDeviation * (reflections + own * own).squareRoot()
  }

  /// Metres, 68 % of errors that come from several distributions: found by halving the interval.
  private static func mixedRadius(_ parts: [(share: Double, radius: Double)]) -> Double {
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
