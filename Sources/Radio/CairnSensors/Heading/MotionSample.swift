public import CairnTypes

/// Readings of a device's motion sensors at one time, in the device's frame: x to the right, y
/// towards the top, z out of the face.
///
/// A `MountMatrix` rotates from a sensor's own axes to these.
public struct MotionSample: Hashable, Sendable {
  /// When it was measured, on the boot clock.
  public var time: MonotonicTime
  /// Radians per second about each axis; `nil` without a gyroscope.
  public var rotationRate: Vector3?
  /// Metres per second squared; at rest it points up and is as long as gravity.
  public var acceleration: Vector3
  /// Microtesla, not calibrated; `nil` if the magnetometer has no new measurement.
  public var field: Vector3?

  /// Creates a sample; the properties give the units.
  public init(
    time: MonotonicTime, rotationRate: Vector3? = nil, acceleration: Vector3,
    field: Vector3? = nil
  ) {
    self.time = time
    self.rotationRate = rotationRate
    self.acceleration = acceleration
    self.field = field
  }

  /// Whether a sensor can have measured this: numbers within twice the range of real ones.
  public var isPossible: Bool {
    func within(_ vector: Vector3, _ limit: Double) -> Bool {
      vector.isFinite && vector.length <= limit
    }
    return within(acceleration, 4_000) && within(rotationRate ?? .zero, 150)
      && within(field ?? .zero, 20_000)
  }
}
