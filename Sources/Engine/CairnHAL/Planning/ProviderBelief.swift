internal import CCairnMath

/// Expected success, accuracy and time to fix of a provider here and now.
public struct ProviderBelief: Equatable, Sendable {
  /// 0...1: the probability that an attempt gives a fix before its timeout.
  public var fixProbability: Double
  /// 0...1: the probability that a receiver left on has a fix at any moment.
  public var trackingProbability: Double
  /// Metres: the 68 % radius of its fixes.
  public var radius: Double
  /// Seconds to a fix, if there is one; used for receivers only.
  public var timeToFix: Double
  /// Seconds after which an attempt is given up; used for receivers only.
  public var timeout: Double

  /// - Parameters:
  ///   - fixProbability: 0...1.
  ///   - trackingProbability: 0...1; `nil` for the value of `fixProbability`.
  ///   - radius: metres, 68 %.
  ///   - timeToFix: seconds.
  ///   - timeout: seconds.
  public init(
    fixProbability: Double, trackingProbability: Double? = nil, radius: Double,
    timeToFix: Double = 0, timeout: Double = 0
  ) {
    self.fixProbability = fixProbability
    self.trackingProbability = trackingProbability ?? fixProbability
    self.radius = radius
    self.timeToFix = timeToFix
    self.timeout = timeout
  }

  /// Notes that an attempt gave a fix, which halves the doubt.
  public mutating func succeed() {
    setProbability(min(0.99, 1 - (1 - fixProbability) / 2))
  }

  /// Notes that an attempt gave no fix.
  public mutating func fail() {
    setProbability(max(0.02, 0.45 * fixProbability))
  }

  /// Fades what was learned towards the prior: after 15 minutes a third of it is left.
  ///
  /// - Parameters:
  ///   - prior: expectations without any attempt.
  ///   - seconds: since the last drift; zero or less changes nothing.
  public mutating func drift(to prior: ProviderBelief, over seconds: Double) {
    guard seconds > 0 else { return }
    let forgotten = 1 - cairn_exp(-seconds / Self.memory)
    setProbability(fixProbability + forgotten * (prior.fixProbability - fixProbability))
  }

  /// Seconds: the time constant of forgetting.
  static let memory = 900.0

  /// Sets both probabilities: where attempts succeed, a receiver that is left on has fixes too.
  private mutating func setProbability(_ probability: Double) {
    fixProbability = probability
    trackingProbability = probability
  }

  /// Whether every figure is usable.
  var isUsable: Bool {
    (0...1).contains(fixProbability) && (0...1).contains(trackingProbability)
      && radius.isFigure && radius > 0 && timeToFix.isFigure && timeout.isFigure
  }
}

/// Errors in the plane with two equal Gaussian components: their length is Rayleigh distributed.
enum RadialError {
  /// −ln(1 − 0.68), so that 68 % are within the radius.
  static let exponent = 1.139434283188365

  /// Metres of a 68 % radius for each metre of standard deviation in one axis.
  static let radiusPerDeviation = 1.51

  /// How often to halve an interval of distances until it is known to less than a part in 10⁹.
  static let halvings = 32

  /// The probability that the error is at most `distance`.
  ///
  /// - Parameters:
  ///   - distance: metres.
  ///   - radius: metres, 68 %.
  /// - Returns: 0...1.
  static func isWithin(_ distance: Double, radius: Double) -> Double {
    guard distance > 0 else { return 0 }
    let ratio = distance / radius
    return 1 - cairn_exp(-exponent * (ratio * ratio))
  }

  /// Metres within which the error is with that probability, 0..<1.
  static func distance(reaching probability: Double, radius: Double) -> Double {
    radius * (-cairn_log(1 - probability) / exponent).squareRoot()
  }
}
