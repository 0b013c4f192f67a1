internal import CCairnMath
internal import CairnTypes

/// Shortest lines on the WGS 84 ellipsoid.
///
/// Names follow the paper: β is the reduced latitude, α an azimuth, α₀ the azimuth at the equator,
/// σ the arc on the auxiliary sphere, ω the longitude on it and λ the longitude on the ellipsoid.
///
/// Source: C.F.F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), 43-55.
enum Geodesic {
  /// Keeps azimuths defined at the poles; its square is still a normal number.
  static let tiny = 1.5e-154

  /// Returns the reduced latitude of a geographic one, kept off the exact pole.
  static func reducedLatitude(_ degrees: Double) -> Angle {
    let phi = Angle(degrees: degrees)
    var beta = Angle(sin: phi.sin * (1 - WGS84.flattening), cos: phi.cos).normalized()
    beta.cos = max(tiny, beta.cos)
    return beta
  }

  /// Solves the direct problem (section 2, with α₁ and s₁₂ given).
  static func direct(from start: Coordinate, azimuth alpha1: Angle, distance: Double) -> Coordinate
  {
    let beta1 = reducedLatitude(start.latitude)
    let alpha0 = equatorialAzimuth(alpha1, beta1)
    let sigma1 = Angle(sin: beta1.sin, cos: alpha1.cos * beta1.cos)
    let omega1 = Angle(sin: alpha0.sin * beta1.sin, cos: alpha1.cos * beta1.cos)
    let atNode = beta1.sin == 0 && sigma1.cos == 0
    let unit1 = atNode ? Angle(sin: 0, cos: 1) : sigma1.normalized()

    let k2 = WGS84.secondEccentricitySquared * alpha0.cos * alpha0.cos
    let series = GeodesicSeries(epsilon: GeodesicSeries.epsilon(kSquared: k2))
    let b1 = GeodesicSeries.sum(series.c1, unit1)
    let tau2 = unit1.radians + b1 + distance / (WGS84.semiMinorAxis * series.a1)
    let arc2 = tau2 + GeodesicSeries.sum(series.c1Reverted, Angle(radians: tau2))
    let sigma2 = Angle(radians: arc2)

    let beta2 = Angle(
      sin: alpha0.cos * sigma2.sin, cos: cairn_hypot(alpha0.sin, alpha0.cos * sigma2.cos))
    let omega2 = Angle(sin: alpha0.sin * sigma2.sin, cos: sigma2.cos)
    let c3 = series.c3
    let lambda =
      omega2.radians - (atNode ? 0 : omega1.radians)
      - WGS84.flattening * series.a3 * alpha0.sin
      * (arc2 - unit1.radians
        + (GeodesicSeries.sum(c3, sigma2) - GeodesicSeries.sum(c3, unit1)))
    let latitude = cairn_atan2(beta2.sin, (1 - WGS84.flattening) * beta2.cos) / radiansPerDegree
    let longitude = longitudeDifference(
      from: 0, to: longitudeDifference(from: 0, to: start.longitude) + lambda / radiansPerDegree)
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Returns the azimuth at which the geodesic crosses the equator (equations 5 and 10).
  static func equatorialAzimuth(_ alpha: Angle, _ beta: Angle) -> Angle {
    Angle(sin: alpha.sin * beta.cos, cos: cairn_hypot(alpha.cos, alpha.sin * beta.sin))
  }

  /// Returns distance and reduced length of an arc, in semi-minor axes (equations 7, 38 to 41).
  static func lengths(
    epsilon: Double, arc: Double, from sigma1: Angle, _ beta1: Angle, to sigma2: Angle,
    _ beta2: Angle
  ) -> (distance: Double, reduced: Double) {
    let series = GeodesicSeries(epsilon: epsilon)
    let a2 = series.a2
    let c2 = series.c2
    let b1 = GeodesicSeries.sum(series.c1, sigma2) - GeodesicSeries.sum(series.c1, sigma1)
    let b2 = GeodesicSeries.sum(c2, sigma2) - GeodesicSeries.sum(c2, sigma1)
    let j = (series.a1 - a2) * arc + (series.a1 * b1 - a2 * b2)
    let reduced =
      stretch(beta2) * (sigma1.cos * sigma2.sin) - stretch(beta1) * (sigma1.sin * sigma2.cos)
      - sigma1.cos * sigma2.cos * j
    return (series.a1 * (arc + b1), reduced)
  }

  /// Returns √(1 + e'² sin² β).
  static func stretch(_ beta: Angle) -> Double {
    (1 + WGS84.secondEccentricitySquared * beta.sin * beta.sin).squareRoot()
  }
}
