/// The spherical harmonics of a magnetic model.
struct MagneticModel {
  /// Nanotesla, and nanotesla per year, of one degree and order, Schmidt semi-normalized.
  struct Coefficient {
    let g, h, gRate, hRate: Double
  }

  /// A vector towards north, east and down, by the direction of the Earth's centre.
  struct Components {
    var north = 0.0
    var east = 0.0
    var down = 0.0

    func turned(_ turn: Angle) -> (Double, Double, Double) {
      (north * turn.cos - down * turn.sin, east, north * turn.sin + down * turn.cos)
    }

    mutating func add(_ other: Components, times factor: Double) {
      north += other.north * factor
      east += other.east * factor
      down += other.down * factor
    }
  }

  private static let degree = 12
  /// Metres; the radius to which the coefficients refer.
  private static let referenceRadius = 6_371_200.0

  /// Sine and cosine of the geocentric colatitude.
  private let theta: Angle
  private let longitude: Angle
  private let ratio: Double

  init(_ latitude: Angle, radius: Double, longitude: Angle) {
    theta = Angle(sin: latitude.cos, cos: latitude.sin)
    self.longitude = longitude
    ratio = Self.referenceRadius / radius
  }

  /// Returns the field and its rate, so many years after the epoch.
  func evaluate(years: Double) -> (Components, Components) {
    var field = Components()
    var rate = Components()
    // Sine and cosine of m times the longitude.
    var multiple = Angle(sin: 0, cos: 1)
    // P of degree m and order m, over sin θ where m > 0; and its Schmidt factor.
    var diagonal = 1.0
    for m in 0...Self.degree {
      if m > 0 {
        multiple = Angle(
          sin: multiple.sin * longitude.cos + multiple.cos * longitude.sin,
          cos: multiple.cos * longitude.cos - multiple.sin * longitude.sin)
      }
      if m > 1 { diagonal *= theta.sin }
      addOrder(m, multiple, diagonal, years, &field, &rate)
    }
    return (field, rate)
  }

  /// Adds all degrees of one order.
  ///
  /// Works with P over sin θ, which is regular at the poles, where the component towards the east
  /// needs it.
  private func addOrder(
    _ m: Int, _ multiple: Angle, _ diagonal: Double, _ years: Double, _ field: inout Components,
    _ rate: inout Components
  ) {
    let order = Double(m)
    // P (over sin θ for m > 0) of this degree and of the two before, and dP/dθ.
    var (p, before) = (diagonal, 0.0)
    // P_mm is a power of the sine: its derivative is m cos θ times the next lower power.
    var (slope, slopeBefore) = (m == 0 ? 0 : order * theta.cos * diagonal, 0.0)
    var schmidt = Self.schmidt(m)
    for n in m...Self.degree {
      let degree = Double(n)
      if n > m {
        let k =
          ((degree - 1) * (degree - 1) - order * order) / ((2 * degree - 1) * (2 * degree - 3))
        // P itself, not over the sine.
        let whole = m == 0 ? p : p * theta.sin
        (slope, slopeBefore) = (theta.cos * slope - theta.sin * whole - k * slopeBefore, slope)
        (p, before) = (theta.cos * p - k * before, p)
        schmidt *= (2 * degree - 1) / ((degree - order) * (degree + order)).squareRoot()
      }
      guard n > 0 else { continue }
      let power = schmidt * Self.power(ratio, n + 2)
      let c = Self.coefficient(n, m)
      let whole = m == 0 ? p : p * theta.sin
      func part(_ g: Double, _ h: Double) -> Components {
        let along = g * multiple.cos + h * multiple.sin
        let across = order * (g * multiple.sin - h * multiple.cos)
        return Components(
          north: slope * along, east: m == 0 ? 0 : across * p, down: -(degree + 1) * whole * along)
      }
      field.add(part(c.g + years * c.gRate, c.h + years * c.hRate), times: power)
      rate.add(part(c.gRate, c.hRate), times: power)
    }
  }

  /// Returns the factor from Gauss's to Schmidt's normalization where degree and order are `m`.
  private static func schmidt(_ m: Int) -> Double {
    var factor = 1.0
    for i in 0...m where i > 0 {
      let order = Double(i)
      factor *= (2 * order - 1) / (i == 1 ? 1 : (2 * order * (2 * order - 1)).squareRoot())
    }
    return factor
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }

  private static func coefficient(_ n: Int, _ m: Int) -> Coefficient {
    // Degree n begins after the 2 + 3 + … + n coefficients of lower degrees.
    wmm2025[(1..<n).reduce(m) { index, lower in index + lower + 1 }]
  }
}
