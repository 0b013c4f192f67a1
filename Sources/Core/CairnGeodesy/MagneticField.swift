internal import CCairnMath
public import CairnTypes

/// The Earth's magnetic field at one place and time, by the World Magnetic Model 2025.
///
/// Compasses point along the horizontal part, so that `declination` leads from magnetic to true
/// north. The model holds what comes from the Earth's core and is smooth over 3,000 km: local iron
/// and solar storms are not in it. Its authors state 0.4° for the declination, and more near the
/// magnetic poles.
///
/// Source: NOAA NCEI and British Geological Survey, The US/UK World Magnetic Model for 2025-2030,
/// equations 4 to 19.
public struct MagneticField: Hashable, Sendable {
  /// Nanotesla towards true north.
  public let north: Double
  /// Nanotesla towards the east.
  public let east: Double
  /// Nanotesla downwards.
  public let down: Double
  /// Nanotesla per year towards true north.
  public let northRate: Double
  /// Nanotesla per year towards the east.
  public let eastRate: Double
  /// Nanotesla per year downwards.
  public let downRate: Double

  /// Nanotesla in the horizontal plane.
  public var horizontal: Double { cairn_hypot(north, east) }
  /// Nanotesla.
  public var intensity: Double { cairn_hypot(horizontal, down) }
  /// Degrees from true north to magnetic north, positive east, -180...180.
  public var declination: Double { cairn_atan2(east, north) / radiansPerDegree }
  /// Degrees below the horizon, -90...90.
  public var inclination: Double { cairn_atan2(down, horizontal) / radiansPerDegree }
  /// Degrees per year; 0 at a magnetic pole, where the declination is any.
  public var declinationRate: Double {
    let squared = north * north + east * east
    return squared > 0 ? (north * eastRate - east * northRate) / squared / radiansPerDegree : 0
  }

  /// Years for which the model was made, as decimal numbers.
  public static let years = 2025.0...2030.0
  /// Metres above the ellipsoid for which the model was made.
  public static let altitudes = -1_000.0...850_000.0

  /// Evaluates the model; `nil` for a coordinate that is not valid, and outside `years` or
  /// `altitudes`.
  ///
  /// - Parameters:
  ///   - place: position on WGS 84.
  ///   - ellipsoidalAltitude: metres above the ellipsoid.
  ///   - year: decimal year, such as 2026.5.
  public init?(at place: Coordinate, ellipsoidalAltitude: Double = 0, year: Double) {
    guard place.isValid, Self.years.contains(year), Self.altitudes.contains(ellipsoidalAltitude)
    else { return nil }
    let vector = GeocentricVector(place, ellipsoidalAltitude: ellipsoidalAltitude)
    let outwards = cairn_hypot(vector.x, vector.y)
    let radius = cairn_hypot(outwards, vector.z)
    let geocentric = Angle(sin: vector.z / radius, cos: outwards / radius)
    let model = MagneticModel(
      geocentric, radius: radius, longitude: Angle(degrees: place.longitude))
    let (field, rate) = model.evaluate(years: year - Self.years.lowerBound)
    // From the direction of the Earth's centre to that of the plumb line.
    let geodetic = Angle(degrees: place.latitude)
    let turn = Angle(
      sin: geocentric.sin * geodetic.cos - geocentric.cos * geodetic.sin,
      cos: geocentric.cos * geodetic.cos + geocentric.sin * geodetic.sin)
    (north, east, down) = field.turned(turn)
    (northRate, eastRate, downRate) = rate.turned(turn)
  }
}
