public import CairnUBX

/// UBX-NAV-SBAS: the augmentation satellite in use and its corrections.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-SBAS.
public struct NavSBAS: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x32)
  public static let name = "NAV-SBAS"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// The corrections of one satellite.
  public struct Channel: UBXGroup, Hashable {
    /// Satellite number in the receiver's extended NMEA numbering.
    public var number: UInt8 = 0
    /// The flags as sent.
    public var flags: UInt8 = 0
    /// Class of the user differential range error in the SBAS standard.
    public var rangeErrorClass: UInt8 = 0
    /// The system of the corrections; the same numbers as in `NavSBAS.system`.
    public var system: UInt8 = 0
    /// The available services; the same bits as in `NavSBAS.services`.
    public var services: UInt8 = 0
    /// Metres to add to the pseudorange.
    public var pseudorangeCorrection = 0.0
    /// Metres of ionospheric delay.
    public var ionosphericCorrection = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("svid", &number)
      f.u1("flags", &flags)
      f.u1("udre", &rangeErrorClass)
      f.u1("svSys", &system)
      f.u1("svService", &services)
      f.reserved(1)
      f.i2("prc", &pseudorangeCorrection, unit: .centimetres)
      f.reserved(2)
      f.i2("ic", &ionosphericCorrection, unit: .centimetres)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// PRN of the satellite that sends corrections and integrity data; absent if there is none.
  public var satellite: UInt8?
  /// 0 off, 1 integrity is enabled, 3 test mode is enabled.
  public var mode: UInt8 = 0
  /// The system of the satellite.
  public var system = System.unknown
  /// The available services.
  public var services = Services()
  /// What the integrity information is used for.
  public var status = Status()
  /// In wire order, at most 255.
  public var channels: [Channel] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("geo", &satellite, absent: 0)
    f.u1("mode", &mode)
    f.i1("sys", &system)
    f.x1("service", &services)
    let count = f.count("cnt", of: channels)
    f.x1("statusFlags", &status)
    f.reserved(2)
    f.groups(count, &channels)
  }
}

extension NavSBAS {
  /// An augmentation system; an open set.
  public struct System: UBXOpenValue {
    /// The wire's `sys`.
    public let rawValue: Int8

    /// Any value is valid.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Unknown.
    public static let unknown = System(rawValue: -1)
    /// North America.
    public static let waas = System(rawValue: 0)
    /// Europe.
    public static let egnos = System(rawValue: 1)
    /// Japan.
    public static let msas = System(rawValue: 2)
    /// India.
    public static let gagan = System(rawValue: 3)
    /// GPS itself.
    public static let gps = System(rawValue: 16)
  }

  /// Services of an augmentation system.
  public struct Services: UBXBitField {
    /// Its satellites can be used as ranging sources.
    public var ranging = false
    /// Corrections.
    public var corrections = false
    /// Integrity.
    public var integrity = false
    /// The system is in test mode.
    public var isTesting = false
    /// Problems with the signal or the system.
    public var isBad = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("Ranging", &ranging)
      b.flag("Corrections", &corrections)
      b.flag("Integrity", &integrity)
      b.flag("Testmode", &isTesting)
      b.flag("Bad", &isBad)
    }
  }

  /// What the integrity information is used for.
  public struct Status: UBXBitField {
    /// 0 unknown, 1 not available or not enabled, 2 only satellites with integrity are used.
    public var integrity: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("integrityUsed", 2, &integrity)
    }
  }
}
