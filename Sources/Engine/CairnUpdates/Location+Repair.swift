internal import CCairnMath
internal import CairnTypes

extension Location {
  /// Makes the accuracy finite and positive; returns false if that cannot be done honestly.
  mutating func repairAccuracy(
    _ traits: FixIntake.ProviderTraits, counting counts: inout RepairCounts
  ) -> Bool {
    if let hdop = source.hdop, !(hdop.isFinite && hdop > 0) {
      source.hdop = nil
      counts[.dilution] += 1
    }
    if !(horizontalAccuracy.isFinite && horizontalAccuracy >= 0) {
      if !horizontalAccuracy.isNaN { counts[.accuracy] += 1 }
      guard let typical = traits.typicalAccuracy, typical.isFinite, typical > 0 else {
        return false
      }
      horizontalAccuracy = typical * Double(source.hdop ?? 1)
      source.flags.insert(.accuracyEstimated)
    }
    if horizontalAccuracy < Defaults.smallestAccuracy {
      counts[.accuracy] += 1
      guard traits.accuracyFloor.isFinite, traits.accuracyFloor > 0 else { return false }
      horizontalAccuracy = traits.accuracyFloor
      source.flags.insert(.accuracyEstimated)
    }
    return horizontalAccuracy.isFinite
  }

  /// Sets every other value to `nil` that is not a number or is impossible.
  mutating func repairValues(
    validCourseSpeed: Double, counting counts: inout RepairCounts
  ) {
    if let timestamp, !Defaults.possibleUTC.contains(timestamp) {
      self.timestamp = nil
      counts[.time] += 1
    }
    // Comparisons with NaN are false.
    repair(&altitude, .altitude, &counts) { Defaults.possibleAltitude.contains($0) }
    repair(&ellipsoidalAltitude, .altitude, &counts) { Defaults.possibleAltitude.contains($0) }
    repair(&verticalSpeed, .speed, &counts) { $0.magnitude <= Defaults.highestSpeed }
    repair(&speed, .speed, &counts) { $0 >= 0 && $0 <= Defaults.highestSpeed }
    repair(&course, .course, &counts) { $0.magnitude <= 360 }
    repair(&verticalAccuracy, .accuracy, &counts) { $0 > 0 && $0.isFinite }
    repair(&speedAccuracy, .accuracy, &counts) { $0 > 0 && $0.isFinite }
    repair(&courseAccuracy, .accuracy, &counts) { $0 > 0 && $0.isFinite }
    repair(&errorEllipse, .accuracy, &counts) {
      $0.semiMajor.isFinite && $0.orientation.isFinite && $0.semiMinor >= 0 && $0.semiMajor > 0
        && $0.semiMajor >= $0.semiMinor
    }
    repair(&source.satellitesUsed, .satellites, &counts) { $0 <= Defaults.mostSatellites }
    repair(&source.correctionAge, .correctionAge, &counts) { $0 >= 0 && $0.isFinite }
    course = course.map(normalizedDegrees)
    if let speed, speed < validCourseSpeed { course = nil }
    if course == nil { courseAccuracy = nil }
  }
}

@inline(__always)
private func repair<Value>(
  _ value: inout Value?, _ kind: Repair, _ counts: inout RepairCounts,
  unless isPossible: (Value) -> Bool
) {
  guard let known = value, !isPossible(known) else { return }
  value = nil
  counts[kind] += 1
}

/// Returns the angle in 0..<360.
private func normalizedDegrees(_ degrees: Double) -> Double {
  // The usual case: nearly every receiver sends this range, and the division would not change it.
  if degrees >= 0, degrees < 360 { return degrees }
  let rest = cairn_fmod(degrees, 360)
  if rest >= 0 { return rest }
  // A tiny negative angle rounds to a full turn.
  let turned = rest + 360
  return turned < 360 ? turned : 0
}
