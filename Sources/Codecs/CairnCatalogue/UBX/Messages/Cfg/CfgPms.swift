public import CairnUBX

/// UBX-CFG-PMS: power mode by name.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-PMS.
public struct CfgPms: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x86)
  public static let name = "CFG-PMS"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The mode.
  public var setup = Setup.fullPower
  /// Seconds between two fixes, above 5; only with `.interval`, otherwise 0.
  public var period: UInt16 = 0
  /// Seconds to stay on after a fix; only with `.interval`, otherwise 0.
  public var onTime: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("powerSetupValue", &setup)
    f.u2("period", &period)
    f.u2("onTime", &onTime)
    f.reserved(2)
  }
}

extension CfgPms {
  /// A power mode; an open set.
  public struct Setup: UBXOpenValue {
    /// The wire's `powerSetupValue`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Continuous, without compromise.
    public static let fullPower = Setup(rawValue: 0)
    /// Continuous, with less power where that does no harm.
    public static let balanced = Setup(rawValue: 1)
    /// On and off.
    public static let interval = Setup(rawValue: 2)
    /// Low power, one fix per second.
    public static let aggressive1Hz = Setup(rawValue: 3)
    /// Low power, two fixes per second.
    public static let aggressive2Hz = Setup(rawValue: 4)
    /// Low power, four fixes per second.
    public static let aggressive4Hz = Setup(rawValue: 5)
    /// The settings match no mode; only in answers.
    public static let invalid = Setup(rawValue: 0xFF)
  }
}
