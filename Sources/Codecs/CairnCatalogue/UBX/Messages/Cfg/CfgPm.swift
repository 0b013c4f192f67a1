public import CairnUBX

/// UBX-CFG-PM: power management.
///
/// Source: u-blox 6 receiver description, UBX-CFG-PM.
public struct CfgPm: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x32)
  public static let name = "CFG-PM"
  public static let payloadLength = PayloadLength.exactly(24)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// What keeps the receiver awake, and what it updates.
  public var flags = Flags()
  /// Seconds between two fixes; 0 waits for the pin.
  public var updatePeriod = 0.0
  /// Seconds between two attempts without a fix; 0 does not try again.
  public var searchPeriod = 0.0
  /// Seconds of GPS week to which fixes are aligned.
  public var gridOffset = 0.0
  /// Seconds to stay on after a fix.
  public var onTime: UInt16 = 0
  /// The least seconds to try.
  public var minimumAcquisitionTime: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(1)
    f.reserved(1)
    f.reserved(1)
    f.x4("flags", &flags)
    f.u4("updatePeriod", &updatePeriod, unit: .milliseconds)
    f.u4("searchPeriod", &searchPeriod, unit: .milliseconds)
    f.u4("gridOffset", &gridOffset, unit: .milliseconds)
    f.u2("onTime", &onTime)
    f.u2("minAcqTime", &minimumAcquisitionTime)
  }
}

extension CfgPm {
  /// What keeps the receiver awake, and what it updates.
  public struct Flags: UBXBitField {
    /// Interval of the receiver's own clock.
    public var interval: UInt8 = 0
    /// The pin is EXTINT1; otherwise EXTINT0.
    public var usesEXTINT1 = false
    /// The receiver stays awake while the pin is high.
    public var pinKeepsAwake = false
    /// The receiver enters backup while the pin is low.
    public var pinForcesBackup = false
    /// Peak current: 0 not limited, 1 limited.
    public var peakCurrentLimit: UInt8 = 0
    /// A fix requires a reliable time.
    public var waitsForTime = false
    /// The real-time clock is set periodically.
    public var updatesClock = false
    /// Ephemerides are refreshed periodically.
    public var updatesEphemerides = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(2)
      b.number("interval", 2, &interval)
      b.flag("exintSelect", &usesEXTINT1)
      b.flag("extintWake", &pinKeepsAwake)
      b.flag("extintBackup", &pinForcesBackup)
      b.unused(1)
      b.number("limitPeakCurr", 2, &peakCurrentLimit)
      b.flag("waitTimeFix", &waitsForTime)
      b.flag("updateRTC", &updatesClock)
      b.flag("updateEPH", &updatesEphemerides)
    }
  }
}
