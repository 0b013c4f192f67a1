internal import CCairnMath

/// Calibrates a magnetometer without a gyroscope: the earth's field has the same length in every
/// direction.
///
/// The newest field in each of 96 directions about the centre is kept, so that a long rest in one
/// direction does not outweigh the turning. A sphere is fitted first; from it, a fit of nine parameters
/// with priors, which cannot run away on part of a sphere, finds hard and soft iron.
public struct FieldCalibrator: Sendable {
  /// The constants of the fit.
  enum Limits {
    static let directions = 96
    /// Directions that must be known.
    static let fewestDirections = 16
    /// Microtesla by which a field must differ from the last one that was kept.
    static let leastChange = 2.0
    /// One standard deviation of what is known before: microtesla, and parts of the matrix on and off
    /// its diagonal.
    static let offset = 60.0
    static let diagonal = 0.12
    static let skew = 0.06
    /// Microtesla, one standard deviation of a field's length; beyond three of them it counts less.
    static let noise = 0.7
    static let steps = 12
    /// Microtesla, one standard deviation of the least certain direction of the offset.
    static let worstDeviation = 3.0
  }

  /// Unit vectors, evenly over the sphere.
  private let directions: [Vector3]
  /// The newest field of each direction.
  private var fields: [Vector3?]
  private var centre = Vector3.zero
  private var last: Vector3?
  /// Microtesla; `nil` while the place is unknown.
  private let intensity: Double?

  /// Starts with nothing known.
  ///
  /// - Parameter intensity: microtesla of the earth's field at the place; `nil` leaves the scale as
  ///   it is.
  public init(intensity: Double? = nil) {
    self.intensity = intensity
    // A spiral from pole to pole; its turns are the golden section of a circle.
    let golden = Double.pi * (1 + 5.0.squareRoot())
    directions = (0..<Limits.directions).map { index in
      let place = Double(index) + 0.5
      let z = 1 - 2 * place / Double(Limits.directions)
      let level = (1 - z * z).squareRoot()
      return Vector3(level * cairn_cos(golden * place), level * cairn_sin(golden * place), z)
    }
    fields = [Vector3?](repeating: nil, count: Limits.directions)
  }

  /// Processes a field, microtesla; what no sensor can have measured is ignored.
  public mutating func take(_ field: Vector3) {
    guard field.isFinite, field.length <= 20_000 else { return }
    if let last, (field - last).length < Limits.leastChange { return }
    last = field
    keep(field)
    guard let sphere = Sphere(fields), (sphere.centre - centre).length > 0.1 * sphere.radius else {
      return
    }
    // The directions are those about a centre, which is elsewhere now.
    centre = sphere.centre
    let kept = fields
    fields = [Vector3?](repeating: nil, count: Limits.directions)
    for case let field? in kept { keep(field) }
  }

  /// The calibration, or what is missing for one.
  public var state: CalibrationState {
    let known = fields.count { $0 != nil }
    guard known >= Limits.fewestDirections, let sphere = Sphere(fields),
      let fit = EllipsoidFit(fields, from: sphere, intensity: intensity ?? sphere.radius),
      fit.deviation <= Limits.worstDeviation
    else { return .notTurnedEnough }
    return .calibrated(
      MagneticCalibration(matrix: fit.matrix, offset: fit.offset), deviation: fit.deviation)
  }

  private mutating func keep(_ field: Vector3) {
    var (best, most) = (0, -Double.infinity)
    for (index, direction) in directions.enumerated() {
      let along = direction.dot(field - centre)
      if along > most { (best, most) = (index, along) }
    }
    fields[best] = field
  }
}

/// The sphere that is nearest to fields.
struct Sphere {
  /// Microtesla.
  let centre: Vector3
  /// Microtesla.
  let radius: Double

  /// Fits |r|² = 2 r·centre + rest; `nil` if the fields do not determine a sphere.
  init?(_ fields: [Vector3?]) {
    var rows = LinearSystem<4>(repeating: .zero)
    for case let field? in fields {
      var row = SIMD16<Double>.zero
      (row[0], row[1], row[2], row[3]) = (2 * field.x, 2 * field.y, 2 * field.z, 1)
      row[rightSide] = field.dot(field)
      for unknown in 0..<4 { rows[unknown] += row[unknown] * row }
    }
    // Without this, fields in one plane would have any sphere.
    for unknown in 0..<3 { rows[unknown][unknown] += 1 }
    guard solve(&rows) else { return nil }
    centre = Vector3(rows[0][rightSide], rows[1][rightSide], rows[2][rightSide])
    let square = rows[3][rightSide] + centre.dot(centre)
    guard square > 1, square.isFinite else { return nil }
    radius = square.squareRoot()
  }
}

/// The ellipsoid that is nearest to fields, with a preference for spheres of the known size.
struct EllipsoidFit {
  private typealias Limits = FieldCalibrator.Limits

  /// Microtesla.
  private(set) var offset: Vector3
  private var diagonal = Vector3(1, 1, 1)
  /// The parts xy, xz and yz of the symmetric matrix.
  private var skew = Vector3.zero
  /// Microtesla, one standard deviation of the least certain direction of the offset.
  private(set) var deviation = Double.infinity

  /// The symmetric matrix that makes the ellipsoid a sphere.
  var matrix: Matrix3 {
    Matrix3(
      Vector3(diagonal.x, skew.x, skew.y), Vector3(skew.x, diagonal.y, skew.z),
      Vector3(skew.y, skew.z, diagonal.z))
  }

  /// Fits by Levenberg and Marquardt's steps; `nil` if the equations cannot be solved.
  init?(_ fields: [Vector3?], from sphere: Sphere, intensity: Double) {
    // A sphere far away is one of part of a plane.
    offset = sphere.centre.length <= 5 * Limits.offset ? sphere.centre : .zero
    var damping = 1e-3
    var cost = cost(fields, intensity)
    for _ in 0..<Limits.steps {
      var rows = equations(fields, intensity)
      for unknown in 0..<9 { rows[unknown][unknown] *= 1 + damping }
      guard solve(&rows) else { return nil }
      let next = moved(rows)
      let better = next.cost(fields, intensity)
      if better < cost {
        let isDone = cost - better < 1e-6 * cost
        (offset, diagonal, skew) = (next.offset, next.diagonal, next.skew)
        cost = better
        damping /= 5
        if isDone { break }
      } else {
        damping *= 8
      }
    }
    var rows = equations(fields, intensity)
    guard solve(&rows) else { return nil }
    let variance = max(rows[0][0], rows[1][1], rows[2][2])
    guard variance > 0, offset.isFinite, matrix.determinant > 0 else { return nil }
    deviation = variance.squareRoot()
  }

  private func moved(_ rows: LinearSystem<9>) -> Self {
    var fit = self
    fit.offset = offset - Vector3(rows[0][rightSide], rows[1][rightSide], rows[2][rightSide])
    fit.diagonal = diagonal - Vector3(rows[3][rightSide], rows[4][rightSide], rows[5][rightSide])
    fit.skew = skew - Vector3(rows[6][rightSide], rows[7][rightSide], rows[8][rightSide])
    return fit
  }

  /// Half the cost's second derivatives, and its first ones on the right.
  private func equations(_ fields: [Vector3?], _ intensity: Double) -> LinearSystem<9> {
    var rows = LinearSystem<9>(repeating: .zero)
    let matrix = matrix
    for case let field? in fields {
      let raw = field - offset
      let corrected = matrix * raw
      guard let h = corrected.direction else { continue }
      let error = corrected.length - intensity
      let inward = matrix * h
      var row = SIMD16<Double>.zero
      (row[0], row[1], row[2]) = (-inward.x, -inward.y, -inward.z)
      (row[3], row[4], row[5]) = (h.x * raw.x, h.y * raw.y, h.z * raw.z)
      row[6] = h.x * raw.y + h.y * raw.x
      row[7] = h.x * raw.z + h.z * raw.x
      row[8] = h.y * raw.z + h.z * raw.y
      row[rightSide] = error
      let weight = min(1, 3 * Limits.noise / max(abs(error), 1e-9)) / (Limits.noise * Limits.noise)
      for unknown in 0..<9 { rows[unknown] += weight * row[unknown] * row }
    }
    for (unknown, prior) in priors.enumerated() {
      let weight = 1 / (prior.deviation * prior.deviation)
      rows[unknown][unknown] += weight
      rows[unknown][rightSide] += weight * prior.off
    }
    return rows
  }

  private func cost(_ fields: [Vector3?], _ intensity: Double) -> Double {
    var sum = 0.0
    let matrix = matrix
    for case let field? in fields {
      let error = abs((matrix * (field - offset)).length - intensity) / Limits.noise
      sum += error < 3 ? error * error : 6 * error - 9
    }
    for prior in priors { sum += prior.off * prior.off / (prior.deviation * prior.deviation) }
    return sum
  }

  /// How far each parameter is from what was known before, and that one's deviation.
  private var priors: [(off: Double, deviation: Double)] {
    [offset.x, offset.y, offset.z].map { ($0, Limits.offset) }
      + [diagonal.x, diagonal.y, diagonal.z].map { ($0 - 1, Limits.diagonal) }
      + [skew.x, skew.y, skew.z].map { ($0, Limits.skew) }
  }
}
