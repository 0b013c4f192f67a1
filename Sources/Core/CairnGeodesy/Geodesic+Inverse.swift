internal import CCairnMath
internal import CairnTypes

extension Geodesic {
  /// Distance in metres, and azimuths at both points, forward along the line.
  struct Inverse {
    var distance: Double
    var azimuth: Angle
    var endAzimuth: Angle
  }

  /// Solves the inverse problem (section 5 of the paper).
  ///
  /// First orders the points so that φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ -φ₁, 0 ≤ λ₁₂ ≤ 180°, where the azimuth α₁
  /// determines everything; finally reverses that for the result.
  static func inverse(from start: Coordinate, to end: Coordinate) -> Inverse {
    let lambda = longitudeDifference(from: start.longitude, to: end.longitude)
    guard start.latitude.isFinite, end.latitude.isFinite, lambda.isFinite else {
      let none = Angle(sin: .nan, cos: .nan)
      return Inverse(distance: .nan, azimuth: none, endAzimuth: none)
    }
    let (startLatitude, endLatitude) = (tidied(start.latitude), tidied(end.latitude))
    let swapped = startLatitude.magnitude < endLatitude.magnitude
    let first = swapped ? endLatitude : startLatitude
    let second = swapped ? startLatitude : endLatitude
    let north = first < 0 ? 1.0 : -1.0
    var triangle = Triangle(
      latitude1: first * north, latitude2: second * north, longitude: lambda.magnitude)
    let distance = triangle.solve()
    // Swapping ends or mirroring at the equator negates the cosine; mirroring east-west, the sine.
    let east = (lambda < 0 ? -1.0 : 1.0)
    func azimuth(_ alpha: Angle) -> Angle {
      Angle(sin: alpha.sin * east, cos: alpha.cos * (swapped ? -north : north))
    }
    return Inverse(
      distance: distance,
      azimuth: azimuth(swapped ? triangle.alpha2 : triangle.alpha1),
      endAzimuth: azimuth(swapped ? triangle.alpha1 : triangle.alpha2))
  }
}

/// Rounds small latitudes to the last bit of a sixteenth of a degree, in degrees: products of
/// smaller numbers would underflow.
private func tidied(_ latitude: Double) -> Double {
  let step = 1.0 / 16
  guard latitude.magnitude < step else { return latitude }
  return cairn_copysign(step - (step - latitude.magnitude), latitude)
}

/// Two points in canonical order and the azimuths of the line between them.
private struct Triangle {
  let beta1: Angle
  let beta2: Angle
  /// Difference of longitude on the ellipsoid, in radians and as a pair.
  let lambda: Double
  let lambdaPair: Angle
  /// Degrees by which the difference of longitude falls short of 180.
  let shortOf180: Double
  let isAtPole: Bool
  var alpha1 = Angle(sin: 0, cos: 1)
  var alpha2 = Angle(sin: 0, cos: 1)

  init(latitude1: Double, latitude2: Double, longitude: Double) {
    var beta1 = Geodesic.reducedLatitude(latitude1)
    var beta2 = Geodesic.reducedLatitude(latitude2)
    // Equal or opposite latitudes must remain so to the last bit.
    if beta1.cos < -beta1.sin {
      if beta2.cos == beta1.cos { beta2.sin = cairn_copysign(beta1.sin, beta2.sin) }
    } else if beta2.sin.magnitude == -beta1.sin {
      beta2.cos = beta1.cos
    }
    beta1.cos = max(Geodesic.tiny, beta1.cos)
    self.beta1 = beta1
    self.beta2 = beta2
    lambda = longitude * radiansPerDegree
    lambdaPair = Angle(degrees: longitude)
    shortOf180 = 180 - longitude
    isAtPole = latitude1 == -90
  }

  /// Returns the distance in metres; sets `alpha1` and `alpha2` to the azimuths of the line.
  mutating func solve() -> Double {
    if isAtPole || lambdaPair.sin == 0 { return meridian() }
    if beta1.sin == 0, shortOf180 >= WGS84.flattening * 180 {
      alpha1 = Angle(sin: 1, cos: 0)
      alpha2 = alpha1
      return WGS84.semiMajorAxis * lambda
    }
    if let distance = start() { return distance }
    return iterate()
  }

  private mutating func meridian() -> Double {
    alpha1 = lambdaPair
    alpha2 = Angle(sin: 0, cos: 1)
    let sigma1 = Angle(sin: beta1.sin, cos: alpha1.cos * beta1.cos)
    let sigma2 = Angle(sin: beta2.sin, cos: beta2.cos)
    let arc = arcBetween(sigma1, sigma2)
    // On a meridian α₀ = 0, so ε is the third flattening.
    return WGS84.semiMinorAxis
      * Geodesic.lengths(
        epsilon: WGS84.thirdFlattening, arc: arc, from: sigma1, beta1, to: sigma2, beta2
      ).distance
  }

  /// Newton's method on λ₁₂(α₁), kept inside a bracket (section 4).
  private mutating func iterate() -> Double {
    var low = Angle(sin: Geodesic.tiny, cos: 1)
    var high = Angle(sin: Geodesic.tiny, cos: -1)
    var line = Line()
    var tight = false
    for step in 0..<Self.mostSteps {
      line = hybrid(withSlope: step < Self.newtonSteps)
      let limit = (tight ? 8 : 1) * Double.ulpOfOne
      if !(line.error.magnitude >= limit) { break }
      if line.error > 0, step > Self.newtonSteps || alpha1.cos / alpha1.sin > high.cos / high.sin {
        high = alpha1
      } else if line.error < 0,
        step > Self.newtonSteps || alpha1.cos / alpha1.sin < low.cos / low.sin
      {
        low = alpha1
      }
      if step < Self.newtonSteps, line.slope > 0 {
        let change = -line.error / line.slope
        if change.magnitude < .pi {
          let turn = Angle(radians: change)
          let sine = alpha1.sin * turn.cos + alpha1.cos * turn.sin
          if sine > 0 {
            alpha1 = Angle(sin: sine, cos: alpha1.cos * turn.cos - alpha1.sin * turn.sin)
              .normalized()
            tight = line.error.magnitude <= 16 * Double.ulpOfOne
            continue
          }
        }
      }
      alpha1 = Angle(sin: (low.sin + high.sin) / 2, cos: (low.cos + high.cos) / 2).normalized()
      tight = false
    }
    return WGS84.semiMinorAxis
      * Geodesic.lengths(
        epsilon: line.epsilon, arc: line.arc, from: line.sigma1, beta1, to: line.sigma2, beta2
      ).distance
  }

  private static let newtonSteps = 20
  /// Bisection adds one bit per step: enough for the mantissa and some more.
  private static let mostSteps = newtonSteps + 63

  /// One geodesic that leaves the first point at `alpha1` and reaches the second point's latitude.
  private struct Line {
    /// Radians by which the line misses the second point's longitude.
    var error = 0.0
    /// dλ₁₂/dα₁.
    var slope = 0.0
    var arc = 0.0
    var epsilon = 0.0
    var sigma1 = Angle(sin: 0, cos: 1)
    var sigma2 = Angle(sin: 0, cos: 1)
  }

  /// Solves the hybrid problem with given φ₁, φ₂ and α₁ (equations 44 to 46).
  private mutating func hybrid(withSlope: Bool) -> Line {
    // A line along the equator is degenerate: turns it slightly to break the tie.
    if beta1.sin == 0, alpha1.cos == 0 { alpha1.cos = -Geodesic.tiny }
    let alpha0 = Geodesic.equatorialAzimuth(alpha1, beta1)
    let sigma1 = Angle(sin: beta1.sin, cos: alpha1.cos * beta1.cos).normalized()
    let omega1 = Angle(sin: alpha0.sin * beta1.sin, cos: alpha1.cos * beta1.cos)

    alpha2.sin = beta2.cos == beta1.cos ? alpha1.sin : alpha0.sin / beta2.cos
    if beta2.cos != beta1.cos || beta2.sin.magnitude != -beta1.sin {
      let along = alpha1.cos * beta1.cos
      let difference =
        beta1.cos < -beta1.sin
        ? (beta2.cos - beta1.cos) * (beta1.cos + beta2.cos)
        : (beta1.sin - beta2.sin) * (beta1.sin + beta2.sin)
      alpha2.cos = max(0, along * along + difference).squareRoot() / beta2.cos
    } else {
      alpha2.cos = alpha1.cos.magnitude
    }
    let sigma2 = Angle(sin: beta2.sin, cos: alpha2.cos * beta2.cos).normalized()
    let omega2 = Angle(sin: alpha0.sin * beta2.sin, cos: alpha2.cos * beta2.cos)

    var line = Line()
    line.sigma1 = sigma1
    line.sigma2 = sigma2
    line.arc = arcBetween(sigma1, sigma2)
    let omega = Angle(
      sin: Self.notNegative(omega1.cos * omega2.sin - omega1.sin * omega2.cos),
      cos: omega1.cos * omega2.cos + omega1.sin * omega2.sin)
    // Computing ω₁₂ - λ₁₂ as one angle keeps the small difference of two large ones exact.
    let eta = cairn_atan2(
      omega.sin * lambdaPair.cos - omega.cos * lambdaPair.sin,
      omega.cos * lambdaPair.cos + omega.sin * lambdaPair.sin)
    let k2 = WGS84.secondEccentricitySquared * alpha0.cos * alpha0.cos
    line.epsilon = GeodesicSeries.epsilon(kSquared: k2)
    let series = GeodesicSeries(epsilon: line.epsilon)
    let c3 = series.c3
    let b3 = GeodesicSeries.sum(c3, sigma2) - GeodesicSeries.sum(c3, sigma1)
    line.error = eta - WGS84.flattening * series.a3 * alpha0.sin * (line.arc + b3)
    if withSlope {
      if alpha2.cos == 0 {
        line.slope = -2 * (1 - WGS84.flattening) * Geodesic.stretch(beta1) / beta1.sin
      } else {
        line.slope =
          Geodesic.lengths(
            epsilon: line.epsilon, arc: line.arc, from: sigma1, beta1, to: sigma2, beta2
          ).reduced * (1 - WGS84.flattening) / (alpha2.cos * beta2.cos)
      }
    }
    return line
  }

  private func arcBetween(_ sigma1: Angle, _ sigma2: Angle) -> Double {
    cairn_atan2(
      Self.notNegative(sigma1.cos * sigma2.sin - sigma1.sin * sigma2.cos),
      sigma1.cos * sigma2.cos + sigma1.sin * sigma2.sin)
  }

  /// No angle between two points is negative; adding 0 removes the sign of a zero for atan2.
  private static func notNegative(_ sine: Double) -> Double { max(0, sine) + 0 }
}

extension Triangle {
  /// Sets a first guess of α₁ (sections 4 and 5).
  ///
  /// - Returns: distance in metres, when the line is so short that the guess is the answer.
  fileprivate mutating func start() -> Double? {
    let across = Angle(
      sin: beta2.sin * beta1.cos - beta2.cos * beta1.sin,
      cos: beta2.cos * beta1.cos + beta2.sin * beta1.sin)
    let sum = beta2.sin * beta1.cos + beta2.cos * beta1.sin
    let isShort = across.cos >= 0 && across.sin < 0.5 && beta2.cos * lambda < 0.5
    var omega = lambdaPair
    var meanStretch = 1.0
    if isShort {
      var mean = (beta1.sin + beta2.sin) * (beta1.sin + beta2.sin)
      mean /= mean + (beta1.cos + beta2.cos) * (beta1.cos + beta2.cos)
      meanStretch = (1 + WGS84.secondEccentricitySquared * mean).squareRoot()
      omega = Angle(radians: lambda / ((1 - WGS84.flattening) * meanStretch))
    }
    alpha1 = sphericalAzimuth(omega, across: across.sin, sum: sum)
    let sine = cairn_hypot(alpha1.sin, alpha1.cos)
    let cosine = beta1.sin * beta2.sin + beta1.cos * beta2.cos * omega.cos
    if isShort, sine < Self.shortLine {
      let versine = omega.cos >= 0 ? omega.sin * omega.sin / (1 + omega.cos) : 1 - omega.cos
      alpha2 = Angle(
        sin: beta1.cos * omega.sin, cos: across.sin - beta1.cos * beta2.sin * versine
      ).normalized()
      alpha1 = alpha1.normalized()
      return cairn_atan2(sine, cosine) * WGS84.semiMinorAxis * meanStretch
    }
    let isAntipodal =
      cosine < 0 && sine < 6 * WGS84.thirdFlattening * .pi * beta1.cos * beta1.cos
    if isAntipodal { alpha1 = antipodalAzimuth(sum: sum) }
    alpha1 = alpha1.sin > 0 ? alpha1.normalized() : Angle(sin: 1, cos: 0)
    return nil
  }

  /// Angle in radians below which the auxiliary sphere alone is exact to a nanometre.
  private static let shortLine = 3.6e-8

  /// Returns α₁ on the sphere, not normalized (equation 49), in a form that keeps small angles.
  private func sphericalAzimuth(_ omega: Angle, across: Double, sum: Double) -> Angle {
    let square = beta2.cos * beta1.sin * omega.sin * omega.sin
    return Angle(
      sin: beta2.cos * omega.sin,
      cos: omega.cos >= 0 ? across + square / (1 + omega.cos) : sum - square / (1 - omega.cos))
  }

  /// Returns the azimuth near the antipode, where geodesics envelop an astroid (equations 53-57).
  private func antipodalAzimuth(sum: Double) -> Angle {
    let k2 = beta1.sin * beta1.sin * WGS84.secondEccentricitySquared
    let series = GeodesicSeries(epsilon: GeodesicSeries.epsilon(kSquared: k2))
    let lambdaScale = WGS84.flattening * beta1.cos * series.a3 * .pi
    let betaScale = lambdaScale * beta1.cos
    let x = cairn_atan2(-lambdaPair.sin, -lambdaPair.cos) / lambdaScale
    let y = sum / betaScale
    if y > -200 * Double.ulpOfOne, x > -1 - 1000 * Double.ulpOfOne.squareRoot() {
      let sine = min(1, -x)
      return Angle(sin: sine, cos: -(1 - sine * sine).squareRoot())
    }
    let k = Self.astroid(x, y)
    let shortfall = lambdaScale * (-x * k / (1 + k))
    let omega = Angle(sin: cairn_sin(shortfall), cos: -cairn_cos(shortfall))
    return sphericalAzimuth(omega, across: 0, sum: sum)
  }

  /// Returns the positive root of k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0 (equation 55).
  private static func astroid(_ x: Double, _ y: Double) -> Double {
    let p = x * x
    let q = y * y
    let r = (p + q - 1) / 6
    guard q != 0 || r > 0 else { return 0 }
    let s = p * q / 4
    let r2 = r * r
    let r3 = r * r2
    let discriminant = s * (s + 2 * r3)
    var u = r
    if discriminant >= 0 {
      var cube = s + r3
      cube += cube < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
      let t = cairn_cbrt(cube)
      u += t + (t != 0 ? r2 / t : 0)
    } else {
      let angle = cairn_atan2((-discriminant).squareRoot(), -(s + r3))
      u += 2 * r * cairn_cos(angle / 3)
    }
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }
}
