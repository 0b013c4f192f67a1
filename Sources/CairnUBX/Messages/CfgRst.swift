/// UBX-CFG-RST: resets the receiver, or stops and starts GNSS.
///
/// Is not acknowledged: the next message may get lost too. `ResetMode.stopGNSS` and `.startGNSS`
/// switch the radio off and on while the port stays.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-RST.
public struct CfgRst: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x04)
  public static let name = "CFG-RST"
  public static let payloadLength = PayloadLength.exactly(4)

  /// What is cleared in the battery-backed memory.
  public var cleared = Sections()
  /// What happens.
  public var mode = ResetMode.hardware

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x2("navBbrMask", &cleared)
    f.u1("resetMode", &mode)
    f.reserved(1)
  }
}

extension CfgRst {
  /// What is cleared in the battery-backed memory.
  public struct Sections: UBXBitField {
    /// Ephemerides.
    public var ephemerides = false
    /// Almanacs.
    public var almanacs = false
    /// Health of satellites.
    public var health = false
    /// Klobuchar's parameters.
    public var ionosphere = false
    /// Position.
    public var position = false
    /// Drift of the clock.
    public var clockDrift = false
    /// Parameters of the oscillator.
    public var oscillator = false
    /// UTC and leap seconds.
    public var utc = false
    /// The real-time clock.
    public var realTimeClock = false
    fileprivate var others: UInt64 = 0
    /// Data of AssistNow Autonomous.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("eph", &ephemerides)
      b.flag("alm", &almanacs)
      b.flag("health", &health)
      b.flag("klob", &ionosphere)
      b.flag("pos", &position)
      b.flag("clkd", &clockDrift)
      b.flag("osc", &oscillator)
      b.flag("utc", &utc)
      b.flag("rtc", &realTimeClock)
      b.unnamed(6, &others)
      b.flag("aop", &assistNowAutonomous)
    }
  }

  /// What happens, an open set.
  public struct ResetMode: UBXOpenValue {
    /// The wire's `resetMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Hardware reset at once.
    public static let hardware = ResetMode(rawValue: 0)
    /// Software reset, controlled.
    public static let software = ResetMode(rawValue: 1)
    /// Software reset of GNSS alone, controlled.
    public static let softwareGNSSOnly = ResetMode(rawValue: 2)
    /// Hardware reset after a shutdown.
    public static let hardwareAfterShutdown = ResetMode(rawValue: 4)
    /// GNSS stops, controlled; the port goes on.
    public static let stopGNSS = ResetMode(rawValue: 8)
    /// GNSS starts, controlled.
    public static let startGNSS = ResetMode(rawValue: 9)
  }
}

extension CfgRst.Sections {
  /// Nothing is cleared.
  public static var hotStart: Self { Self() }

  /// Ephemerides are cleared.
  public static var warmStart: Self {
    var sections = Self()
    sections.ephemerides = true
    return sections
  }

  /// Everything is cleared, also what has no name here.
  public static var coldStart: Self {
    var sections = Self()
    sections.word = 0xFFFF
    return sections
  }
}
