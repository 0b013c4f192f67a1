public import CairnTypes

/// Content of gpsd's class TPV: time, position and velocity of one epoch, and their errors.
///
/// Errors are gpsd's: 95 % according to its documentation, whatever the receiver meant.
///
/// Source: gpsd 3.27, gpsd_json(5), "TPV".
public struct GPSDPosition: Hashable, Sendable {
  /// 1 no fix, 2 two-dimensional, 3 three-dimensional.
  public var mode: UInt8 = 1
  /// The kind of fix.
  public var status: GPSDStatus?
  /// UTC of the position, once time and date are known.
  public var timestamp: Timestamp?
  /// Error of `timestamp`, in seconds.
  public var timeError: Double?
  /// The position.
  public var coordinate: Coordinate?
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Error of the longitude, in metres.
  public var eastError: Double?
  /// Error of the latitude, in metres.
  public var northError: Double?
  /// Error of the height, in metres.
  public var verticalError: Double?
  /// Horizontal error, in metres.
  public var horizontalError: Double?
  /// Three-dimensional error, in metres.
  public var sphericalError: Double?
  /// Degrees from true north.
  public var course: Double?
  /// Error of the course, in degrees.
  public var courseError: Double?
  /// Metres per second.
  public var speed: Double?
  /// Metres per second, positive up.
  public var climb: Double?
  /// Error of the speed, in metres per second.
  public var speedError: Double?
  /// Error of the climb, in metres per second.
  public var climbError: Double?
  /// Seconds since the last correction used.
  public var correctionAge: Double?

  /// Creates a position without a fix.
  public init() {}
}

/// gpsd's number for the kind of fix.
///
/// Source: gpsd 3.27, gpsd_json(5), "status" of TPV.
public enum GPSDStatus: UInt8, Hashable, Sendable {
  /// Shown for a fix that the receiver does not vouch for.
  case unknown = 0
  /// Not shown: gpsd leaves it out.
  case normal = 1
  case differential = 2
  case rtkFixed = 3
  case rtkFloat = 4
  case deadReckoning = 5
  case gnssDeadReckoning = 6
  /// A receiver that only computes time, at its surveyed place.
  case time = 7
  case simulated = 8

  init(_ fix: FixQuality, isSimulated: Bool) {
    self =
      switch fix {
      case _ where isSimulated: .simulated
      case .differential: .differential
      case .rtkFixed: .rtkFixed
      case .rtkFloat: .rtkFloat
      case .deadReckoning, .estimated: .deadReckoning
      case .gnssDeadReckoning: .gnssDeadReckoning
      case .fixedPosition, .timeOnly: .time
      case .unknown, .none, .twoD, .threeD: .normal
      }
  }
}
