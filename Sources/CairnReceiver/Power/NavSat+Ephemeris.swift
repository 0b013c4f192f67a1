internal import CairnUBX

extension NavSat {
  /// Whether every satellite in use has an ephemeris; `nil` if none is in use.
  var hasEphemerides: Bool? {
    var isAny = false
    for satellite in satellites where satellite.flags.isUsed {
      guard satellite.flags.hasEphemeris else { return false }
      isAny = true
    }
    return isAny ? true : nil
  }
}
