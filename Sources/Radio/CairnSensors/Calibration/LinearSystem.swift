/// Normal equations of up to 15 unknowns: a row for each, with the coefficients in the first lanes and
/// the right side in the last.
typealias LinearSystem<let count: Int> = InlineArray<count, SIMD16<Double>>

/// The lane of the right side.
let rightSide = 15

/// Solves a positive definite system in place: the coefficients become their inverse, the right side
/// the solution.
///
/// - Returns: whether the system is positive definite.
func solve<let count: Int>(_ rows: inout LinearSystem<count>) -> Bool {
  for pivot in 0..<count {
    let diagonal = rows[pivot][pivot]
    guard diagonal > 0, diagonal.isFinite else { return false }
    var row = rows[pivot]
    row[pivot] = 1
    row /= diagonal
    rows[pivot] = row
    for other in 0..<count where other != pivot {
      let factor = rows[other][pivot]
      rows[other][pivot] = 0
      rows[other] -= factor * row
    }
  }
  return true
}
