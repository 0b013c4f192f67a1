internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

/// What one personality is like, as data.
struct ReceiverTraits: Sendable {
  /// Baud after power-on, where nothing else is stored.
  var baudRate: UInt32
  /// Received when nothing else is configured.
  var systems: [SatelliteSystem]
  /// The sentences it sends, in its order, and every how many epochs when nothing else is configured.
  var sentences: [(SentenceFormatter, every: Int)]
  /// NMEA 0183 version 4.11, with system and signal identifiers.
  var isNMEA411 = false
  var start: StartTimes
  var draw: PowerDraw
  /// From a wake-up or reset until it listens and talks.
  var wakeTime = Duration.milliseconds(250)
  /// Bytes that wait for the line before messages are left out. No data sheet gives it; this is an
  /// example.
  var transmitBuffer = 4096

  // MARK: u-blox

  /// What it is as a u-blox receiver; `nil` for others.
  var uBlox: UBloxTraits?

  // MARK: Command sentences

  /// Answer commands in turn, the first that knows one; none for a receiver without such commands.
  var commands: [SentenceDialect] = []
  /// Sends satellites once a second and else the position alone when it reports more often than that.
  var thinsFastReports = false
  /// Sentences with which it says that it has started, without `$` and checksum.
  var greeting: [String] = []

  var talksUBX: Bool { uBlox != nil }

  /// How long the first fix takes.
  ///
  /// Source: the data sheets named at each personality, open sky.
  struct StartTimes: Sendable {
    /// Nothing is known, or only an almanac: a warm start is hardly faster.
    var cold: Duration
    /// Time and position are known.
    var aided: Duration
    /// Ephemerides, time and position are known.
    var hot: Duration
    /// How long after it was received an ephemeris serves.
    var ephemerisLifetime = Duration.seconds(2 * 3600)
    /// Tracking that it takes to receive the ephemerides of a sky.
    var ephemerisDownload = Duration.seconds(30)
  }

  /// What its supply delivers.
  ///
  /// Source: the data sheets named at each personality, typical values.
  struct PowerDraw: Sendable {
    var volts: Double
    /// Milliamperes.
    var acquiring: Double
    /// Milliamperes.
    var tracking: Double
    /// Milliamperes, tracking cyclically at 1 Hz; `nil` for a receiver that cannot.
    var cyclic: Double?
    /// Microamperes, supply off and backup supply on.
    var hardwareBackup: Double
    /// Microamperes, by command.
    var softwareBackup: Double
    /// Milliamperes with the navigation stopped and the port alive. No data sheet has it; a third of
    /// tracking is an assumption.
    var stopped: Double { tracking / 3 }
  }

  static func of(_ personality: SimulatedReceiver.Personality) -> ReceiverTraits {
    switch personality {
    case .uBloxM8: uBloxM8
    case .uBloxM9: uBloxM9
    case .uBloxF9P: uBloxF9P
    case .uBloxM10: uBloxM10
    case .uBloxX20: uBloxX20
    case .nmeaOnly: nmeaOnly
    case .mediaTekPA6H: mediaTekPA6H
    case .quectelL76: quectelL76
    case .quectelLC29H: quectelLC29H
    case .casic: casic
    case .teseo: teseo
    case .uBloxSentences: uBloxSentences
    }
  }
}

/// What one generation of u-blox receivers is like, as data.
struct UBloxTraits: Sendable {
  var knowsOldConfiguration = false
  var knowsConfigurationKeys = true
  var hasFlash = true
  var takesCorrections = false
  var sendsEOE = true
  /// Reports its antenna and interference by MON-RF; otherwise by MON-HW.
  var hasMonRF = true
  /// Version of SEC-SIG; `nil` for none.
  var signalSecurity: UInt8?
  /// Octets of the chip's number.
  var uniqueIDLength = 5
  /// Whether the short form of RXM-PMREQ puts it to sleep.
  var takesShortPowerRequest = true
  var ports: [ReceiverPort] = [.i2c, .uart1, .uart2, .usb, .spi]
  /// Milliseconds between two measurements, at least.
  var shortestPeriod: UInt64 = 25
  var software: String
  var hardware: String
  var versionLines: [String]
  /// The year a receiver without a clock claims, marked as invalid; it differs between firmwares,
  /// this one is an example.
  var defaultYear: UInt16
  /// Groups of configuration keys that it does not have.
  var missingGroups: Set<UInt8> = []
  /// Beginnings of the names of keys that it does not have, behind `CFG_`.
  var missingKeys: [String] = []
  /// What its configuration is from the factory where other generations' is another.
  var factory: [UInt32: UInt64] = [:]
}
