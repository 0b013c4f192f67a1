/// Direction the device points, from a magnetometer. `course` is the direction it moves.
public struct Heading: Hashable, Sendable {
  /// Degrees from magnetic north, 0..<360.
  public var magneticHeading: Double
  /// Degrees from true north, 0..<360; `nil` until a position gives the declination.
  public var trueHeading: Double?
  /// Degrees, 68 %; `nil` while uncalibrated or disturbed.
  public var accuracy: Double?
  /// The magnetic field that the device measures; `nil` where its source does not tell it.
  public var field: Field?
  /// When the heading was measured, on the boot clock.
  public var time: MonotonicTime

  /// A magnetic field in the frame of the device, in microtesla.
  public struct Field: Hashable, Sendable {
    /// Towards the right of the device.
    public var x: Double
    /// Towards its top.
    public var y: Double
    /// Out of its face.
    public var z: Double

    /// Creates a field; the properties describe the values.
    public init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// Creates a heading; the properties give the units.
  public init(
    magneticHeading: Double, trueHeading: Double? = nil, accuracy: Double? = nil,
    field: Field? = nil, time: MonotonicTime
  ) {
    self.magneticHeading = magneticHeading
    self.trueHeading = trueHeading
    self.accuracy = accuracy
    self.field = field
    self.time = time
  }

  /// Returns the heading of an axis so many degrees clockwise from this one, 0..<360.
  package func turned(by degrees: Double) -> Heading {
    var heading = self
    func turned(_ angle: Double) -> Double {
      let sum = angle + degrees
      return sum >= 360 ? sum - 360 : sum
    }
    heading.magneticHeading = turned(magneticHeading)
    heading.trueHeading = trueHeading.map(turned)
    return heading
  }
}
