internal import CCairnMath
internal import CairnTypes

extension Location {
  /// Makes the accuracy finite and positive where that is honest; false where it is not.
  mutating func repairAccuracy(_ traits: FixIntake.ProviderTraits) -> Bool {
    if source.hdop.map({ !($0.isFinite && $0 > 0) }) ?? false { source.hdop = nil }
    if !(horizontalAccuracy.isFinite && horizontalAccuracy >= 0) {
      guard let typical = traits.typicalAccuracy, typical.isFinite, typical > 0 else {
        return false
      }
      horizontalAccuracy = typical * Double(source.hdop ?? 1)
      source.flags.insert(.accuracyEstimated)
    }
    if horizontalAccuracy < Defaults.smallestAccuracy {
      guard traits.accuracyFloor.isFinite, traits.accuracyFloor > 0 else { return false }
      horizontalAccuracy = traits.accuracyFloor
    }
    return horizontalAccuracy.isFinite
  }

  /// Turns every number that is none, or impossible, into `nil`.
  mutating func repairMotion(validCourseSpeed: Double) {
    altitude = altitude.finite
    ellipsoidalAltitude = ellipsoidalAltitude.finite
    verticalSpeed = verticalSpeed.finite
    verticalAccuracy = verticalAccuracy.notNegative
    speed = speed.notNegative
    speedAccuracy = speedAccuracy.notNegative
    courseAccuracy = courseAccuracy.notNegative
    course = course.finite.map(normalizedDegrees)
    if let speed, speed < validCourseSpeed { course = nil }
    if course == nil { courseAccuracy = nil }
    if let ellipse = errorEllipse,
      !(ellipse.semiMajor.isFinite && ellipse.semiMinor.isFinite && ellipse.orientation.isFinite
        && ellipse.semiMinor >= 0 && ellipse.semiMajor >= ellipse.semiMinor)
    {
      errorEllipse = nil
    }
  }
}

/// 0..<360.
private func normalizedDegrees(_ degrees: Double) -> Double {
  // As nearly every receiver sends it: the division would give the same.
  if degrees >= 0, degrees < 360 { return degrees }
  let rest = cairn_fmod(degrees, 360)
  if rest >= 0 { return rest }
  // A tiny negative angle rounds to a full turn.
  let turned = rest + 360
  return turned < 360 ? turned : 0
}

extension Double? {
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
  fileprivate var notNegative: Double? { flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
}
