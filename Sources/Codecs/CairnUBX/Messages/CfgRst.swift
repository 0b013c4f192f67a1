/// UBX-CFG-RST: resets the receiver, or stops and starts GNSS.
///
/// The receiver does not acknowledge it, and the next message may get lost too.
/// `ResetMode.stopGNSS` and `.startGNSS` switch the radio off and on while the port stays on.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-RST.
public struct CfgRst: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x04)
  public static let name = "CFG-RST"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Sections of the battery-backed memory to clear.
  public var cleared = Sections()
  /// Action to perform.
  public var mode = ResetMode.hardware

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x2("navBbrMask", &cleared)
    f.u1("resetMode", &mode)
    f.reserved(1)
  }
}

extension CfgRst {
  /// Sections of the battery-backed memory to clear.
  public struct Sections: UBXBitField {
    /// Ephemerides.
    public var ephemerides = false
    /// Almanacs.
    public var almanacs = false
    /// Satellite health.
    public var health = false
    /// Klobuchar parameters.
    public var ionosphere = false
    /// Position.
    public var position = false
    /// Clock drift.
    public var clockDrift = false
    /// Oscillator parameters.
    public var oscillator = false
    /// UTC and leap seconds.
    public var utc = false
    /// The real-time clock.
    public var realTimeClock = false
    fileprivate var others: UInt64 = 0
    /// AssistNow Autonomous data.
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

  /// Action to perform; an open set.
  public struct ResetMode: UBXOpenValue {
    /// The wire's `resetMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Immediate hardware reset.
    public static let hardware = ResetMode(rawValue: 0)
    /// Controlled software reset.
    public static let software = ResetMode(rawValue: 1)
    /// Controlled software reset of GNSS only.
    public static let softwareGNSSOnly = ResetMode(rawValue: 2)
    /// Hardware reset after a shutdown.
    public static let hardwareAfterShutdown = ResetMode(rawValue: 4)
    /// Controlled stop of GNSS; the port keeps running.
    public static let stopGNSS = ResetMode(rawValue: 8)
    /// Controlled start of GNSS.
    public static let startGNSS = ResetMode(rawValue: 9)
  }
}

extension CfgRst.Sections {
  /// Clears nothing.
  public static var hotStart: Self { Self() }

  /// Clears the ephemerides.
  public static var warmStart: Self {
    var sections = Self()
    sections.ephemerides = true
    return sections
  }

  /// Clears everything, including sections without a name here.
  public static var coldStart: Self {
    var sections = Self()
    sections.word = 0xFFFF
    return sections
  }
}
