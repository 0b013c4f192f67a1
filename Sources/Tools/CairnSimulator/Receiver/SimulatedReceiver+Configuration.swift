public import CairnReceiver
public import CairnTypes

extension SimulatedReceiver {
  /// A period of the simulation without a fix, as in a tunnel.
  public struct Outage: Hashable, Sendable {
    /// When the outage begins, since the simulation's start.
    public var start: Duration
    /// First instant with a fix again, since the simulation's start.
    public var end: Duration

    /// Creates an outage; see the properties.
    public init(from start: Duration, to end: Duration) {
      self.start = start
      self.end = end
    }

    func contains(_ elapsed: Duration) -> Bool { start <= elapsed && elapsed < end }
  }

  /// Everything that determines a simulated receiver's bytes.
  public struct Configuration: Sendable {
    /// The receiver model to imitate.
    public var personality: Personality
    /// The receiver's true path.
    public var track: Track
    /// The protocols sent. Ignored by `.nmeaOnly`, which always sends NMEA.
    public var output: Output
    /// Epochs per second, in hertz; above zero.
    public var rate: Double = 1
    /// Line speed in bits per second. The initial value applies after every start, unless another
    /// is stored.
    public var baudRate: UInt32
    /// The receiver's port that the host is connected to. Only UARTs have a speed.
    public var port = ReceiverPort.uart1
    /// Time from the start of a search to the first fix, whatever the receiver knows; `nil` for the
    /// data sheet's time of a cold, warm, aided or hot start.
    public var timeToFirstFix: Duration? = .seconds(3)
    /// Whether a battery keeps the clock and battery-backed memory while the supply is off.
    public var hasBackupSupply = true
    /// Whether messages that the line cannot carry are dropped. If not, `advance` returns all of
    /// them at any line speed. A `SimulatedLine` sets this to true.
    public var limitsOutput = false
    /// The receiver's faults, and when they occur.
    public var faults: [Fault] = []
    /// Antenna state and interference that the receiver reports.
    public var radio = Radio()
    /// Slowly wandering position error in metres, 68 %; zero gives the track itself.
    public var positionNoise: Double = 2
    /// Accuracy that the receiver claims, in metres, 68 %; `nil` claims the noise, at least 0.5 m.
    public var claimedAccuracy: Double?
    /// The true time.
    public var clock: SimulatedClock = .noonInSeoul
    /// Whether a battery keeps UTC, known from power-on; otherwise it is known from the first fix.
    public var knowsTimeAtStart = false
    /// Periods without a fix, apart from the time before the first.
    public var outages: [Outage] = []
    /// The systems received; follows the host's configuration commands.
    public var systems: [SatelliteSystem]
    /// Seed of noise, sky and other random values.
    public var seed: UInt64 = 1

    /// Creates a factory-new receiver on a track.
    ///
    /// - Parameters:
    ///   - personality: determines output, line speed and systems.
    ///   - track: the receiver's true path.
    public init(_ personality: Personality = .uBloxM9, track: Track = .seoulPlaza) {
      let traits = ReceiverTraits.of(personality)
      self.personality = personality
      self.track = track
      output = .nmea
      baudRate = traits.baudRate
      systems = traits.systems
    }
  }
}

extension SimulatedReceiver.Configuration {
  /// Antenna state and interference that a receiver reports.
  public struct Radio: Hashable, Sendable {
    /// State of the antenna, as its supervisor reports it.
    public var antenna = Antenna.good
    /// Interference that drowns out satellites.
    public var jamming = Threat.none
    /// Signals that imitate satellites.
    public var spoofing = Threat.none

    /// Creates a radio with a good antenna and no interference.
    public init() {}

    /// The state of an antenna; raw values are the wire's.
    public enum Antenna: UInt8, Hashable, Sendable, CaseIterable {
      case unknown = 1
      case good = 2
      case short = 3
      case open = 4
    }

    /// How certain a receiver is of a threat; raw values are the wire's.
    public enum Threat: UInt8, Hashable, Sendable, CaseIterable {
      case unknown = 0
      case none = 1
      case suspected = 2
      case certain = 3
    }
  }
}
