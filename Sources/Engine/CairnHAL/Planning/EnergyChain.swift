internal import CCairnMath

/// One provider's attempt at a position.
struct EnergyAttempt {
  /// Index of the provider.
  let provider: Int
  /// 0...1: the probability of success.
  let probability: Double
  /// Metres, 68 %.
  let radius: Double
  /// Millijoules expected, including the host's.
  let energy: Double
  /// Wake-ups of the host that are expected.
  let wakes: Double
  /// Seconds until success.
  let latency: Double
  /// Milliwatts between attempts.
  let idlePower: Double

  /// - Parameters:
  ///   - provider: index of the provider.
  ///   - model: its energy model.
  ///   - belief: expectations of it.
  ///   - hostWake: millijoules for each wake-up of the host.
  init(provider: Int, _ model: EnergyModel, _ belief: ProviderBelief, hostWake: Double) {
    self.provider = provider
    probability = belief.fixProbability
    radius = belief.radius
    switch model {
    case .operation(let operation):
      energy = operation.energy + hostWake
      wakes = 1
      latency = operation.duration
      idlePower = 0
    case .receiver(let receiver):
      // While it settles it gives one fix per second, and each wakes the host.
      let success =
        belief.timeToFix * receiver.acquiring + receiver.settling * receiver.tracking
        + hostWake * (1 + receiver.settling)
      let failure = belief.timeout * receiver.acquiring + hostWake
      energy = probability * success + (1 - probability) * failure
      wakes = 1 + probability * receiver.settling
      latency = belief.timeToFix + receiver.settling
      idlePower = receiver.backup
    }
  }
}

/// Providers tried in turn, each if those before it fail. A fourth attempt is rarely reached.
struct EnergyChain {
  static let longest = 3

  private(set) var count = 0
  private var providers: InlineArray<3, Int> = [0, 0, 0]
  private var probabilities: InlineArray<3, Double> = [0, 0, 0]
  private var radii: InlineArray<3, Double> = [1, 1, 1]
  /// 0...1: the probability that all of them fail.
  private(set) var failure = 1.0
  /// Millijoules expected for one pass through the chain.
  private(set) var energy = 0.0
  /// Seconds expected for one pass through the chain.
  private(set) var latency = 0.0
  /// Milliwatts between passes.
  private(set) var idlePower = 0.0
  /// 0...1: the probability that one of them succeeds.
  private(set) var availability = 0.0
  private var squares = 0.0

  /// Creates a chain without providers.
  init() {}

  /// Creates the chain of one receiver that is left on.
  ///
  /// - Parameters:
  ///   - provider: index of the receiver.
  ///   - probability: 0...1: how often it has a fix.
  ///   - radius: metres, 68 %.
  ///   - power: milliwatts without the host's wake-ups.
  ///   - hostWake: millijoules for each fix.
  init(
    continuous provider: Int, probability: Double, radius: Double, power: Double, hostWake: Double
  ) {
    append(provider, probability, radius)
    energy = hostWake
    idlePower = power
  }

  func contains(_ provider: Int) -> Bool {
    for index in 0..<count where providers[index] == provider { return true }
    return false
  }

  /// Index of the provider that is tried at a place, from 0.
  subscript(place: Int) -> Int { providers[place] }

  /// Indices of the providers, in the order in which they are tried.
  var order: [Int] { (0..<count).map { providers[$0] } }

  /// Metres: the 68 % radius of the mixture, as the root of the mean square.
  var radius: Double { (squares / max(1e-9, availability)).squareRoot() }

  func followed(by attempt: EnergyAttempt) -> EnergyChain {
    var chain = self
    chain.energy += failure * attempt.energy
    chain.latency += failure * attempt.latency
    chain.idlePower += attempt.idlePower
    chain.append(attempt.provider, failure * attempt.probability, attempt.radius)
    chain.failure *= 1 - attempt.probability
    return chain
  }

  /// Metres that the device may have moved at the end of a period of so many seconds, beyond what
  /// the client allows.
  func movement(_ request: EnergyRequest, period: Double) -> Double {
    period > request.interval ? request.speed * (period - request.interval + latency) : 0
  }

  /// 0...1: the probability that there is a position, and that its own error is within `distance`.
  func probability(within distance: Double) -> Double {
    guard distance > 0 else { return 0 }
    var sum = 0.0
    for index in 0..<count {
      sum += probabilities[index] * RadialError.isWithin(distance, radius: radii[index])
    }
    return sum
  }

  /// Metres within which the error of a position is that often; `nil` if there are too few positions.
  func distance(reaching confidence: Double) -> Double? {
    if count == 1, confidence < probabilities[0] {
      return RadialError.distance(reaching: confidence / probabilities[0], radius: radii[0])
    }
    // Eight times the 68 % radius holds all errors that a number can tell from all.
    var (low, high) = (0.0, 0.0)
    for index in 0..<count { high = max(high, 8 * radii[index]) }
    guard probability(within: high) >= confidence else { return nil }
    for _ in 0..<RadialError.halvings {
      let middle = (low + high) / 2
      if probability(within: middle) >= confidence { high = middle } else { low = middle }
    }
    return high
  }

  private mutating func append(_ provider: Int, _ probability: Double, _ radius: Double) {
    providers[count] = provider
    probabilities[count] = probability
    radii[count] = radius
    count += 1
    availability += probability
    squares += probability * radius * radius
  }
}
