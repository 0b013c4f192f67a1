public import CairnUBX

/// UBX-MON-SYS: load, memory, temperature and errors of the receiver's processor.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-MON-SYS.
public struct MonSys: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x39)
  public static let name = "MON-SYS"
  public static let payloadLength = PayloadLength.exactly(24)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// How the receiver last started.
  public var bootType = BootType.unknown
  /// Load of the processor in percent.
  public var processorLoadPercent: UInt8 = 0
  /// Highest load of the processor so far, in percent.
  public var processorPeakPercent: UInt8 = 0
  /// Usage of the memory in percent.
  public var memoryUsagePercent: UInt8 = 0
  /// Highest usage of the memory so far, in percent.
  public var memoryPeakPercent: UInt8 = 0
  /// Usage of input and output in percent.
  public var inputOutputUsagePercent: UInt8 = 0
  /// Highest usage of input and output so far, in percent.
  public var inputOutputPeakPercent: UInt8 = 0
  /// Seconds since the receiver started.
  public var runTime: UInt32 = 0
  /// Notices since the start.
  public var notices: UInt16 = 0
  /// Warnings since the start.
  public var warnings: UInt16 = 0
  /// Errors since the start.
  public var errors: UInt16 = 0
  /// Degrees Celsius.
  public var temperature: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("msgVer", &version)
    f.u1("bootType", &bootType)
    f.u1("cpuLoad", &processorLoadPercent)
    f.u1("cpuLoadMax", &processorPeakPercent)
    f.u1("memUsage", &memoryUsagePercent)
    f.u1("memUsageMax", &memoryPeakPercent)
    f.u1("ioUsage", &inputOutputUsagePercent)
    f.u1("ioUsageMax", &inputOutputPeakPercent)
    f.u4("runTime", &runTime)
    f.u2("noticeCount", &notices)
    f.u2("warnCount", &warnings)
    f.u2("errorCount", &errors)
    f.i1("tempValue", &temperature)
    f.reserved(5)
  }
}

extension MonSys {
  /// How a receiver started; an open set.
  public struct BootType: UBXOpenValue {
    /// The wire's `bootType`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Unknown.
    public static let unknown = BootType(rawValue: 0)
    /// Cold start: nothing was known.
    public static let cold = BootType(rawValue: 1)
    /// A reset by the watchdog.
    public static let watchdog = BootType(rawValue: 2)
    /// A reset by the reset line.
    public static let hardwareReset = BootType(rawValue: 3)
    /// A return from the backup state.
    public static let hardwareBackup = BootType(rawValue: 4)
    /// A return from a requested backup.
    public static let softwareBackup = BootType(rawValue: 5)
    /// A requested reset.
    public static let softwareReset = BootType(rawValue: 6)
    /// The supply of the ports failed.
    public static let portSupplyFailure = BootType(rawValue: 7)
  }
}
