internal import CCairnMath
internal import CairnGeodesy

/// Heading without a gyroscope: valid only while the accelerometer is quiet, because acceleration
/// cannot be told from gravity otherwise.
struct StillCompass: Sendable {
  /// The limits of a quiet accelerometer, and of the heading that follows.
  enum Limits {
    /// Seconds over which acceleration is averaged.
    static let average = 0.3
    /// Metres per second squared from the average, and of its length from gravity.
    static let quiet = 0.25
    static let length = 0.5
    /// Seconds of quiet before the direction of gravity is believed.
    static let time = 0.5
    /// Radians, 68 %: of the heading in a field as expected.
    static let accuracy = 0.05
    /// Radians, 68 %: of the tilt.
    static let tilt = 0.02
  }

  private var acceleration: Vector3
  private var quiet = 0.0
  private(set) var field: FieldReference
  /// `nil` while unknown.
  private(set) var known: KnownOrientation?
  private var last: Vector3?

  init(acceleration: Vector3, reference: FieldReference) {
    self.acceleration = acceleration
    field = reference
  }

  /// Begins anew, and keeps what is known of the field.
  mutating func restart(acceleration: Vector3) {
    self.acceleration = acceleration
    quiet = 0
    known = nil
    last = nil
  }

  /// Processes one sample; the units are those of `OrientationFilter.step`.
  mutating func step(_ dt: Double, acceleration: Vector3, magnetic: Vector3?) {
    self.acceleration =
      self.acceleration + min(1, dt / Limits.average) * (acceleration - self.acceleration)
    let isQuiet =
      (acceleration - self.acceleration).length <= Limits.quiet
      && abs(self.acceleration.length - HeadingLimits.gravity) <= Limits.length
    quiet = isQuiet ? min(quiet + dt, 1e6) : 0
    guard quiet > Limits.time else { return known = nil }
    guard let magnetic else { return }
    known = pointing(dt, magnetic)
    last = magnetic
  }

  private mutating func pointing(
    _ dt: Double, _ magnetic: Vector3
  ) -> KnownOrientation? {
    guard let axes = Rotation(up: acceleration, field: magnetic)?.matrix else { return nil }
    let earth = axes * magnetic
    // The angle between two fields is at most that by which the device has turned.
    let turned = last.map { cairn_atan2($0.cross(magnetic).length, $0.dot(magnetic)) } ?? 0
    let distance = field.compare(
      intensity: magnetic.length,
      inclination: cairn_atan2(-earth.z, cairn_hypot(earth.x, earth.y)), turning: turned, dt)
    guard let distance, distance < 1 else { return nil }
    return KnownOrientation(
      axes: axes, heading: Limits.accuracy * (1 + HeadingLimits.fieldSoftness * distance),
      tilt: Limits.tilt)
  }
}
