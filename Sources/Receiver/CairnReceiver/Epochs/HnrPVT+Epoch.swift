internal import CairnTypes
internal import CairnUBX

extension Epoch {
  /// Creates the epoch of a solution between navigation epochs, which is complete by itself.
  init(_ message: HnrPVT, at now: MonotonicTime) {
    self.init(time: now)
    fix =
      message.flags.isFixOK
      ? message.fixType.quality(isDifferential: message.flags.isDifferential) : .none
    dimensions = message.fixType.dimensions
    coordinate = Coordinate(latitude: message.latitude, longitude: message.longitude)
    timestamp = message.validity.isFullyResolved ? message.utc : nil
    if message.second == 60 { flags.insert(.leapSecond) }
    if fix == .deadReckoning { flags.insert(.deadReckoned) }
    ellipsoidalAltitude = message.ellipsoidalAltitude
    altitude = message.altitude
    horizontalAccuracy = message.horizontalAccuracy
    verticalAccuracy = message.verticalAccuracy
    speed = message.groundSpeed.magnitude
    speedAccuracy = message.speedAccuracy
    course = message.course
    courseAccuracy = message.courseAccuracy
  }
}

extension FixType {
  /// 2 for an assumed height, 3 for a measured one; `nil` without a position.
  var dimensions: UInt8? { hasPosition ? (self == .twoD ? 2 : 3) : nil }

  /// Returns the kind of solution, for a fix that the receiver vouches for.
  func quality(isDifferential: Bool) -> FixQuality {
    switch self {
    case .twoD: isDifferential ? .differential : .twoD
    case .threeD: isDifferential ? .differential : .threeD
    case .deadReckoning: .deadReckoning
    case .gnssDeadReckoning: .gnssDeadReckoning
    case .timeOnly: .timeOnly
    default: .none
    }
  }
}
