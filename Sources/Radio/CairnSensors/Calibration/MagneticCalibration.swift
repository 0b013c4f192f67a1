/// Hard and soft iron of a magnetometer in its device.
public struct MagneticCalibration: Hashable, Sendable {
  /// Correction of soft iron, scale and the angle to the other sensors.
  public var matrix: Matrix3
  /// Microtesla: the field of the device itself, which is subtracted first.
  public var offset: Vector3
  /// Seconds by which a field is measured later than the rotation rate of the same sample.
  public var delay: Double

  /// Creates a calibration; the properties describe the values.
  public init(matrix: Matrix3, offset: Vector3, delay: Double = 0) {
    self.matrix = matrix
    self.offset = offset
    self.delay = delay
  }

  /// The calibration that changes nothing.
  public static let identity = MagneticCalibration(matrix: .identity, offset: .zero)

  /// Returns the earth's part of a measured field, in microtesla.
  public func corrected(_ field: Vector3) -> Vector3 { matrix * (field - offset) }

  /// Corrects a field that is measured late in a device that turns.
  ///
  /// - Parameters:
  ///   - field: microtesla, as measured.
  ///   - rate: radians per second.
  /// - Returns: the earth's part at the time of the rate, microtesla.
  public func corrected(_ field: Vector3, turning rate: Vector3) -> Vector3 {
    let earth = corrected(field)
    return earth - delay * rate.cross(earth)
  }
}

/// Progress of a calibrator.
public enum CalibrationState: Hashable, Sendable {
  /// The device has turned too little, or about too few axes.
  case notTurnedEnough
  /// - Parameter deviation: microtesla, one standard deviation of the least certain direction of the
  ///   offset.
  case calibrated(MagneticCalibration, deviation: Double)

  /// The calibration, once there is one.
  public var calibration: MagneticCalibration? {
    if case .calibrated(let calibration, _) = self { calibration } else { nil }
  }
}
