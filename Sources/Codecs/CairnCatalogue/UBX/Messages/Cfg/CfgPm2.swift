public import CairnUBX

/// UBX-CFG-PM2: power save mode of receivers without configuration keys.
///
/// Takes effect when CFG-RXM enables power save mode.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-PM2.
public struct CfgPm2: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x3B)
  public static let name = "CFG-PM2"
  public static let payloadLength = PayloadLength.versions(44, 44, current: 48)

  /// Version of the message's layout: 1 with 44 bytes, 2 with 48.
  public var version: UInt8 = 2
  /// Seconds to search for satellites after a start; 0 is no limit.
  public var startupLimit: UInt8 = 0
  /// What wakes the receiver, and what it updates.
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
  /// Seconds without an edge on the pin until backup, with `flags.pinInactivityForcesBackup`;
  /// absent in version 1.
  public var inactivityTimeout: Double? = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(1)
    f.u1("maxStartupStateDur", &startupLimit)
    f.reserved(1)
    f.x4("flags", &flags)
    f.u4("updatePeriod", &updatePeriod, unit: .milliseconds)
    f.u4("searchPeriod", &searchPeriod, unit: .milliseconds)
    f.u4("gridOffset", &gridOffset, unit: .milliseconds)
    f.u2("onTime", &onTime)
    f.u2("minAcqTime", &minimumAcquisitionTime)
    f.reserved(20)
    guard f.more(when: inactivityTimeout != nil) else { return inactivityTimeout = nil }
    var present = inactivityTimeout ?? 0
    f.u4("extintInactivityMs", &present, unit: .milliseconds)
    inactivityTimeout = present
  }
}

extension CfgPm2 {
  /// What wakes the receiver, and what it updates.
  public struct Flags: UBXBitField {
    /// The target of power save mode.
    public var target = Target.performance
    /// The pin is EXTINT1; otherwise EXTINT0.
    public var usesEXTINT1 = false
    /// The receiver stays awake while the pin is high.
    public var pinKeepsAwake = false
    /// The receiver enters backup while the pin is low.
    public var pinForcesBackup = false
    /// The receiver enters backup if the pin does not change.
    public var pinInactivityForcesBackup = false
    /// Peak current: 0 not limited, 1 limited.
    public var peakCurrentLimit: UInt8 = 0
    /// A fix requires a reliable time.
    public var waitsForTime = false
    /// The real-time clock is set periodically.
    public var updatesClock = false
    /// Ephemerides are refreshed periodically.
    public var updatesEphemerides = false
    /// The receiver keeps searching instead of switching off.
    public var staysAwakeWithoutFix = false
    /// How the receiver saves power.
    public var operation = Operation.onOff

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.number("optTarget", 3, &target)
      b.flag("extintSel", &usesEXTINT1)
      b.flag("extintWake", &pinKeepsAwake)
      b.flag("extintBackup", &pinForcesBackup)
      b.flag("extintInactive", &pinInactivityForcesBackup)
      b.number("limitPeakCurr", 2, &peakCurrentLimit)
      b.flag("waitTimeFix", &waitsForTime)
      b.flag("updateRTC", &updatesClock)
      b.flag("updateEPH", &updatesEphemerides)
      b.unused(3)
      b.flag("doNotEnterOff", &staysAwakeWithoutFix)
      b.number("operationMode", 2, &operation)
    }
  }

  /// The target of power save mode; an open set.
  public struct Target: UBXOpenValue {
    /// The wire's `optTarget`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Performance.
    public static let performance = Target(rawValue: 0)
    /// Low power.
    public static let powerSave = Target(rawValue: 1)
  }

  /// How the receiver saves power; an open set.
  public struct Operation: UBXOpenValue {
    /// The wire's `operationMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Off between two fixes.
    public static let onOff = Operation(rawValue: 0)
    /// On, tracking with low power.
    public static let cyclic = Operation(rawValue: 1)
  }
}
