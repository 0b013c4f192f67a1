/// Three rows of three numbers: a rotation, or the scale and skew of a sensor.
public struct Matrix3: Hashable, Sendable, BitwiseCopyable {
  /// The first row.
  public var x: Vector3
  /// The second row.
  public var y: Vector3
  /// The third row.
  public var z: Vector3

  /// Creates a matrix from its rows.
  public init(_ x: Vector3, _ y: Vector3, _ z: Vector3) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Leaves every vector as it is.
  public static let identity = Matrix3(
    Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))

  /// Returns the vector that the matrix makes of another.
  public static func * (m: Self, v: Vector3) -> Vector3 {
    Vector3(m.x.dot(v), m.y.dot(v), m.z.dot(v))
  }

  /// Returns the matrix that does what `b` does, and then `a`.
  public static func * (a: Self, b: Self) -> Self {
    let t = b.transposed
    return Self(t * a.x, t * a.y, t * a.z)
  }

  /// Columns as rows: for a rotation, the way back.
  public var transposed: Self {
    Self(Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
  }

  /// The factor by which volumes grow; negative for a mirror.
  public var determinant: Double { x.dot(y.cross(z)) }

  /// The matrix that undoes this one; `nil` if nothing can.
  public var inverse: Self? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let k = 1 / determinant
    return Self(k * y.cross(z), k * z.cross(x), k * x.cross(y)).transposed
  }

  /// The angle of a rotation, as its cosine.
  var turnCosine: Double { (x.x + y.y + z.z - 1) / 2 }
}
