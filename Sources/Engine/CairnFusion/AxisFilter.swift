internal import CCairnMath

/// Position and velocity along one axis, with their covariance and that with a correlated error.
///
/// A measured position is z = p + s·b + w. The error b has variance 1 and changes slowly: multipath
/// and the atmosphere repeat themselves from fix to fix, so that averaging does not remove them. It
/// is not estimated, which would move the position; only its correlation with position and velocity
/// is carried on, so that the stated variance stays honest (a Schmidt–Kalman filter).
struct AxisFilter {
  /// Metres from the origin of the frame.
  var position: Double
  /// Metres per second.
  var velocity: Double
  /// Metres squared.
  var positionVariance: Double
  /// Metres squared per second.
  var covariance = 0.0
  /// Metres squared per second squared.
  var velocityVariance: Double
  /// Covariance of position and b, metres.
  var positionBias = 0.0
  /// Covariance of velocity and b, metres per second.
  var velocityBias = 0.0

  /// Starts at a measured position.
  ///
  /// - Parameters:
  ///   - position: metres.
  ///   - noise: of the position.
  ///   - velocity: metres per second.
  ///   - velocityVariance: metres squared per second squared.
  init(position: Double, noise: AxisNoise, velocity: Double, velocityVariance: Double) {
    self.position = position
    self.velocity = velocity
    self.velocityVariance = velocityVariance
    positionVariance = noise.variance
    positionBias = -noise.correlated
  }

  /// Moves on in time.
  ///
  /// - Parameters:
  ///   - dt: seconds, not negative.
  ///   - q: spectral density of unknown accelerations, m²/s³.
  ///   - memory: the part of b that is left after `dt`, 0...1.
  mutating func predict(_ dt: Double, acceleration q: Double, memory: Double) {
    position += velocity * dt
    positionVariance += dt * (2 * covariance + dt * (velocityVariance + q * dt / 3))
    covariance += dt * (velocityVariance + q * dt / 2)
    velocityVariance += q * dt
    positionBias = memory * (positionBias + dt * velocityBias)
    velocityBias *= memory
  }

  /// Returns the variance of a measured position's innovation, metres squared.
  func innovationVariance(_ noise: AxisNoise) -> Double {
    positionVariance + noise.correlated * (2 * positionBias + noise.correlated) + noise.white
  }

  /// Corrects the state by a measured position; `white` replaces the white part of its noise.
  ///
  /// The covariance is updated in Joseph's form, which keeps it positive whatever is rounded.
  mutating func update(position z: Double, _ noise: AxisNoise, movesVelocity: Bool) {
    let (s, r) = (noise.correlated, noise.white)
    let total = innovationVariance(noise)
    let kp = max(0, positionVariance + s * positionBias) / total
    let kv = movesVelocity ? (covariance + s * velocityBias) / total : 0
    let innovation = z - position
    position += kp * innovation
    velocity += kv * innovation
    let (pp, pv, vv, pb, vb) = (
      positionVariance, covariance, velocityVariance, positionBias, velocityBias
    )
    let rest = 1 - kp
    positionVariance = rest * rest * pp - 2 * rest * kp * s * pb + kp * kp * (s * s + r)
    covariance =
      rest * (pv - kv * (pp + s * pb)) - kp * s * (vb - kv * (pb + s)) + kp * kv * r
    velocityVariance = vv - 2 * kv * (pv + s * vb) + kv * kv * (pp + 2 * s * pb + s * s + r)
    positionBias = rest * pb - kp * s
    velocityBias = vb - kv * (pb + s)
  }

  /// Corrects the state by a measured velocity.
  ///
  /// - Parameters:
  ///   - z: metres per second.
  ///   - r: its variance, metres squared per second squared, above 0.
  mutating func update(velocity z: Double, variance r: Double) {
    let total = velocityVariance + r
    let (kp, kv) = (covariance / total, velocityVariance / total)
    let innovation = z - velocity
    position += kp * innovation
    velocity += kv * innovation
    positionVariance -= kp * covariance
    covariance *= 1 - kv
    velocityVariance *= 1 - kv
    positionBias -= kp * velocityBias
    velocityBias *= 1 - kv
  }

  /// Corrects the state by a velocity that is known in a direction across the axes.
  ///
  /// - Parameter innovation: the part along the axis, by the variance of the whole.
  mutating func lean(by innovation: Double) {
    position += covariance * innovation
    velocity += velocityVariance * innovation
  }

  /// Follows a new belief of how large the repeated error is, and always was.
  ///
  /// - Parameter factor: by which its deviation grows, above 0.
  mutating func scaleBias(_ factor: Double) {
    let growth = factor * factor - 1
    positionVariance += growth * positionBias * positionBias
    covariance += growth * positionBias * velocityBias
    velocityVariance += growth * velocityBias * velocityBias
    positionBias *= factor
    velocityBias *= factor
  }

  /// Follows a new belief of the white errors that were averaged at rest.
  ///
  /// - Parameter factor: by which their variance grows, above 0.
  mutating func scaleWhite(_ factor: Double) {
    let repeated = positionBias * positionBias
    positionVariance = repeated + (positionVariance - repeated) * factor
  }

  /// Forgets part of what is known of b.
  ///
  /// - Parameter kept: the part of the correlation that remains, 0...1.
  mutating func loosenBias(_ kept: Double) {
    positionBias *= kept
    velocityBias *= kept
  }

  /// Takes a position and its variance from elsewhere; what is known of b shrinks with it.
  mutating func settle(at position: Double, variance: Double) {
    self.position = position
    let scale = (variance / positionVariance).squareRoot()
    positionBias *= scale
    covariance *= scale
    positionVariance = variance
  }

  /// Stops: the velocity becomes zero, and nothing is unknown about it.
  mutating func stop() {
    velocity = 0
    covariance = 0
    velocityVariance = 0
    velocityBias = 0
  }

  /// Whether the covariance of position, velocity and b is positive definite, or that of the two
  /// where the velocity is known exactly.
  var isPositiveDefinite: Bool {
    let a = positionVariance - positionBias * positionBias
    guard a > 0, position.isFinite, velocity.isFinite else { return false }
    guard positionVariance.isFinite, velocityVariance.isFinite else { return false }
    if velocityVariance == 0 { return covariance == 0 && velocityBias == 0 }
    let c = velocityVariance - velocityBias * velocityBias
    let b = covariance - positionBias * velocityBias
    return c > 0 && a * c > b * b
  }
}

/// Error of a measured position along one axis.
struct AxisNoise {
  /// Metres, one standard deviation of the part that repeats itself.
  var correlated: Double
  /// Metres squared: variance of the part that is new each time.
  var white: Double

  /// Metres squared.
  var variance: Double { correlated * correlated + white }

  static let unit = AxisNoise(correlated: 0, white: 1)

  /// Lets the variance be at least `least`, by an error that is new each time.
  mutating func widen(to least: Double) { white = max(white, least - correlated * correlated) }
}
