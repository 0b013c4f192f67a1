internal import CairnTypes

extension GPSDPosition {
  /// Creates the position from a fix and the dilution of the last list of satellites. Errors are
  /// gpsd's, 95 %, of a normal distribution.
  init(_ fix: Location, _ dilution: DilutionOfPrecision) {
    self.init()
    mode = fix.source.fix.isThreeD || (fix.altitude ?? fix.ellipsoidalAltitude) != nil ? 3 : 2
    status = GPSDStatus(fix.source.fix, isSimulated: fix.source.flags.contains(.simulated))
    timestamp = fix.timestamp
    if timestamp != nil { timeError = Self.timeError }
    coordinate = fix.coordinate
    ellipsoidalAltitude = fix.ellipsoidalAltitude
    altitude = fix.altitude
    setErrors(fix, dilution)
    course = fix.course
    courseError = fix.courseAccuracy.map { min($0 * Confidence.axis, 180) }
    speed = fix.speed
    speedError = fix.speedAccuracy.map { $0 * Confidence.axis }
    if mode >= 3 { climb = fix.verticalSpeed }
    correctionAge = fix.source.correctionAge.map { Double($0) }
  }

  private mutating func setErrors(_ fix: Location, _ dilution: DilutionOfPrecision) {
    // A receiver may state none, and a fix has no accuracy then.
    if fix.horizontalAccuracy.isFinite {
      eastError = fix.horizontalAccuracy * Confidence.axisOfPlane
      northError = eastError
      horizontalError = fix.horizontalAccuracy * Confidence.plane
    }
    if let ellipse = fix.errorEllipse, ellipse.eastDeviation.isFinite,
      ellipse.northDeviation.isFinite
    {
      eastError = ellipse.eastDeviation * Confidence.axis
      northError = ellipse.northDeviation * Confidence.axis
    }
    guard mode >= 3 else { return }
    verticalError = fix.verticalAccuracy.map { $0 * Confidence.axis }
    if verticalError == nil, let horizontalError, let vertical = dilution.vertical,
      let horizontal = dilution.horizontal, horizontal > 0
    {
      verticalError = horizontalError * Confidence.axisOfDilution * Double(vertical / horizontal)
    }
    if let horizontalError, let verticalError {
      sphericalError =
        (horizontalError * horizontalError + verticalError * verticalError).squareRoot()
    }
  }

  /// Error of any time, in seconds, as gpsd states it.
  private static let timeError = 0.005
}
