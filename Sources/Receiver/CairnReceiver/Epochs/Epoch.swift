public import CairnTypes

/// A receiver's report on one instant, assembled from all its messages.
public struct Epoch: Hashable, Sendable, BitwiseCopyable {
  /// Arrival of the first byte on the boot clock; for an epoch that waited unread, when it was due.
  public var time: MonotonicTime
  /// The instant in UTC; `nil` while time or date are unknown, and if it cannot be true.
  public var timestamp: Timestamp?
  /// Accuracy of `timestamp` in seconds, 68 %, if the receiver gives it.
  public var timeAccuracy: Double?
  /// The position as sent, usable or not.
  public var coordinate: Coordinate?
  /// The kind of solution; `none` means that the position must not be used.
  public var fix = FixQuality.none
  /// 2 if the height is assumed, 3 if measured, even if unusable; `nil` if the solution is no
  /// position.
  public var dimensions: UInt8?
  /// Conditions that a client may want to know before it trusts the position.
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
  /// Degrees from true north.
  public var course: Double?
  /// Degrees, 68 %.
  public var courseAccuracy: Double?
  /// Metres per second, positive up.
  public var verticalSpeed: Double?
  /// The horizontal error by direction; `nil` if the receiver gives none.
  public var errorEllipse: ErrorEllipse?
  /// Standard deviation of the latitude, in metres.
  public var northDeviation: Double?
  /// Standard deviation of the longitude, in metres.
  public var eastDeviation: Double?
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8?
  /// Age of the last correction used, in seconds; see `LocationSource.correctionAge`.
  public var correctionAge: Float?
  /// Dilutions of precision, as far as the receiver gives them.
  public var dilution = DilutionOfPrecision()

  /// The protocol of the messages.
  public internal(set) var wireProtocol = WireProtocol.nmea

  /// Creates an epoch of which only the arrival is known.
  public init(time: MonotonicTime) { self.time = time }

  /// Whether the receiver vouches for the position.
  public var hasPosition: Bool {
    switch fix {
    case .unknown, .none, .timeOnly, .estimated: false
    case .twoD, .threeD, .differential, .rtkFloat, .rtkFixed, .deadReckoning, .gnssDeadReckoning,
      .fixedPosition:
      coordinate != nil
    }
  }
}

extension Location {
  /// Creates the fix of an epoch with a position. Unknown coordinates and accuracy become `.nan`.
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
    if errorEllipse == nil, let east = epoch.eastDeviation, let north = epoch.northDeviation {
      errorEllipse = ErrorEllipse(east: east, north: north)
    }
    timestamp = epoch.timestamp
  }
}

/// A complete part of a receiver's report.
public enum ReceiverEvent: Hashable, Sendable {
  /// A complete epoch; at most one per instant.
  case epoch(Epoch)
  /// The satellites in view, complete, of the preceding epoch.
  case satellites(SatelliteView)
}

/// The satellites of one epoch.
public struct SatelliteView: Hashable, Sendable {
  /// The satellites in the receiver's order; one received on two signals appears twice.
  public var satellites: [Satellite]
  /// Dilution of precision of the same epoch.
  public var dilution: DilutionOfPrecision
  /// The `time` of the same epoch.
  public var time: MonotonicTime
  /// The epoch in UTC, once time and date are known.
  public var timestamp: Timestamp?
  /// The protocol of the messages.
  public internal(set) var wireProtocol = WireProtocol.nmea
}

/// Receives what an assembler has completed.
protocol ReceiverEventSink {
  /// - Parameters:
  ///   - epoch: a complete epoch.
  ///   - clock: the receiver's own count in nanoseconds if it has no UTC; `nil` if it gives none.
  ///   - wireProtocol: the protocol of the messages.
  mutating func receive(_ epoch: Epoch, clock: Int64?, from wireProtocol: WireProtocol)
  mutating func receive(_ view: SatelliteView, from wireProtocol: WireProtocol)
}
