internal import CCairnMath
internal import CairnTypes

extension DilutionOfPrecision {
  /// Computes the dilution from the directions of the used satellites; `nil` if they do not
  /// determine a position: fewer than four, or all in one plane.
  ///
  /// Source: Kaplan, Hegarty, "Understanding GPS/GNSS", 3rd ed., section 11.2.
  init?(of satellites: [Satellite]) {
    var normal = [Double](repeating: 0, count: 16)
    var count = 0
    for satellite in satellites where satellite.isUsed {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth else { continue }
      count += 1
      let (e, a) = (Double(elevation) * radiansPerDegree, Double(azimuth) * radiansPerDegree)
      let row = [cairn_cos(e) * cairn_sin(a), cairn_cos(e) * cairn_cos(a), cairn_sin(e), 1]
      for i in 0..<4 {
        for j in 0..<4 { normal[i * 4 + j] += row[i] * row[j] }
      }
    }
    guard count >= 4, let cofactors = inverseDiagonal(normal) else { return nil }
    self.init()
    let (east, north, up, clock) = (cofactors[0], cofactors[1], cofactors[2], cofactors[3])
    easting = Float(east.squareRoot())
    northing = Float(north.squareRoot())
    horizontal = Float((east + north).squareRoot())
    vertical = Float(up.squareRoot())
    position = Float((east + north + up).squareRoot())
    time = Float(clock.squareRoot())
    geometric = Float((east + north + up + clock).squareRoot())
  }
}

/// Returns the diagonal of a 4×4 matrix's inverse by Gauss-Jordan elimination; `nil` if singular.
private func inverseDiagonal(_ matrix: [Double]) -> [Double]? {
  var left = matrix
  var right = [Double](repeating: 0, count: 16)
  for i in 0..<4 { right[i * 5] = 1 }
  for column in 0..<4 {
    var pivot = column
    for row in column..<4
    where left[row * 4 + column].magnitude > left[pivot * 4 + column].magnitude {
      pivot = row
    }
    let scale = left[pivot * 4 + column]
    guard scale.magnitude > 1e-6 else { return nil }
    for k in 0..<4 {
      left.swapAt(column * 4 + k, pivot * 4 + k)
      right.swapAt(column * 4 + k, pivot * 4 + k)
      left[column * 4 + k] /= scale
      right[column * 4 + k] /= scale
    }
    for row in 0..<4 where row != column {
      let factor = left[row * 4 + column]
      for k in 0..<4 {
        left[row * 4 + k] -= factor * left[column * 4 + k]
        right[row * 4 + k] -= factor * right[column * 4 + k]
      }
    }
  }
  return (0..<4).map { max(0, right[$0 * 5]) }
}
