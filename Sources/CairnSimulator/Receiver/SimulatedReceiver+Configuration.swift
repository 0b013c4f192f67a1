public import CairnReceiver
public import CairnTypes

extension SimulatedReceiver {
  /// A stretch of the simulation without a fix, as in a tunnel.
  public struct Outage: Hashable, Sendable {
    /// Since the simulation's start.
    public var start: Duration
    /// Since the simulation's start; the first instant with a fix again.
    public var end: Duration

    /// See the properties.
    public init(from start: Duration, to end: Duration) {
      self.start = start
      self.end = end
    }

    func contains(_ elapsed: Duration) -> Bool { start <= elapsed && elapsed < end }
  }

  /// Everything that decides a simulated receiver's bytes.
  public struct Configuration: Sendable {
    /// Which receiver is imitated.
    public var personality: Personality
    /// Where it truly is.
    public var track: Track
    /// What it sends. `.nmeaOnly` sends NMEA whatever this says.
    public var output: Output
    /// Hertz, above zero: how many epochs it reports in a second.
    public var rate: Double = 1
    /// Bits per second of its line. What it is made with is what it starts with where nothing else is
    /// stored.
    public var baudRate: UInt32
    /// Which of its ports the host is connected to. Only UARTs have a speed.
    public var port = ReceiverPort.uart1
    /// From the search's beginning to the first fix, whatever the receiver knows; `nil` for what its
    /// data sheet says of a cold, warm, aided or hot start.
    public var timeToFirstFix: Duration? = .seconds(3)
    /// Whether a battery keeps its clock and battery-backed memory while the supply is off.
    public var hasBackupSupply = true
    /// Whether messages are left out when the line cannot carry them. Without it `advance` gives
    /// everything, whatever the line's speed; a `SimulatedLine` switches it on.
    public var limitsOutput = false
    /// What goes wrong, and when.
    public var faults: [Fault] = []
    /// What it reports of its antenna and of interference.
    public var radio = Radio()
    /// Metres, 68 %, of the slowly wandering position error; zero gives the track itself.
    public var positionNoise: Double = 2
    /// Metres, 68 %, that the receiver claims; `nil` claims what the noise is, at least 0.5 m.
    public var claimedAccuracy: Double?
    /// What time it truly is.
    public var clock: SimulatedClock = .noonInSeoul
    /// Whether it knows UTC from power-on, by a battery; otherwise from the first fix.
    public var knowsTimeAtStart = false
    /// When there is no fix, beside the time before the first.
    public var outages: [Outage] = []
    /// The systems it receives; follows what the host configures.
    public var systems: [SatelliteSystem]
    /// Decides noise and sky.
    public var seed: UInt64 = 1

    /// A receiver as it leaves the factory, on a track.
    ///
    /// - Parameters:
    ///   - personality: decides output, line speed and systems.
    ///   - track: where it truly is.
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
  /// What a receiver reports of its antenna and of interference.
  public struct Radio: Hashable, Sendable {
    /// The antenna's supervisor.
    public var antenna = Antenna.good
    /// Interference that hides satellites.
    public var jamming = Threat.none
    /// Signals that imitate satellites.
    public var spoofing = Threat.none

    /// Nothing to report.
    public init() {}

    /// The state of an antenna; raw values are the wire's.
    public enum Antenna: UInt8, Hashable, Sendable, CaseIterable {
      case unknown = 1
      case good = 2
      case short = 3
      case open = 4
    }

    /// How sure a receiver is of a threat; raw values are the wire's.
    public enum Threat: UInt8, Hashable, Sendable, CaseIterable {
      case unknown = 0
      case none = 1
      case suspected = 2
      case certain = 3
    }
  }
}
