public import CairnUBX

/// UBX-CFG-RATE: the rates of measurement and navigation.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-RATE.
public struct CfgRate: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x08)
  public static let name = "CFG-RATE"
  public static let payloadLength = PayloadLength.exactly(6)

  /// Seconds between two measurements.
  public var measurementPeriod = 0.0
  /// Number of measurements per solution, 1...127.
  public var navigationRate: UInt16 = 1
  /// The time to which measurements are aligned.
  public var timeReference = TimeReference.utc

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("measRate", &measurementPeriod, unit: .milliseconds)
    f.u2("navRate", &navigationRate)
    f.u2("timeRef", &timeReference)
  }
}

extension CfgRate {
  /// The time to which measurements are aligned; an open set.
  public struct TimeReference: UBXOpenValue {
    /// The wire's `timeRef`.
    public let rawValue: UInt16

    /// Any value is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// UTC.
    public static let utc = TimeReference(rawValue: 0)
    /// GPS time.
    public static let gps = TimeReference(rawValue: 1)
    /// GLONASS time.
    public static let glonass = TimeReference(rawValue: 2)
    /// BeiDou time.
    public static let beidou = TimeReference(rawValue: 3)
    /// Galileo time.
    public static let galileo = TimeReference(rawValue: 4)
    /// NavIC time.
    public static let navic = TimeReference(rawValue: 5)
  }
}
