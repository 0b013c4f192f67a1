/// How a sensor is mounted: the rotation from its axes to those of the device.
public struct MountMatrix: Hashable, Sendable {
  /// The rows are the device's axes in the frame of the sensor.
  public let matrix: Matrix3

  /// The sensor's axes are those of the device.
  public static let identity = MountMatrix(rotation: .identity)

  /// Why a text is no mount matrix.
  public enum Failure: Error, Hashable {
    /// It is not three rows of three numbers.
    case notNine(found: Int)
    /// A number cannot be read; counted from 0.
    case notANumber(place: Int)
    /// The rows are not perpendicular and of length 1, within 1 %: a row occurs twice, for instance.
    case notARotation
    /// It mirrors: an axis has the wrong sign.
    case mirrored
  }

  private init(rotation: Matrix3) { matrix = rotation }

  /// Checks a matrix.
  ///
  /// - Throws: `notARotation` or `mirrored`.
  public init(_ matrix: Matrix3) throws(Failure) {
    let square = matrix * matrix.transposed
    let off = [
      square.x - Vector3(1, 0, 0), square.y - Vector3(0, 1, 0), square.z - Vector3(0, 0, 1),
    ]
    guard off.allSatisfy({ $0.isFinite && max(abs($0.x), abs($0.y), abs($0.z)) <= 0.02 }) else {
      throw .notARotation
    }
    guard matrix.determinant > 0 else { throw .mirrored }
    self.matrix = matrix
  }

  /// Reads a matrix as the kernel writes it: `0, 1, 0; -1, 0, 0; 0, 0, 1`.
  ///
  /// - Throws: the defect of the text.
  ///
  /// Source: Linux, Documentation/devicetree/bindings/iio/mount-matrix.txt.
  public init(_ text: some StringProtocol) throws(Failure) {
    let fields = text.utf8.split { [0x2C, 0x3B, 0x20, 0x09, 0x0A].contains($0) }
    guard fields.count == 9 else { throw .notNine(found: fields.count) }
    var numbers: [Double] = []
    for (place, field) in fields.enumerated() {
      guard let number = Decimal.value(of: field) else { throw .notANumber(place: place) }
      numbers.append(number)
    }
    try self.init(
      Matrix3(
        Vector3(numbers[0], numbers[1], numbers[2]), Vector3(numbers[3], numbers[4], numbers[5]),
        Vector3(numbers[6], numbers[7], numbers[8])))
  }

  /// Returns a measurement in the device's frame.
  public func applied(to measured: Vector3) -> Vector3 { matrix * measured }
}
