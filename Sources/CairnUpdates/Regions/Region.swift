public import CairnTypes

/// Whether the device is in a region.
public enum RegionState: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case unknown, inside, outside
}

/// An area whose boundary is watched.
public struct Region: Hashable, Sendable {
  /// Where the boundary is. Lines between points are the shortest ones, also across the 180th meridian
  /// and over the poles; they are not parallels of latitude.
  public enum Shape: Hashable, Sendable {
    /// Radius in metres, above 0 and at most `Region.maximumRadius`.
    case circle(center: Coordinate, radius: Double)
    /// At least three corners in either direction; the first may be repeated at the end. The inside is
    /// the smaller of the two sides and fits into `Region.maximumExtent`.
    case polygon([Coordinate])
    /// Everything within half of `width` metres of the line: a route. At least two points that fit
    /// into `Region.maximumExtent`; half of the width is at most `Region.maximumRadius`.
    case corridor([Coordinate], width: Double)
    /// Where such beacons are received. Nothing receives them yet: it cannot be monitored.
    case beacon(BeaconConstraint)
  }

  /// Metres.
  public static let maximumRadius = 100_000.0
  /// Metres from the middle of a polygon or corridor to its farthest point.
  public static let maximumExtent = 4_000_000.0

  /// Names the region in its monitor and its events.
  public var identifier: String
  /// Where the boundary is.
  public var shape: Shape
  /// Whether crossing inwards is an event with a crossing.
  public var notifyOnEntry = true
  /// Whether crossing outwards is an event with a crossing.
  public var notifyOnExit = true

  /// A region that reports entry and exit.
  public init(identifier: String, shape: Shape) {
    self.identifier = identifier
    self.shape = shape
  }
}

/// Why a region cannot be monitored. A client of the engine sees `locationError`.
public enum RegionError: Error, Hashable, Sendable {
  /// Metres; not above 0, above `Region.maximumRadius`, or no number. Half of a corridor's width is its
  /// radius.
  case radius(Double)
  /// A latitude or longitude out of range; the index in the order given, 0 for a circle's centre.
  case coordinate(index: Int)
  /// Different neighbouring points: three are needed for a polygon, two for a corridor.
  case tooFewPoints(found: Int)
  /// A polygon or corridor beyond `Region.maximumExtent`.
  case tooLarge
  /// Nothing receives beacons.
  case beacon
  /// A confidence outside 0.5..<1, a negative dwell, or a hysteresis that is negative or infinite.
  case options

  /// What Core Location says of all of them, with `explanation` as its reason.
  public var locationError: LocationError {
    LocationError(.regionMonitoringFailure, reason: explanation)
  }

  /// What is wrong, and what is allowed.
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
    case .beacon: "nothing receives beacons"
    case .options:
      "an option is out of range: the confidence must be at least 0.5 and below 1, dwell and hysteresis "
        + "must not be negative"
    }
  }
}
