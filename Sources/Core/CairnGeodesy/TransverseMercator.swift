internal import CCairnMath

/// Maps the WGS 84 ellipsoid onto a plane with the same shapes: along a meridian for UTM, around a
/// pole for UPS.
///
/// Source: C.F.F. Karney, Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85
/// (2011), 475-485: equations 7 to 11, 14 and 35, to the sixth order.
enum TransverseMercator {
  private static let n = WGS84.thirdFlattening
  /// Metres; radius of the rectifying circle.
  private static let radius =
    WGS84.semiMajorAxis / (1 + n)
    * (1 + n * n / 4 + n * n * n * n / 64 + n * n * n * n * n * n / 256)

  /// Coefficients of equation 35.
  private static let alpha: [Double] = [
    n
      * (1 / 2.0 + n
        * (-2 / 3.0 + n * (5 / 16.0 + n * (41 / 180.0 + n * (-127 / 288.0 + n * 7891 / 37_800))))),
    n * n
      * (13 / 48.0 + n
        * (-3 / 5.0 + n * (557 / 1440.0 + n * (281 / 630.0 - n * 1_983_433 / 1_935_360)))),
    n * n * n * (61 / 240.0 + n * (-103 / 140.0 + n * (15_061 / 26_880.0 + n * 167_603 / 181_440))),
    n * n * n * n * (49_561 / 161_280.0 + n * (-179 / 168.0 + n * 6_601_661 / 7_257_600)),
    n * n * n * n * n * (34_729 / 80_640.0 - n * 3_418_889 / 1_995_840),
    n * n * n * n * n * n * 212_378_941 / 319_334_400,
  ]

  /// Coefficients of equation 36.
  private static let beta: [Double] = [
    n
      * (1 / 2.0 + n
        * (-2 / 3.0 + n * (37 / 96.0 + n * (-1 / 360.0 + n * (-81 / 512.0 + n * 96_199 / 604_800))))),
    n * n
      * (1 / 48.0 + n
        * (1 / 15.0 + n * (-437 / 1440.0 + n * (46 / 105.0 - n * 1_118_711 / 3_870_720)))),
    n * n * n * (17 / 480.0 + n * (-37 / 840.0 + n * (-209 / 4480.0 + n * 5569 / 90_720))),
    n * n * n * n * (4397 / 161_280.0 + n * (-11 / 504.0 - n * 830_251 / 7_257_600)),
    n * n * n * n * n * (4583 / 161_280.0 - n * 108_847 / 3_991_680),
    n * n * n * n * n * n * 20_648_693 / 638_668_800,
  ]

  /// Maps a place around a meridian.
  ///
  /// - Parameters:
  ///   - latitude: degrees.
  ///   - longitude: degrees east of the meridian, at most 60.
  /// - Returns: metres east and north of where the meridian crosses the equator, without scale factor.
  static func forward(latitude: Double, longitude: Double) -> (east: Double, north: Double) {
    let lambda = Angle(degrees: longitude)
    let tau = conformal(Angle(degrees: latitude))
    let xi1 = cairn_atan2(tau, lambda.cos)
    let eta1 = asinh(lambda.sin / cairn_hypot(tau, lambda.cos))
    var (xi, eta) = (xi1, eta1)
    for (index, coefficient) in alpha.enumerated() {
      let j = 2 * Double(index + 1)
      let angle = Angle(radians: j * xi1)
      let (up, down) = (cairn_exp(j * eta1), cairn_exp(-j * eta1))
      xi += coefficient * angle.sin * (up + down) / 2
      eta += coefficient * angle.cos * (up - down) / 2
    }
    return (radius * eta, radius * xi)
  }

  /// Returns the place that `forward` maps to a point within 40° of the meridian.
  ///
  /// - Parameters:
  ///   - east: metres, without scale factor.
  ///   - north: metres, without scale factor.
  /// - Returns: degrees; the longitude is east of the meridian.
  static func inverse(east: Double, north: Double) -> (latitude: Double, longitude: Double) {
    let (xi, eta) = (north / radius, east / radius)
    var (xi1, eta1) = (xi, eta)
    for (index, coefficient) in beta.enumerated() {
      let j = 2 * Double(index + 1)
      let angle = Angle(radians: j * xi)
      let (up, down) = (cairn_exp(j * eta), cairn_exp(-j * eta))
      xi1 -= coefficient * angle.sin * (up + down) / 2
      eta1 -= coefficient * angle.cos * (up - down) / 2
    }
    let angle = Angle(radians: xi1)
    let sinh = (cairn_exp(eta1) - cairn_exp(-eta1)) / 2
    let tau = geodetic(angle.sin / cairn_hypot(sinh, angle.cos))
    return (
      cairn_atan2(tau, 1) / radiansPerDegree, cairn_atan2(sinh, angle.cos) / radiansPerDegree
    )
  }

  /// Returns the latitude of the parallel that `polarDistance` maps to a distance in metres.
  static func polarLatitude(distance: Double) -> Double {
    guard distance > 0 else { return 90 }
    let sum = polarDistance(latitude: 0) / distance
    return cairn_atan2(geodetic((sum - 1 / sum) / 2), 1) / radiansPerDegree
  }

  /// Maps a parallel around a pole.
  ///
  /// - Parameter latitude: degrees from the equator towards that pole.
  /// - Returns: metres from the pole on the polar stereographic map, without scale factor.
  static func polarDistance(latitude: Double) -> Double {
    let phi = Angle(degrees: latitude)
    guard phi.cos > 0 else { return 0 }
    let tau = conformal(phi)
    let e = WGS84.eccentricitySquared.squareRoot()
    let scale = (1 - WGS84.eccentricitySquared).squareRoot() * cairn_exp(e * atanh(e))
    return 2 * WGS84.semiMajorAxis / scale / (cairn_hypot(1, tau) + tau)
  }

  /// Returns the tangent of the conformal latitude (equations 7 to 9).
  private static func conformal(_ phi: Angle) -> Double {
    let e = WGS84.eccentricitySquared.squareRoot()
    // At a pole the tangent has no end; this one is nearer to it than any other number of degrees.
    let tau = phi.sin / max(phi.cos, 1e-17)
    let x = e * atanh(e * phi.sin)
    let sigma = (cairn_exp(x) - cairn_exp(-x)) / 2
    return tau * cairn_hypot(1, sigma) - sigma * cairn_hypot(1, tau)
  }

  /// Returns the tangent of the latitude whose conformal latitude has this one (equations 19 to 21).
  private static func geodetic(_ conformal: Double) -> Double {
    let e2 = WGS84.eccentricitySquared
    var tau = conformal / (1 - e2)
    // Twice are enough, except very near a pole.
    for _ in 0..<5 {
      let found = self.conformal(Angle(radians: cairn_atan2(tau, 1)))
      tau +=
        (conformal - found) / cairn_hypot(1, found) * (1 + (1 - e2) * tau * tau)
        / ((1 - e2) * cairn_hypot(1, tau))
    }
    return tau
  }

  private static func atanh(_ x: Double) -> Double { cairn_log((1 + x) / (1 - x)) / 2 }

  private static func asinh(_ x: Double) -> Double {
    cairn_copysign(cairn_log(x.magnitude + cairn_hypot(1, x)), x)
  }
}
