internal import CCairnMath

/// The normal equations of the 13 unknowns of a `TurnCalibrator`: nine parts of the matrix W, row by
/// row, three of c, and the magnetometer's delay.
struct CalibrationSystem: Sendable {
  /// Solution of the equations.
  struct Solution {
    var matrix: Matrix3
    /// Microtesla: the offset that W maps to c.
    var offset: Vector3
    /// Seconds.
    var delay: Double
    /// Microtesla, one standard deviation of the offset's remaining error in its least certain
    /// direction.
    var deviation: Double
  }

  /// A field and its rate of change.
  struct Moment {
    /// Microtesla.
    var field: Vector3
    /// Microtesla per second.
    var change: Vector3
  }

  private static let unknowns = 13
  /// Sums of squares, weighted by the noise.
  private var sums = LinearSystem<13>(repeating: .zero)

  /// Adds the equations of a pair: W (b + delay b′) − c = Rᵀ (W (a + delay a′) − c). Because W is
  /// close to the identity, the delay is treated as linear.
  ///
  /// - Parameters:
  ///   - a: the first field.
  ///   - b: the second field.
  ///   - turn: R, which maps from the device's frame at `b` to that at `a`.
  mutating func add(_ a: Moment, _ b: Moment, turn: Matrix3) {
    let back = turn.transposed
    let delayed = b.change - back * a.change
    // Both ends of a pair are noisy, and more so the faster the field changes.
    typealias Limits = TurnCalibrator.Limits
    let timing = Limits.timing * Limits.timing
    let noise =
      2 * Limits.noise * Limits.noise
      + timing * (a.change.dot(a.change) + b.change.dot(b.change))
    add(0, b.field, a.field, back.x, delayed.x, 1 / noise)
    add(1, b.field, a.field, back.y, delayed.y, 1 / noise)
    add(2, b.field, a.field, back.z, delayed.z, 1 / noise)
  }

  /// Adds the equation along one axis; `row` is that of Rᵀ.
  private mutating func add(
    _ axis: Int, _ b: Vector3, _ a: Vector3, _ row: Vector3, _ delayed: Double,
    _ weight: Double
  ) {
    var equation = SIMD16<Double>.zero
    func put(_ block: Int, _ factor: Double, _ vector: Vector3) {
      equation[3 * block] += factor * vector.x
      equation[3 * block + 1] += factor * vector.y
      equation[3 * block + 2] += factor * vector.z
    }
    put(axis, 1, b)
    put(0, -row.x, a)
    put(1, -row.y, a)
    put(2, -row.z, a)
    put(3, 1, row)
    equation[9 + axis] -= 1
    equation[12] = delayed
    for unknown in 0..<Self.unknowns { sums[unknown] += (weight * equation[unknown]) * equation }
  }

  /// Solution of the equations; `nil` if they cannot be solved.
  var solution: Solution? {
    typealias Limits = TurnCalibrator.Limits
    var rows = sums
    for unknown in 0..<Self.unknowns {
      let deviation = unknown < 9 ? Limits.matrix : unknown < 12 ? Limits.offset : Limits.delay
      let prior = 1 / (deviation * deviation)
      rows[unknown][unknown] += prior
      // Prior knowledge: the identity, no offset, no delay.
      rows[unknown][rightSide] = unknown < 9 && unknown % 4 == 0 ? prior : 0
    }
    guard solve(&rows) else { return nil }
    func vector(_ first: Int) -> Vector3 {
      Vector3(rows[first][rightSide], rows[first + 1][rightSide], rows[first + 2][rightSide])
    }
    let matrix = Matrix3(vector(0), vector(3), vector(6))
    guard let inverse = matrix.inverse else { return nil }
    let offset = inverse * vector(9)
    let variance = max(
      Self.variance(0, at: offset, rows), Self.variance(1, at: offset, rows),
      Self.variance(2, at: offset, rows))
    let volume = matrix.determinant
    guard variance > 0, variance.isFinite, offset.isFinite, volume > 0 else { return nil }
    // The equations have no scale, and noise makes it shrink: volumes are kept unchanged.
    let scale = 1 / cairn_cbrt(volume)
    return Solution(
      matrix: Matrix3(scale * matrix.x, scale * matrix.y, scale * matrix.z), offset: offset,
      delay: scale * rows[12][rightSide], deviation: scale * variance.squareRoot())
  }

  /// Microtesla squared: the variance of W·offset − c along one axis, for a fixed offset. That of c
  /// alone would grow with the offset, which harms no heading.
  private static func variance(
    _ axis: Int, at offset: Vector3, _ covariance: LinearSystem<13>
  ) -> Double {
    var equation = SIMD16<Double>.zero
    (equation[3 * axis], equation[3 * axis + 1]) = (offset.x, offset.y)
    (equation[3 * axis + 2], equation[9 + axis]) = (offset.z, -1)
    var sum = 0.0
    for unknown in 0..<unknowns where equation[unknown] != 0 {
      var row = covariance[unknown]
      row[rightSide] = 0
      sum += equation[unknown] * (row * equation).sum()
    }
    return sum
  }
}
