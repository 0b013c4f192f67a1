/// Three numbers along the axes of a device or of the earth; the owner gives the unit.
public struct Vector3: Hashable, Sendable, BitwiseCopyable {
  /// Along the first axis: right of the device, or east.
  public var x: Double
  /// Along the second axis: towards the top of the device, or north.
  public var y: Double
  /// Along the third axis: out of the device's face, or up.
  public var z: Double

  /// Creates a vector from its parts.
  public init(_ x: Double, _ y: Double, _ z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// No length.
  public static let zero = Vector3(0, 0, 0)

  /// Returns the sum.
  public static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }
  /// Returns the difference.
  public static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }
  /// Returns the vector made longer by a factor.
  public static func * (k: Double, a: Self) -> Self { Self(k * a.x, k * a.y, k * a.z) }

  /// Returns the scalar product.
  public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// Returns the vector product, which is perpendicular to both.
  public func cross(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The length.
  public var length: Double { dot(self).squareRoot() }

  /// Whether every part is a number.
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The vector at length 1; `nil` where it has no direction.
  var direction: Self? {
    let length = length
    return length > 1e-9 && length.isFinite ? (1 / length) * self : nil
  }
}
