public import CairnTypes

/// Every constant of the update rules, in one place; each has a test.
public enum Defaults {
  // MARK: Intake

  /// A fix measured further ahead of the boot clock than this is rejected: receivers' delays are
  /// estimated, and an estimate may be a little too long.
  public static let futureTolerance = Duration.seconds(1)
  /// Metres: a claimed accuracy below this is a receiver's "unknown", not a measurement.
  public static let smallestAccuracy = 0.001
  /// Metres per second: slower than this a course is noise.
  public static let validCourseSpeed = 0.5
  /// A fix of a receiver that waited longer than this before it was read is history: no position of now. Most
  /// programs for Core Location leave out what is older, too.
  public static let oldestUpdate = Duration.seconds(10)
  /// 1980-01-06, when GPS time began, to the end of 2199.
  public static let possibleUTC =
    Timestamp(
      nanosecondsSince1970: 315_964_800 * 1_000_000_000)..<Timestamp(
      nanosecondsSince1970: 7_258_118_400 * 1_000_000_000)
  /// Metres, above sea level or the ellipsoid: from below the deepest trench of the seas to above the 80 km that
  /// receivers are made for. Source: u-blox MAX-M10M integration manual, "Dynamic platform model details".
  public static let possibleAltitude = -12_000.0...100_000.0
  /// Metres per second, in any direction: twice what receivers are made for, by the same source.
  public static let highestSpeed = 1000.0
  /// Satellites in one solution: NMEA 0183 has two digits, and fewer are in view of any place.
  public static let mostSatellites: UInt8 = 99
  /// How soon a second fix must agree with a suspicious one for both to be passed on.
  public static let witnessWindow = Duration.seconds(3)
  /// Metres per second that the speed between two fixes may exceed the speeds both report.
  public static let reportedSpeedSlack = 30.0

  /// Fixes of one receiver that are further apart by its own clock are judged by arrival alone.
  public static let longestBunch = Duration.seconds(10)

  /// So long after its last fix, at least, a provider is believed alone against coarser ones.
  public static let sourceFreshness = Duration.seconds(5)
  /// A provider that fixes seldom is believed alone for twice its interval, but of no longer one than this.
  public static let longestFreshInterval = Duration.seconds(60)
  /// A fix takes over from a fresh provider when its accuracy is at most this share of that one's: who is
  /// hardly better would take turns with it.
  public static let takeOverShare = 0.8
  /// How many of its own accuracies such a fix may lie outside of the other one's circle.
  public static let takeOverReach = 3.0

  // MARK: Standard updates

  /// Metres by which a distance may fall short of the filter: the rounding of 1e-7° coordinates.
  public static let distanceTolerance = 0.0005
  /// A fix that many times more accurate than the last delivered one passes the distance filter.
  public static let improvementFactor = 2.0
  /// Time between two reports of an unknown location, at least.
  public static let unknownRepeat = Duration.seconds(30)
  /// A heartbeat's fix older than this is flagged `.cached` even when never delivered before.
  public static let heartbeatFreshness = Duration.seconds(5)

  /// Fixes that are held back for one call, at most; then it is made early.
  public static let batchBound = 256

  // MARK: Pausing

  /// Metres that a device may seem to move, at least, while it stands.
  public static let stillRadius = 25.0
  /// The same in accuracies of its fixes.
  public static let stillAccuracies = 2.0
  /// The part of the wanted radius that a fix must reach for updates to pause on it.
  public static let settledShare = 0.4
  /// Without a sensor of motion a fix is looked at this often, at most.
  public static let stillSampling = Duration.seconds(2)
  /// While a service is paused without a sensor of motion a fix comes this often, to tell that the device
  /// moves.
  public static let pausedInterval = Duration.seconds(60)
  /// Metres: how accurate such a fix has to be, which is as far as it has to be away.
  public static let pausedAccuracy = 50.0
  /// So many radii away, one fix alone ends such a pause.
  public static let movedRadii = 2.0

  // MARK: Acquisition

  /// An accuracy has improved when it is at most this share of the one before: 10 %.
  public static let improvedShare = 0.9

  // MARK: Delivery

  /// Fixes a slow client may have waiting.
  public static let queueBound = 16

  // MARK: Regions

  /// Probability of being on the new side of a boundary.
  public static let regionConfidence = 0.95
  /// How long the new side must hold.
  public static let regionDwell = Duration.seconds(20)
  /// Metres beyond the boundary that are needed to leave.
  public static let regionHysteresis = 20.0
  /// How late an event may be.
  public static let regionResponsiveness = Duration.seconds(60)
  /// Sure fixes that a dwell needs: one alone may be an outlier.
  public static let regionWitnesses = 2
  /// The shortest time between two fixes that regions ask for.
  public static let regionFixInterval = Duration.seconds(1)

  // MARK: Keeping

  /// The last fix is kept this often, at most.
  public static let keptFixInterval = Duration.seconds(60)
  /// A visit that goes on is kept this often, at most: how late it was seen to go on is known so well.
  public static let keptVisitInterval = Duration.seconds(600)

  // MARK: Reduced accuracy

  /// Metres: the side of a cell, and the smallest accuracy reported.
  public static let reducedCell = 5000.0
  /// Time between two places told to a client with reduced accuracy: four an hour.
  public static let reducedInterval = Duration.seconds(900)

  // MARK: Policy files

  /// Bytes in one file.
  public static let policyFileBytes = 65_536
  /// Files.
  public static let policyFiles = 1000
  /// Bytes in all files together.
  public static let policyBytes = 4 << 20
  /// Bytes in one line.
  public static let policyLineBytes = 4096
  /// Sections in all files together.
  public static let policyRules = 1000
  /// The longest time of full accuracy that a rule may give.
  public static let longestPermission = Duration.seconds(24 * 3600)
}

extension ActivityType {
  /// How long a device so carried must have stood before its updates pause: longer than at a red light;
  /// `nil` for never.
  public var pausesAfter: Duration? {
    switch self {
    case .fitness: .seconds(120)
    case .otherNavigation: .seconds(180)
    case .automotiveNavigation, .other, .marine, .stationaryAsset: .seconds(300)
    case .airborne: nil
    }
  }

  /// Metres per second that nothing carried this way exceeds.
  public var speedGate: Double {
    switch self {
    case .fitness: 15
    case .marine: 50
    case .automotiveNavigation, .stationaryAsset: 90
    case .other, .otherNavigation, .airborne: 350
    }
  }
}
