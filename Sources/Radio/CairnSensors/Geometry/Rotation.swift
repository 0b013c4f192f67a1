internal import CCairnMath

/// How the device stands in the earth's frame (east, north, up), as a unit quaternion.
struct Rotation: Hashable, Sendable {
  private var w: Double
  private var v: Vector3

  /// A turn about a vector, by as many radians as it is long.
  init(turn: Vector3) {
    let angle = turn.length
    w = cairn_cos(angle / 2)
    v = (angle > 1e-6 ? cairn_sin(angle / 2) / angle : 0.5) * turn
  }

  /// The rotation that leads the device's `up` to the earth's, and puts `field` into the plane of
  /// north and up; `nil` where one of them has no direction, or both have the same.
  init?(up: Vector3, field: Vector3) {
    guard let up = up.direction, let east = field.cross(up).direction else { return nil }
    let north = up.cross(east)
    // The rows are the earth's axes in the device's frame.
    let m = Matrix3(east, north, up)
    let skew = Vector3(m.z.y - m.y.z, m.x.z - m.z.x, m.y.x - m.x.y)
    // Of the four parts, the largest is not near zero.
    let ww = 1 + m.x.x + m.y.y + m.z.z
    if ww > 0.5 {
      w = ww.squareRoot() / 2
      v = (0.25 / w) * skew
    } else if m.x.x >= m.y.y, m.x.x >= m.z.z {
      let s = 2 * (1 + m.x.x - m.y.y - m.z.z).squareRoot()
      w = skew.x / s
      v = Vector3(s / 4, (m.x.y + m.y.x) / s, (m.x.z + m.z.x) / s)
    } else if m.y.y >= m.z.z {
      let s = 2 * (1 - m.x.x + m.y.y - m.z.z).squareRoot()
      w = skew.y / s
      v = Vector3((m.x.y + m.y.x) / s, s / 4, (m.y.z + m.z.y) / s)
    } else {
      let s = 2 * (1 - m.x.x - m.y.y + m.z.z).squareRoot()
      w = skew.z / s
      v = Vector3((m.x.z + m.z.x) / s, (m.y.z + m.z.y) / s, s / 4)
    }
  }

  /// Returns the rotation that does what `b` does, and then `a`.
  static func * (a: Self, b: Self) -> Self {
    var product = a
    product.w = a.w * b.w - a.v.dot(b.v)
    product.v = a.w * b.v + b.w * a.v + a.v.cross(b.v)
    return product
  }

  /// Takes out what rounding has added to the length.
  mutating func normalize() {
    let k = 1.5 - 0.5 * (w * w + v.dot(v))
    w *= k
    v = k * v
  }

  /// The rotation as a matrix.
  var matrix: Matrix3 {
    let (x, y, z) = (v.x, v.y, v.z)
    return Matrix3(
      Vector3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
      Vector3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
      Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
  }
}
