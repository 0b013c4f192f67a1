/// Notices when a device with a gyroscope lies still.
struct RestWatch: Sendable {
  /// Radians per second, averaged.
  private(set) var rate: Vector3
  private var acceleration: Vector3
  /// Seconds for which nothing has moved.
  private var time = 0.0

  init(rate: Vector3, acceleration: Vector3) {
    self.rate = rate
    self.acceleration = acceleration
  }

  /// Takes a sample; returns whether the average rate is the gyroscope's bias.
  mutating func take(rate: Vector3, acceleration: Vector3, _ dt: Double) -> Bool {
    let part = min(1, dt / HeadingLimits.restAverage)
    self.rate = self.rate + part * (rate - self.rate)
    self.acceleration = self.acceleration + part * (acceleration - self.acceleration)
    let isStill =
      (rate - self.rate).length <= HeadingLimits.restRate
      && (acceleration - self.acceleration).length <= HeadingLimits.restAcceleration
    time = isStill ? min(time + dt, 1e6) : 0
    return time > HeadingLimits.restTime && self.rate.length < HeadingLimits.greatestBias
  }
}
