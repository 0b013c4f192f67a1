/// The covariance of the orientation's error, a turn in the earth's frame (radians about east, north
/// and up), and of the gyroscope's bias in the device's frame (radians per second).
///
/// Each observation concerns one of the six values, so that no matrix has to be inverted.
struct OrientationCovariance: Sendable {
  /// The row of the value that an observation concerns.
  enum Part: Int {
    case east, north, up, biasX, biasY, biasZ
  }

  private var rows: InlineArray<6, SIMD8<Double>>

  /// Creates a covariance of independent parts.
  ///
  /// - Parameters:
  ///   - tilt: radians, one standard deviation, about east and north.
  ///   - heading: radians, one standard deviation.
  ///   - bias: radians per second, one standard deviation, about each axis.
  init(tilt: Double, heading: Double, bias: Double) {
    rows = InlineArray(repeating: .zero)
    for part in 0..<2 { rows[part][part] = tilt * tilt }
    rows[2][2] = heading * heading
    for part in 3..<6 { rows[part][part] = bias * bias }
  }

  /// Returns the variance of a part.
  func variance(_ part: Part) -> Double { rows[part.rawValue][part.rawValue] }

  /// Makes the orientation unknown again and keeps the variance of the bias.
  mutating func restart(tilt: Double, heading: Double) {
    for row in 0..<6 {
      for column in 0..<3 {
        rows[row][column] = 0
        rows[column][row] = 0
      }
    }
    for part in 0..<2 { rows[part][part] = tilt * tilt }
    rows[2][2] = heading * heading
  }

  /// Advances in time.
  ///
  /// - Parameters:
  ///   - dt: seconds.
  ///   - orientation: rotation from the device's frame to the earth's.
  ///   - turning: radians squared that are added to the orientation's variance about each axis.
  ///   - drift: radians squared per second squared that are added to the bias's.
  mutating func predict(_ dt: Double, _ orientation: Matrix3, turning: Double, drift: Double) {
    let axes = (orientation.x, orientation.y, orientation.z)
    func mixed(_ axis: Vector3) -> SIMD8<Double> {
      dt * (axis.x * rows[3] + axis.y * rows[4] + axis.z * rows[5])
    }
    let (east, north, up) = (mixed(axes.0), mixed(axes.1), mixed(axes.2))
    rows[0] -= east
    rows[1] -= north
    rows[2] -= up
    for row in 0..<6 {
      let bias = Vector3(rows[row][3], rows[row][4], rows[row][5])
      rows[row][0] -= dt * axes.0.dot(bias)
      rows[row][1] -= dt * axes.1.dot(bias)
      rows[row][2] -= dt * axes.2.dot(bias)
    }
    // Restores symmetry, because differences in rounding between both halves would grow.
    for row in 1..<6 {
      for column in 0..<row { rows[row][column] = rows[column][row] }
    }
    for part in 0..<3 {
      rows[part][part] += turning
      rows[part + 3][part + 3] += drift
    }
  }

  /// Makes a part less certain.
  mutating func widen(_ part: Part, by variance: Double) {
    rows[part.rawValue][part.rawValue] += variance
  }

  /// Takes an observation.
  ///
  /// - Parameters:
  ///   - part: the part that was observed.
  ///   - residual: the observed value; the estimate of all parts is zero.
  ///   - variance: its variance, above zero.
  /// - Returns: the corrections of the six parts.
  mutating func observe(_ part: Part, _ residual: Double, variance: Double) -> SIMD8<Double> {
    let row = rows[part.rawValue]
    let gain = row / (row[part.rawValue] + variance)
    for other in 0..<6 { rows[other] -= gain[other] * row }
    return residual * gain
  }

  /// Whether every part has a variance above zero, and no two are more than fully correlated.
  var isPositiveDefinite: Bool {
    // Cholesky's factor exists exactly then.
    var rest = rows
    for pivot in 0..<6 {
      let row = rest[pivot]
      guard row[pivot] > 0, row[pivot].isFinite else { return false }
      for other in 0..<6 where other > pivot {
        rest[other] -= (rest[other][pivot] / row[pivot]) * row
      }
    }
    return true
  }
}
