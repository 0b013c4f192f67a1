internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// How a receiver's positions follow each other: what shows in their steps is no error of the track.
///
/// Between two fixes of a device that stands, a step is only what is new in both errors. In motion,
/// steps are compared with Doppler where the receiver does not state how accurate that is: a Doppler
/// that lags, or is wrong by some per cent, leads farther away with each fix, while errors of the
/// positions do not add up.
struct PositionSteps {
  private struct Fix {
    var place: GroundVector
    /// Metres per second, by Doppler of unknown accuracy; `nil` without, and while the device stands.
    var velocity: GroundVector?
    var isStill: Bool
    var time: MonotonicTime
  }

  /// The last position that was used.
  private var last: Fix?
  /// Metres: the fading sum of the steps, without those that Doppler explains.
  private var drift = GroundVector.zero
  /// Metres squared by axis: means of the squares of `drift`, and of what is new in it with each fix.
  private var (drifted, stepped) = (FusionLimits.dopplerDrift, 0.0)
  /// Seconds over which they are means.
  private var age = FusionLimits.dopplerMemory

  /// Returns the step to a position of a device that stands, in metres; `nil` where it did not stand
  /// at the last one, or that is too old.
  func stepAtRest(to place: GroundVector, at time: MonotonicTime) -> GroundVector? {
    guard let last, last.isStill, (time - last.time).inSeconds <= FusionLimits.stepLife else {
      return nil
    }
    return place - last.place
  }

  /// Notes a position that was used.
  ///
  /// - Parameters:
  ///   - place: metres in the frame.
  ///   - o: the observation that has it.
  ///   - isStill: whether the device stands.
  mutating func note(_ place: GroundVector, _ o: Observation, isStill: Bool) {
    let velocity = isStill || o.statesVelocity ? nil : o.velocity
    let time = o.time
    defer { last = Fix(place: place, velocity: velocity, isStill: isStill, time: time) }
    guard let last, let before = last.velocity, let velocity else { return drift = .zero }
    let dt = (time - last.time).inSeconds
    guard dt > 0, dt <= FusionLimits.dopplerPeriods.upperBound else { return drift = .zero }
    let step = place - last.place - (before + velocity) * (dt / 2)
    drift = drift * cairn_exp(-dt / FusionLimits.dopplerMemory) + step
    age = min(age + dt, FusionLimits.dopplerLearning)
    let part = dt / age
    drifted += part * (drift.squaredLength / 2 - drifted)
    stepped += part * (step.squaredLength / 2 - stepped)
  }

  /// The variance of a velocity whose error is new with each fix and explains the drift.
  ///
  /// If k of a sum is left at the next step, independent steps make its square 1 / (1 - k²) of theirs,
  /// and errors of positions, which come and go again, 1 / (1 + k).
  ///
  /// - Parameter dt: seconds between two fixes.
  /// - Returns: metres squared per second squared, along one axis.
  func dopplerVariance(_ dt: Double) -> Double {
    let dt = max(
      FusionLimits.dopplerPeriods.lowerBound, min(FusionLimits.dopplerPeriods.upperBound, dt))
    let kept = cairn_exp(-dt / FusionLimits.dopplerMemory)
    let excess = max(0, drifted - stepped / (1 + kept))
    return excess * (1 - kept * kept) / (kept * dt * dt)
  }

  /// Forgets the last position, and keeps what has been learned: the track begins anew.
  mutating func restart() { last = nil }

  /// Moves the origin of the frame.
  mutating func shift(by origin: GroundVector) {
    if let last { self.last?.place = last.place - origin }
  }
}
