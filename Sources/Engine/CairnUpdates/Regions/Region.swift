public import CairnTypes

/// Whether the device is in a region.
public enum RegionState: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case unknown, inside, outside
}

/// An area whose boundary is monitored.
public struct Region: Hashable, Sendable {
  /// The boundary. Lines between points are the shortest ones, even across the 180th meridian and
  /// over the poles; they are not parallels of latitude.
  @nonexhaustive
  public enum Shape: Hashable, Sendable {
    /// The radius is in metres, above 0 and at most `Region.maximumRadius`.
    case circle(center: Coordinate, radius: Double)
    /// At least three corners in either direction; the first may be repeated at the end. The inside
    /// is the smaller of the two sides and must fit into `Region.maximumExtent`.
    case polygon([Coordinate])
    /// Everything within half of `width` metres of a line, such as a route. At least two points
    /// that fit into `Region.maximumExtent`; half of the width is at most `Region.maximumRadius`.
    case corridor([Coordinate], width: Double)
    /// Where such beacons are received: from the first advertisement that is heard, until none was
    /// heard for the `dwell` of the options.
    case beacon(BeaconConstraint)
  }

  /// Metres.
  public static let maximumRadius = 100_000.0
  /// Metres from the middle of a polygon or corridor to its farthest point.
  public static let maximumExtent = 4_000_000.0

  /// The name of the region in its monitor and its events.
  public var identifier: String
  /// The boundary.
  public var shape: Shape
  /// Whether entering is reported as a crossing.
  public var notifyOnEntry = true
  /// Whether leaving is reported as a crossing.
  public var notifyOnExit = true

  /// Creates a region that reports entry and exit.
  public init(identifier: String, shape: Shape) {
    self.identifier = identifier
    self.shape = shape
  }
}

/// Why a region cannot be monitored. Clients of the engine get it as `locationError`.
public enum RegionError: Error, Hashable, Sendable {
  /// A radius in metres that is not above 0, above `Region.maximumRadius`, or not a number. Half of
  /// a corridor's width is its radius.
  case radius(Double)
  /// A latitude or longitude out of range; `index` in the given order, 0 for a circle's centre.
  case coordinate(index: Int)
  /// Too few different neighbouring points: a polygon needs three, a corridor two.
  case tooFewPoints(found: Int)
  /// A polygon or corridor larger than `Region.maximumExtent`.
  case tooLarge
  /// There is no Bluetooth adapter to receive beacons with.
  case beacon
  /// A confidence outside 0.5..<1, a negative dwell, or a hysteresis that is negative or infinite.
  case options

  /// The error code of Core Location for all of them, with `explanation` as its reason.
  public var locationError: LocationError {
    LocationError(.regionMonitoringFailure, reason: explanation)
  }

  /// Description of the mistake and of the values that are allowed.
  public var explanation: String {
    switch self {
    case .radius(let metres):
      "a radius (or half of a width) of \(metres) m; it must be above 0 and at most "
        + "\(Int(Region.maximumRadius)) m"
    case .coordinate(let index):
      "point \(index + 1) has a latitude or longitude out of range"
    case .tooFewPoints(let found):
      "\(found) different points: a polygon needs three, a line two"
    case .tooLarge:
      "larger than \(Int(Region.maximumExtent) / 1000) km around its middle: divide it"
    case .beacon: "there is no Bluetooth adapter to receive beacons with"
    case .options:
      "an option is out of range: the confidence must be at least 0.5 and below 1, dwell and hysteresis "
        + "must not be negative"
    }
  }
}
