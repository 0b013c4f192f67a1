/// Where the device points, by a magnetometer. Not the direction it moves: that is `course`.
public struct Heading: Hashable, Sendable {
  /// Degrees from magnetic north, 0..<360.
  public var magneticHeading: Double
  /// Degrees from true north, 0..<360; `nil` until a position lets the declination be computed.
  public var trueHeading: Double?
  /// Degrees, 68 %; `nil` while uncalibrated or disturbed.
  public var accuracy: Double?
  /// When it was measured, on the boot clock.
  public var time: MonotonicTime

  /// See the properties for units.
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
