import CairnTestSupport
import CairnTypes

@testable import CairnSensors

extension SplitMix {
  /// A vector whose components are within `size` of zero.
  mutating func vector(_ size: Double) -> Vector3 {
    Vector3(number(-size...size), number(-size...size), number(-size...size))
  }
}

/// A device that is turned in the earth's field, with a magnetometer that may be distorted.
struct SimulatedDevice {
  /// Microtesla: east, north, up.
  static let earth = Vector3(0, 20, -40)
  static let dt = 0.02

  /// Leads from the device's frame to the earth's.
  var rotation = Rotation(turn: .zero)
  var seconds = 0.0
  /// What the magnetometer adds and how it distorts.
  var hardIron = Vector3.zero
  var softIron = Matrix3.identity
  var bias = Vector3.zero
  var magnet = Vector3.zero
  var dice = SplitMix(seed: 1)

  /// Turns for one sample by a rate in the device's frame, radians per second; returns the sample.
  mutating func turn(_ rate: Vector3, noise: Double = 0) -> MotionSample {
    seconds += Self.dt
    rotation = rotation * Rotation(turn: Self.dt * rate)
    rotation.normalize()
    let device = rotation.matrix.transposed
    return MotionSample(
      time: MonotonicTime(nanoseconds: Int64((seconds * 1e9).rounded())),
      rotationRate: rate + bias,
      acceleration: device * Vector3(0, 0, 9.81) + dice.vector(noise / 10),
      field: softIron * (device * (Self.earth + magnet)) + hardIron + dice.vector(noise))
  }

  /// Degrees clockwise from north of the device's y axis.
  var heading: Double { HeadingAxis(.portrait).direction(in: rotation.matrix)?.angle ?? .nan }

  /// Rates of a hand that turns a device this way and that, for one second each.
  static let byHand = [
    Vector3(1.5, 0.2, 0.1), Vector3(0.1, 1.6, -0.3), Vector3(-0.2, 0.3, 1.8),
    Vector3(-1.4, 0.5, 0.6),
    Vector3(0.4, -1.7, 0.2), Vector3(1, 1, -1), Vector3(-0.8, 0.9, 1.2), Vector3(0.3, 1.5, 1),
  ]
}

/// Degrees between two directions.
func degreesApart(_ a: Double, _ b: Double) -> Double {
  let off = abs(a - b).truncatingRemainder(dividingBy: 360)
  return min(off, 360 - off)
}
