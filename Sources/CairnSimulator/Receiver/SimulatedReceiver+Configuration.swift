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
    /// Bits per second of its line.
    public var baudRate: UInt32
    /// From power-on to the first fix.
    public var timeToFirstFix: Duration = .seconds(3)
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
    /// The systems it receives.
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
