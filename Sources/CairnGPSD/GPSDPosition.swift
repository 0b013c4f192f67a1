public import CairnTypes

/// What gpsd's class TPV says: time, position and velocity of one epoch, and their errors.
///
/// Errors are gpsd's, 95 % by its documentation, whatever the receiver meant.
///
/// Source: gpsd 3.27, gpsd_json(5), "TPV".
public struct GPSDPosition: Hashable, Sendable {
  /// 1 no fix, 2 two-dimensional, 3 three-dimensional.
  public var mode: UInt8 = 1
  /// The kind of fix.
  public var status: GPSDStatus?
  /// The instant in UTC, once time and date are known.
  public var timestamp: Timestamp?
  /// Seconds, of `timestamp`.
  public var timeError: Double?
  /// The position.
  public var coordinate: Coordinate?
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Metres, of the longitude.
  public var eastError: Double?
  /// Metres, of the latitude.
  public var northError: Double?
  /// Metres, of the height.
  public var verticalError: Double?
  /// Metres, in the plane.
  public var horizontalError: Double?
  /// Metres, in space.
  public var sphericalError: Double?
  /// Degrees true.
  public var course: Double?
  /// Metres per second.
  public var speed: Double?
  /// Metres per second, positive up.
  public var climb: Double?
  /// Metres per second, of the speed.
  public var speedError: Double?
  /// Metres per second, of the climb.
  public var climbError: Double?
  /// Seconds since the last correction that was used.
  public var correctionAge: Double?

  /// No fix.
  public init() {}
}

/// gpsd's number of the kind of a fix.
///
/// Source: gpsd 3.27, gpsd_json(5), "status" of TPV.
public enum GPSDStatus: UInt8, Hashable, Sendable {
  /// Shown for a fix that the receiver does not stand behind.
  case unknown = 0
  /// Not shown: gpsd leaves it out.
  case normal = 1
  case differential = 2
  case rtkFixed = 3
  case rtkFloat = 4
  case deadReckoning = 5
  case gnssDeadReckoning = 6
  /// A receiver that only times from its surveyed place.
  case time = 7
  case simulated = 8
}
