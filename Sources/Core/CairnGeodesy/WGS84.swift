internal import CCairnMath

/// The reference ellipsoid of all satellite navigation.
///
/// Source: NGA.STND.0036_1.0.0_WGS84, table 3.1.
enum WGS84 {
  /// Metres.
  static let semiMajorAxis = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  /// Metres.
  static let semiMinorAxis = semiMajorAxis * (1 - flattening)
  /// First eccentricity, squared.
  static let eccentricitySquared = flattening * (2 - flattening)
  /// Second eccentricity, squared.
  static let secondEccentricitySquared =
    eccentricitySquared / ((1 - flattening) * (1 - flattening))
  static let thirdFlattening = flattening / (2 - flattening)
  /// Metres; radius of a sphere with the same mean of the three semi-axes.
  static let meanRadius = (2 * semiMajorAxis + semiMinorAxis) / 3
  /// Metres, on the equator.
  static let longestLongitudeDegree = semiMajorAxis * radiansPerDegree
  /// Metres, at a pole.
  static let longestLatitudeDegree = semiMajorAxis / (1 - flattening) * radiansPerDegree
}

/// Sine and cosine of one angle; together they represent it without its rounding error.
struct Angle {
  var sin: Double
  var cos: Double

  init(sin: Double, cos: Double) {
    self.sin = sin
    self.cos = cos
  }

  /// Exact at multiples of 90 degrees, so that the poles and the equator are in their right places.
  init(degrees: Double) {
    let reduced = cairn_fmod(degrees, 360)
    let quarters = cairn_round(reduced / 90)
    let rest = (reduced - 90 * quarters) * radiansPerDegree
    let s = cairn_sin(rest)
    let c = cairn_cos(rest)
    switch quarters {
    case 1, -3: self.init(sin: c, cos: -s)
    case 2, -2: self.init(sin: -s, cos: -c)
    case 3, -1: self.init(sin: -c, cos: s)
    default: self.init(sin: s, cos: c)
    }
  }

  init(radians: Double) { self.init(sin: cairn_sin(radians), cos: cairn_cos(radians)) }

  /// Radians, -π...π.
  var radians: Double { cairn_atan2(sin, cos) }

  /// Returns the pair scaled to length one.
  func normalized() -> Angle {
    let length = cairn_hypot(sin, cos)
    return Angle(sin: sin / length, cos: cos / length)
  }
}

package let radiansPerDegree = Double.pi / 180

/// Returns the degrees from `a` to `b` the short way round, -180...180.
func longitudeDifference(from a: Double, to b: Double) -> Double {
  var difference = b - a
  if abs(difference) <= 180 { return difference }
  difference = cairn_fmod(difference, 360)
  if difference > 180 { return difference - 360 }
  return difference < -180 ? difference + 360 : difference
}
