internal import CCairnMath
public import CairnTypes

extension DilutionOfPrecision {
  /// Computes the dilution of a solution with equal weights and one clock for all systems.
  ///
  /// With the rows (east, north, up, 1) of the satellites' directions as G, the diagonal of (GᵀG)⁻¹
  /// holds the squares of the dilutions. `nil` for fewer than four satellites, or for directions
  /// that allow no solution.
  ///
  /// - Parameter satellites: satellites of the solution; those without a direction are left out.
  public init?(directionsOf satellites: some Sequence<Satellite>) {
    var normal = [Double](repeating: 0, count: 16)
    var count = 0
    for satellite in satellites {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth else { continue }
      let row = Self.row(elevation: Double(elevation), azimuth: Double(azimuth))
      for index in 0..<16 { normal[index] += row[index / 4] * row[index % 4] }
      count += 1
    }
    guard count >= 4, let square = Self.diagonalOfInverse(normal) else { return nil }
    self.init()
    easting = Float(square[0].squareRoot())
    northing = Float(square[1].squareRoot())
    horizontal = Float((square[0] + square[1]).squareRoot())
    vertical = Float(square[2].squareRoot())
    position = Float((square[0] + square[1] + square[2]).squareRoot())
    time = Float(square[3].squareRoot())
    geometric = Float((square[0] + square[1] + square[2] + square[3]).squareRoot())
  }

  /// Determinant below which gpsd reports no dilution of a geometry.
  private static let leastDeterminant = 1e-4

  private static func row(elevation: Double, azimuth: Double) -> [Double] {
    let (above, around) = (elevation * .pi / 180, azimuth * .pi / 180)
    let level = cairn_cos(above)
    return [level * cairn_sin(around), level * cairn_cos(around), cairn_sin(above), 1]
  }

  /// Inverts a symmetric 4 by 4 matrix by Gauss-Jordan elimination; `nil` if it has no inverse.
  private static func diagonalOfInverse(_ matrix: [Double]) -> [Double]? {
    var left = matrix
    var right = (0..<16).map { $0 % 5 == 0 ? 1.0 : 0.0 }
    var determinant = 1.0
    // The matrix is positive definite, so no rows need to be exchanged.
    for pivot in 0..<4 {
      let scale = left[pivot * 5]
      guard scale > 0 else { return nil }
      determinant *= scale
      for column in 0..<4 {
        left[pivot * 4 + column] /= scale
        right[pivot * 4 + column] /= scale
      }
      for row in 0..<4 where row != pivot {
        let factor = left[row * 4 + pivot]
        for column in 0..<4 {
          left[row * 4 + column] -= factor * left[pivot * 4 + column]
          right[row * 4 + column] -= factor * right[pivot * 4 + column]
        }
      }
    }
    guard determinant >= leastDeterminant else { return nil }
    return (0..<4).map { right[$0 * 5] }
  }

  /// The values without those that receivers send while they know none: 0, 99 and more.
  var known: DilutionOfPrecision {
    func known(_ value: Float?) -> Float? { value.flatMap { 0 < $0 && $0 < 99 ? $0 : nil } }
    var rest = DilutionOfPrecision()
    rest.geometric = known(geometric)
    rest.position = known(position)
    rest.horizontal = known(horizontal)
    rest.vertical = known(vertical)
    rest.time = known(time)
    rest.northing = known(northing)
    rest.easting = known(easting)
    return rest
  }

  /// Returns these values, completed by those of `other`.
  func completed(by other: DilutionOfPrecision?) -> DilutionOfPrecision {
    guard let other else { return self }
    var whole = self
    whole.geometric = geometric ?? other.geometric
    whole.position = position ?? other.position
    whole.horizontal = horizontal ?? other.horizontal
    whole.vertical = vertical ?? other.vertical
    whole.time = time ?? other.time
    whole.northing = northing ?? other.northing
    whole.easting = easting ?? other.easting
    return whole
  }
}
