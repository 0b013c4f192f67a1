public import CairnTypes

/// The constants of the update rules, each covered by a test.
public enum Defaults {
  // MARK: Intake

  /// A fix further ahead of the boot clock than this is rejected. Some lead is allowed because a
  /// receiver's delay is estimated, perhaps too long.
  public static let futureTolerance = Duration.seconds(1)
  /// Metres: a claimed accuracy below this means "unknown" and is not a measurement.
  public static let smallestAccuracy = 0.001
  /// Metres per second: below this speed a course is noise.
  public static let validCourseSpeed = 0.5
  /// A receiver's fix that was read later than this after it was measured is history, not a present
  /// position. Most programs for Core Location ignore older ones, too.
  public static let oldestUpdate = Duration.seconds(10)
  /// Plausible UTC: from 1980-01-06, when GPS time began, to the end of 2199.
  public static let possibleUTC =
    Timestamp(
      nanosecondsSince1970: 315_964_800 * 1_000_000_000)..<Timestamp(
      nanosecondsSince1970: 7_258_118_400 * 1_000_000_000)
  /// Metres above sea level or the ellipsoid: from below the deepest trench to above the 80 km that
  /// receivers support. Source: u-blox MAX-M10M integration manual, "Dynamic platform model
  /// details".
  public static let possibleAltitude = -12_000.0...100_000.0
  /// Metres per second in any direction: twice what receivers support, by the same source.
  public static let highestSpeed = 1000.0
  /// Satellites in one solution: NMEA 0183 has two digits, and fewer are in view anywhere.
  public static let mostSatellites: UInt8 = 99

  // MARK: Standard updates

  /// Metres by which a distance may fall short of the filter: coordinates are rounded to 1e-7°.
  public static let distanceTolerance = 0.0005
  /// A fix this many times more accurate than the last delivered one passes the distance filter.
  public static let improvementFactor = 2.0
  /// The minimum time between two reports of an unknown location.
  public static let unknownRepeat = Duration.seconds(30)
  /// A heartbeat's fix older than this is flagged `.cached`, even if never delivered before.
  public static let heartbeatFreshness = Duration.seconds(5)

  /// The maximum number of fixes held back for one call; when reached, the call is made early.
  public static let batchBound = 256

  // MARK: Pausing

  /// Metres that a device at rest may at least seem to move.
  public static let stillRadius = 25.0
  /// The same limit as a multiple of its fixes' accuracy.
  public static let stillAccuracies = 2.0
  /// The part of the wanted radius that a fix must reach before updates pause.
  public static let settledShare = 0.4
  /// The minimum interval at which fixes are examined for rest without a motion sensor.
  public static let stillSampling = Duration.seconds(2)
  /// The interval between fixes while paused without a motion sensor, to notice movement.
  public static let pausedInterval = Duration.seconds(60)
  /// Metres: the accuracy wanted of such a fix.
  public static let pausedAccuracy = 50.0
  /// A single fix this many radii away ends such a pause.
  public static let movedRadii = 2.0

  // MARK: Acquisition

  /// An accuracy counts as improved if it is at most this share of the previous one: by 10 %.
  public static let improvedShare = 0.9

  // MARK: Delivery

  /// The maximum number of fixes that wait for a slow client.
  public static let queueBound = 16

  // MARK: Regions

  /// The required probability of being on the new side of a boundary.
  public static let regionConfidence = 0.95
  /// How long the device must be on the new side.
  public static let regionDwell = Duration.seconds(20)
  /// Metres beyond the boundary at which a region counts as left.
  public static let regionHysteresis = 20.0
  /// How late an event may be.
  public static let regionResponsiveness = Duration.seconds(60)
  /// Conclusive fixes that a dwell needs; a single one may be an outlier.
  public static let regionWitnesses = 2
  /// The minimum time between two fixes that regions ask for.
  public static let regionFixInterval = Duration.seconds(1)

  // MARK: Keeping

  /// The minimum interval at which the last fix is stored.
  public static let keptFixInterval = Duration.seconds(60)
  /// The minimum interval for storing an ongoing visit: the precision of its known duration.
  public static let keptVisitInterval = Duration.seconds(600)

  // MARK: Reduced accuracy

  /// Metres: the side of a cell, and the smallest accuracy reported.
  public static let reducedCell = 5000.0
  /// The minimum time between two places delivered with reduced accuracy: four an hour.
  public static let reducedInterval = Duration.seconds(900)

  // MARK: Policy files

  /// Bytes in one file.
  public static let policyFileBytes = 65_536
  /// The maximum number of files.
  public static let policyFiles = 1000
  /// Bytes in all files together.
  public static let policyBytes = 4 << 20
  /// Bytes in one line.
  public static let policyLineBytes = 4096
  /// Sections in all files together.
  public static let policyRules = 1000
  /// The longest duration of full accuracy that a rule may grant.
  public static let longestPermission = Duration.seconds(24 * 3600)
}

extension ActivityType {
  /// How long a device carried in this way must stand before its updates pause, longer than at a
  /// red light; `nil` for never.
  public var pausesAfter: Duration? {
    switch self {
    case .fitness: .seconds(120)
    case .otherNavigation: .seconds(180)
    case .automotiveNavigation, .other, .marine, .stationaryAsset: .seconds(300)
    case .airborne: nil
    }
  }

  /// Metres per second that nothing carried in this way exceeds.
  public var speedGate: Double {
    switch self {
    case .fitness: 15
    case .marine: 50
    case .automotiveNavigation, .stationaryAsset: 90
    case .other, .otherNavigation, .airborne: 350
    }
  }
}
