public import CairnUBX

/// UBX-NAV-DGPS: the differential corrections of one navigation epoch.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-NAV-DGPS.
public struct NavDGPS: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x31)
  public static let name = "NAV-DGPS"
  public static let payloadLength = PayloadLength.atLeast(16)

  /// The corrections of one satellite.
  public struct Channel: UBXGroup, Hashable {
    /// Satellite number in the receiver's extended NMEA numbering.
    public var number: UInt8 = 0
    /// The receiver's channel, and whether the corrections are used.
    public var flags = Flags()
    /// Age of the latest correction in seconds.
    public var age = 0.0
    /// Metres to add to the pseudorange.
    public var pseudorangeCorrection: Float = 0
    /// Metres per second to add to the pseudorange rate.
    public var rangeRateCorrection: Float = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("svid", &number)
      f.x1("flags", &flags)
      f.u2("ageC", &age, unit: .milliseconds)
      f.r4("prc", &pseudorangeCorrection)
      f.r4("prrc", &rangeRateCorrection)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Age of the newest corrections in seconds.
  public var age = 0.0
  /// The reference station.
  public var baseStation: Int16 = 0
  /// The health that the reference station reports.
  public var baseHealth: Int16 = 0
  /// What the corrections correct.
  public var status = Status.none
  /// In wire order, at most 255.
  public var channels: [Channel] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("age", &age, unit: .milliseconds)
    f.i2("baseId", &baseStation)
    f.i2("baseHealth", &baseHealth)
    let count = f.count("numCh", of: channels)
    f.u1("status", &status)
    f.reserved(2)
    f.groups(count, &channels)
  }
}

extension NavDGPS {
  /// What the corrections correct; an open set.
  public struct Status: UBXOpenValue {
    /// The wire's `status`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There are no corrections.
    public static let none = Status(rawValue: 0)
    /// Pseudoranges and their rates.
    public static let rangesAndRates = Status(rawValue: 1)
  }

  /// The channel, and whether its corrections are used.
  public struct Flags: UBXBitField {
    /// The receiver's channel.
    public var channel: UInt8 = 0
    /// Used for navigation.
    public var isUsed = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("channel", 4, &channel)
      b.flag("dgpsUsed", &isUsed)
    }
  }
}
