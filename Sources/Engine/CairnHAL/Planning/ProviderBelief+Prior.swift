public import CairnTypes

extension ProviderBelief {
  /// Returns the expectations of a receiver before it has been tried.
  ///
  /// - Parameters:
  ///   - receiver: the receiver's energy model, for its start times.
  ///   - start: the kind of start when it is switched on.
  ///   - deviation: metres, standard deviation in one axis under the open sky, from its data sheet.
  ///   - availability: how often it has a fix where.
  ///   - mixture: where it is used.
  ///   - timeout: seconds after which a start is given up.
  /// - Returns: a mixture of the expectations in each of the surroundings.
  public static func expected(
    of receiver: ReceiverEnergy, starting start: StartType = .hot, deviation: Double,
    availability: AvailabilityModel = .usual(of: .gnss), in mixture: SurroundingsMixture,
    timeout: Double = 30
  ) -> ProviderBelief {
    var (fix, tracking, time) = (0.0, 0.0, 0.0)
    var parts: [(share: Double, radius: Double)] = []
    for part in mixture.parts {
      let signals = part.surroundings.signals
      let advantage = availability.advantage(in: part.surroundings, over: .gnss)
      let share = part.share * min(1, advantage * signals.startProbability)
      fix += share
      tracking += part.share * min(1, advantage * signals.satelliteAvailability)
      time += share * min(timeout, receiver.startTimes[start] * signals.startFactor + 0.5)
      if share > 0 {
        parts.append((share, radius(signals.satelliteDeviation, receiver: deviation)))
      }
    }
    return ProviderBelief(
      fixProbability: min(fix, 1), trackingProbability: min(tracking, 1),
      radius: mixedRadius(parts), timeToFix: fix > 0 ? time / fix : timeout, timeout: timeout)
  }

  /// Returns the expectations of an untried Wi-Fi scan, given a database of access points.
  public static func expectedOfWiFi(
    availability: AvailabilityModel = .usual(of: .wifi), in mixture: SurroundingsMixture
  ) -> ProviderBelief {
    var available = 0.0
    var parts: [(share: Double, radius: Double)] = []
    for part in mixture.parts {
      let signals = part.surroundings.signals
      let advantage = availability.advantage(in: part.surroundings, over: .wifi)
      let share = part.share * min(1, advantage * signals.wifiAvailability)
      available += share
      parts.append((share, RadialError.radiusPerDeviation * signals.wifiDeviation))
    }
    return ProviderBelief(fixProbability: min(available, 1), radius: mixedRadius(parts))
  }

  /// Returns the expectations of a query of the serving cell.
  ///
  /// - Parameters:
  ///   - radius: metres, 68 %, in each environment: about the distance between cells.
  ///   - availability: how often there is an answer.
  ///   - mixture: where it is used.
  /// - Returns: a mixture of the expectations in each of the surroundings.
  public static func expectedOfCell(
    radius: (Environment) -> Double,
    availability: AvailabilityModel = .usual(of: .cellular), in mixture: SurroundingsMixture
  ) -> ProviderBelief {
    let parts = mixture.parts.map { part in
      let environment = part.surroundings.environment
      return (share: part.share * availability[environment], radius: radius(environment))
    }
    return ProviderBelief(
      fixProbability: min(1, parts.reduce(0) { $0 + $1.share }), radius: mixedRadius(parts))
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
