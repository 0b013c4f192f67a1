/// How a vehicle moves by its own sensors: the ticks of its wheels, and a gyroscope about its
/// vertical axis.
public struct Odometry: Hashable, Sendable {
  /// Metres per second along the ground, below zero in reverse; `nil` without an odometer.
  public var speed: Double?
  /// Degrees per second by which the heading grows, clockwise seen from above; `nil` without a
  /// gyroscope.
  public var headingRate: Double?

  /// See the properties.
  public init(speed: Double? = nil, headingRate: Double? = nil) {
    self.speed = speed
    self.headingRate = headingRate
  }

  /// Whether a vehicle can have moved so: up to 200 m/s and a turn in a second.
  package var isPossible: Bool {
    (speed.map { $0.magnitude <= 200 } ?? true) && (headingRate.map { $0.magnitude <= 360 } ?? true)
      && (speed != nil || headingRate != nil)
  }
}
