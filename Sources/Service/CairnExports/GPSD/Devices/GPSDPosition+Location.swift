internal import CairnTypes

extension GPSDPosition {
  /// Creates the position from a fix. Errors are gpsd's, 95 %, of a normal distribution.
  init(_ fix: Location) {
    self.init()
    mode = fix.source.fix.isThreeD || (fix.altitude ?? fix.ellipsoidalAltitude) != nil ? 3 : 2
    status = GPSDStatus(fix.source.fix, isSimulated: fix.source.flags.contains(.simulated))
    timestamp = fix.timestamp
    if timestamp != nil { timeError = Confidence.timeError }
    coordinate = fix.coordinate
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    altitude = fix.altitude
    eastError = fix.horizontalAccuracy * Confidence.axisOfPlane
    northError = eastError
    horizontalError = fix.horizontalAccuracy * Confidence.plane
    verticalError = fix.verticalAccuracy.map { $0 * Confidence.axis }
    if let horizontalError, let verticalError {
      sphericalError =
        (horizontalError * horizontalError + verticalError * verticalError).squareRoot()
    }
    course = fix.course
    courseError = fix.courseAccuracy.map { min($0 * Confidence.axis, 180) }
    speed = fix.speed
    speedError = fix.speedAccuracy.map { $0 * Confidence.axis }
    if mode >= 3 { climb = fix.verticalSpeed }
    correctionAge = fix.source.correctionAge.map { Double($0) }
  }

  /// Factors from a value at 68 % to one at 95 %.
  private enum Confidence {
    /// Of one value: 1.96 deviations.
    static let axis = 1.96
    /// Of a radius: 2.45 deviations instead of 1.51.
    static let plane = 1.62
    /// From a radius to the error of one of its axes: 1.96 deviations instead of 1.51.
    static let axisOfPlane = 1.30
    /// Error of any time, in seconds, as gpsd states it.
    static let timeError = 0.005
  }
}
