internal import CairnReceiver
internal import CairnTypes

extension GPSDPosition {
  /// Creates the position from an epoch, by gpsd's names.
  init(_ epoch: Epoch) {
    self.init()
    // The receiver only computes time, at its surveyed place.
    let isTiming = epoch.fix == .timeOnly && epoch.coordinate != nil
    timestamp = epoch.timestamp
    mode = isTiming ? 3 : epoch.coordinate == nil ? 1 : epoch.dimensions ?? 1
    guard mode >= 2 else { return }
    status =
      isTiming || epoch.hasPosition
      ? GPSDStatus(epoch.fix, isSimulated: epoch.flags.contains(.simulated)) : .unknown
    coordinate = epoch.coordinate
    ellipsoidalAltitude = epoch.ellipsoidalAltitude
    altitude = epoch.altitude
    // For NMEA, these errors come from GST and GBS.
    if epoch.wireProtocol != .nmea {
      verticalError = epoch.verticalAccuracy
      horizontalError = epoch.horizontalAccuracy
    }
    if epoch.wireProtocol == .casic, let horizontalError, let verticalError {
      sphericalError =
        (horizontalError * horizontalError + verticalError * verticalError).squareRoot()
    }
    course = epoch.course
    speed = isTiming ? epoch.speed ?? 0 : epoch.speed
    speedError = epoch.speedAccuracy
    if mode >= 3 { climb = epoch.verticalSpeed }
    correctionAge = epoch.correctionAge.map { Double($0) }
  }
}
