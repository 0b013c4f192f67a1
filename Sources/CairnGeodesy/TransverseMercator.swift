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

  private static func atanh(_ x: Double) -> Double { cairn_log((1 + x) / (1 - x)) / 2 }

  private static func asinh(_ x: Double) -> Double {
    cairn_copysign(cairn_log(x.magnitude + cairn_hypot(1, x)), x)
  }
}
