internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

/// The properties of one personality, as data.
struct ReceiverTraits: Sendable {
  /// Line speed after power-on in baud, unless another is stored.
  var baudRate: UInt32
  /// Systems received, unless others are configured.
  var systems: [SatelliteSystem]
  /// Sentences in the order they are sent, and every how many epochs, unless configured otherwise.
  var sentences: [(SentenceFormatter, every: Int)]
  /// Whether sentences follow NMEA 0183 version 4.11, with system and signal identifiers.
  var isNMEA411 = false
  var start: StartTimes
  var draw: PowerDraw
  /// Time from a wake-up or reset until the receiver listens and talks.
  var wakeTime = Duration.milliseconds(250)
  /// Bytes that may wait for the line before messages are dropped. An example; no data sheet
  /// states it.
  var transmitBuffer = 4096

  // MARK: u-blox

  /// The properties of a u-blox receiver; `nil` for others.
  var uBlox: UBloxTraits?

  // MARK: Command sentences

  /// Command dialects, tried in turn; empty for a receiver without commands.
  var commands: [SentenceDialect] = []
  /// Above 1 Hz, sends satellites once a second and otherwise only the position.
  var thinsFastReports = false
  /// Sentences that announce a start, without `$` and checksum.
  var greeting: [String] = []

  var talksUBX: Bool { uBlox != nil }

  /// The time to first fix for each kind of start.
  ///
  /// Source: the data sheets named at each personality, open sky.
  struct StartTimes: Sendable {
    /// Nothing is known, or only an almanac: a warm start is hardly faster.
    var cold: Duration
    /// Time and position are known.
    var aided: Duration
    /// Ephemerides, time and position are known.
    var hot: Duration
    /// How long an ephemeris is valid after reception.
    var ephemerisLifetime = Duration.seconds(2 * 3600)
    /// Tracking time needed to receive the ephemerides of a sky.
    var ephemerisDownload = Duration.seconds(30)
  }

  /// The receiver's supply voltage and currents.
  ///
  /// Source: the data sheets named at each personality, typical values.
  struct PowerDraw: Sendable {
    var volts: Double
    /// Milliamperes while searching.
    var acquiring: Double
    /// Milliamperes while tracking.
    var tracking: Double
    /// Milliamperes while tracking cyclically at 1 Hz; `nil` for a receiver that cannot.
    var cyclic: Double?
    /// Microamperes with the supply off and the backup supply on.
    var hardwareBackup: Double
    /// Microamperes while asleep by command.
    var softwareBackup: Double
    /// Milliamperes with the navigation stopped and the port alive. No data sheet states it; it is
    /// assumed to be a third of tracking.
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

/// The properties of one generation of u-blox receivers, as data.
struct UBloxTraits: Sendable {
  var knowsOldConfiguration = false
  var knowsConfigurationKeys = true
  var hasFlash = true
  var takesCorrections = false
  var sendsEOE = true
  /// Whether it reports antenna and interference in MON-RF; otherwise in MON-HW.
  var hasMonRF = true
  /// Version of SEC-SIG; `nil` if the message is not supported.
  var signalSecurity: UInt8?
  /// Octets of the chip's unique number.
  var uniqueIDLength = 5
  /// Whether the short form of RXM-PMREQ puts it to sleep.
  var takesShortPowerRequest = true
  var ports: [ReceiverPort] = [.i2c, .uart1, .uart2, .usb, .spi]
  /// Shortest measurement period, in milliseconds.
  var shortestPeriod: UInt64 = 25
  var software: String
  var hardware: String
  var versionLines: [String]
  /// The year claimed without a clock, marked as invalid. An example; it differs between
  /// firmwares.
  var defaultYear: UInt16
  /// Groups of configuration keys that the generation lacks.
  var missingGroups: Set<UInt8> = []
  /// Name prefixes, after `CFG_`, of configuration keys that the generation lacks.
  var missingKeys: [String] = []
  /// Factory values that differ from those of other generations.
  var factory: [UInt32: UInt64] = [:]
}
