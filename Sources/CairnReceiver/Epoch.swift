public import CairnTypes

/// What a receiver said about one instant, put together from all its messages.
public struct Epoch: Hashable, Sendable, BitwiseCopyable {
  /// When its first byte arrived, on the boot clock; of one that waited unread, when it would have arrived.
  public var time: MonotonicTime
  /// The instant in UTC, once time and date are known; `nil` where it cannot be true.
  public var timestamp: Timestamp?
  /// Seconds, 68 %, of `timestamp` where the receiver says.
  public var timeAccuracy: Double?
  /// The position as sent, usable or not.
  public var coordinate: Coordinate?
  /// What kind of solution it is; `none` means that the position must not be used.
  public var fix = FixQuality.none
  /// 2 where the height is assumed, 3 where it is measured, usable or not; `nil` where the receiver's
  /// kind of solution is no position.
  public var dimensions: UInt8?
  /// What a client may want to know before it trusts the position.
  public var flags: LocationSource.Flags = []
  /// Metres, 68 % radius.
  public var horizontalAccuracy: Double?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Metres, 68 %.
  public var verticalAccuracy: Double?
  /// Metres per second.
  public var speed: Double?
  /// Metres per second, 68 %.
  public var speedAccuracy: Double?
  /// Degrees true.
  public var course: Double?
  /// Degrees, 68 %.
  public var courseAccuracy: Double?
  /// Metres per second, positive up.
  public var verticalSpeed: Double?
  /// The horizontal error by direction; `nil` where the receiver gives none.
  public var errorEllipse: ErrorEllipse?
  /// Metres, one standard deviation of the latitude.
  public var northDeviation: Double?
  /// Metres, one standard deviation of the longitude.
  public var eastDeviation: Double?
  /// Satellites in the solution.
  public var satellitesUsed: UInt8?
  /// Seconds since the last correction that was used; see `LocationSource.correctionAge`.
  public var correctionAge: Float?
  /// Dilution of precision, as far as the receiver says.
  public var dilution = DilutionOfPrecision()

  /// Whose messages it was put together from.
  public internal(set) var wireProtocol = WireProtocol.nmea

  /// An epoch of which only the arrival is known.
  public init(time: MonotonicTime) { self.time = time }

  /// Whether the receiver stands behind the position.
  public var hasPosition: Bool {
    switch fix {
    case .unknown, .none, .timeOnly: false
    case .twoD, .threeD, .differential, .rtkFloat, .rtkFixed, .deadReckoning, .gnssDeadReckoning,
      .fixedPosition:
      coordinate != nil
    }
  }
}

extension Location {
  /// The fix of an epoch that has a position. What is unknown of position and accuracy is `.nan`.
  public init(_ epoch: borrowing Epoch, from provider: ProviderID) {
    var source = LocationSource(
      provider: provider, technology: .gnss, flags: epoch.flags, fix: epoch.fix)
    source.satellitesUsed = epoch.satellitesUsed
    source.hdop = epoch.dilution.horizontal
    source.correctionAge = epoch.correctionAge
    self.init(
      coordinate: epoch.coordinate ?? Coordinate(latitude: .nan, longitude: .nan),
      horizontalAccuracy: epoch.horizontalAccuracy ?? .nan, time: epoch.time, source: source)
    altitude = epoch.altitude
    ellipsoidalAltitude = epoch.ellipsoidalAltitude
    verticalAccuracy = epoch.verticalAccuracy
    speed = epoch.speed
    speedAccuracy = epoch.speedAccuracy
    course = epoch.course
    courseAccuracy = epoch.courseAccuracy
    verticalSpeed = epoch.verticalSpeed
    errorEllipse = epoch.errorEllipse
    timestamp = epoch.timestamp
  }
}

/// What an assembler passes on.
public enum ReceiverEvent: Hashable, Sendable {
  /// One epoch, complete; at most one for each instant.
  case epoch(Epoch)
  /// The satellites in view, complete, of the epoch before.
  case satellites(SatelliteView)
}

/// The satellites of one epoch.
public struct SatelliteView: Hashable, Sendable {
  /// In the order of the receiver; one that is received on two signals appears twice.
  public var satellites: [Satellite]
  /// Dilution of precision of the same epoch.
  public var dilution: DilutionOfPrecision
  /// The `time` of the same epoch.
  public var time: MonotonicTime
  /// The epoch in UTC, once time and date are known.
  public var timestamp: Timestamp?
  /// Whose messages listed them.
  public internal(set) var wireProtocol = WireProtocol.nmea
}

/// Takes what an assembler has completed.
protocol ReceiverEventSink {
  /// - Parameters:
  ///   - epoch: complete.
  ///   - clock: nanoseconds that the receiver counted at the epoch where it has no UTC; `nil` where it says none.
  ///   - wireProtocol: whose messages it was put together from.
  mutating func receive(_ epoch: Epoch, clock: Int64?, from wireProtocol: WireProtocol)
  mutating func receive(_ view: SatelliteView, from wireProtocol: WireProtocol)
}
