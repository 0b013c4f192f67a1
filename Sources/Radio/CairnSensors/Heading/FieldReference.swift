internal import CCairnMath

/// Expected magnetic field of the earth at the device's place, with which measured fields are
/// compared.
///
/// The reference is the model's if one is given, otherwise the first field, and follows good fields
/// slowly. A magnet nearby changes intensity or inclination at once. Another field becomes the
/// reference only after the device has turned in it and it stayed the same.
struct FieldReference: Sendable {
  /// An intensity in microtesla with an inclination in radians.
  private struct Field {
    var intensity: Double
    var inclination: Double

    /// Distance to another field, squared: 1 is the limit of the tolerance.
    func distance(to other: Self) -> Double {
      let intensity = (other.intensity / self.intensity - 1) / HeadingLimits.intensityTolerance
      let inclination =
        (other.inclination - self.inclination) / HeadingLimits.inclinationTolerance
      return intensity * intensity + inclination * inclination
    }

    mutating func follow(_ other: Self, _ part: Double) {
      intensity += part * (other.intensity - intensity)
      inclination += part * (other.inclination - inclination)
    }
  }

  private var reference: Field?
  private var candidate: Field?
  /// Seconds of good fields, up to the averaging time of the reference.
  private var age = 0.0
  /// Radians of turning in the candidate.
  private var turned = 0.0
  /// Mean of the squared distances of good fields.
  private var unevenness = HeadingLimits.usualUnevenness

  /// Creates a reference that the first field sets.
  init() {}

  /// Creates a reference from a model of the earth's field at the place.
  ///
  /// - Parameters:
  ///   - intensity: microtesla.
  ///   - inclination: radians below the horizon.
  init(intensity: Double, inclination: Double) {
    reference = Field(intensity: intensity, inclination: inclination)
    age = HeadingLimits.referenceAverage
  }

  /// Radians, one standard deviation: by how much the direction of the level part differs from place
  /// to place, if it does so as much as intensity and inclination do.
  var unevenDirection: Double {
    guard let reference else { return 0 }
    // The squared distance that a deviation by one in a field of one makes on the average.
    let unit =
      1 / (HeadingLimits.intensityTolerance * HeadingLimits.intensityTolerance)
      + 1 / (HeadingLimits.inclinationTolerance * HeadingLimits.inclinationTolerance)
    let level = max(HeadingLimits.leastLevelShare, cairn_cos(reference.inclination))
    return (unevenness / unit).squareRoot() / level
  }

  /// Compares a field.
  ///
  /// - Parameters:
  ///   - intensity: microtesla.
  ///   - inclination: radians below the horizon.
  ///   - turning: radians that the device has turned since the last field.
  ///   - dt: seconds since the last field.
  /// - Returns: the distance to the reference, squared: below 1 the field is undisturbed. `nil` for
  ///   a field that cannot be the earth's.
  mutating func compare(
    intensity: Double, inclination: Double, turning: Double, _ dt: Double
  ) -> Double? {
    guard HeadingLimits.earthField.contains(intensity) else {
      candidate = nil
      return nil
    }
    let field = Field(intensity: intensity, inclination: inclination)
    guard let known = reference else {
      reference = field
      age = dt
      return 0
    }
    let distance = known.distance(to: field)
    guard distance >= 1 else {
      age = min(age + dt, HeadingLimits.referenceAverage)
      reference?.follow(field, min(1, dt / age))
      unevenness += min(1, dt / HeadingLimits.unevennessAverage) * (distance - unevenness)
      candidate = nil
      return distance
    }
    guard let other = candidate, other.distance(to: field) < 1 else {
      candidate = field
      turned = 0
      return distance
    }
    turned += turning
    candidate?.follow(field, min(1, dt / HeadingLimits.candidateAverage))
    guard turned > HeadingLimits.candidateTurning else { return distance }
    reference = candidate
    candidate = nil
    age = HeadingLimits.referenceAverage
    return other.distance(to: field)
  }
}
