internal import CairnNMEA
public import CairnTypes

extension Location {
  /// Returns the position as a GGA sentence of talker GP, with line ending, as casters expect it.
  ///
  /// - Returns: empty if the coordinate is not valid.
  public func ggaSentence() -> [UInt8] {
    guard coordinate.isValid else { return [] }
    var gga = GGA()
    gga.time = timestamp?.timeOfDay
    gga.latitude = coordinate.latitude
    gga.longitude = coordinate.longitude
    gga.quality = source.fix.ggaQuality
    gga.satellitesUsed = source.satellitesUsed.map { Int($0) }
    gga.hdop = source.hdop.map { Double($0) }
    gga.altitude = altitude
    if let altitude, let ellipsoidalAltitude {
      gga.geoidSeparation = ellipsoidalAltitude - altitude
    }
    gga.differentialAge = source.correctionAge.map { Double($0) }
    return gga.encode(talker: "GP")
  }
}

extension FixQuality {
  /// GGA's quality number for the kind of solution.
  fileprivate var ggaQuality: Int {
    switch self {
    case .unknown, .twoD, .threeD, .gnssDeadReckoning: 1
    case .none, .timeOnly: 0
    case .differential: 2
    case .rtkFixed: 4
    case .rtkFloat: 5
    case .deadReckoning, .estimated: 6
    case .fixedPosition: 7
    }
  }
}
