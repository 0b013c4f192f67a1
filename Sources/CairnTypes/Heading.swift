/// Direction the device points, from a magnetometer. `course` is the direction it moves.
public struct Heading: Hashable, Sendable {
  /// Degrees from magnetic north, 0..<360.
  public var magneticHeading: Double
  /// Degrees from true north, 0..<360; `nil` until a position gives the declination.
  public var trueHeading: Double?
  /// Degrees, 68 %; `nil` while uncalibrated or disturbed.
  public var accuracy: Double?
  /// When the heading was measured, on the boot clock.
  public var time: MonotonicTime

  /// Creates a heading; the properties give the units.
  public init(
    magneticHeading: Double, trueHeading: Double? = nil, accuracy: Double? = nil,
    time: MonotonicTime
  ) {
    self.magneticHeading = magneticHeading
    self.trueHeading = trueHeading
    self.accuracy = accuracy
    self.time = time
  }
}
