public import CairnUBX

/// UBX-NAV-ORB: the receiver's knowledge of the satellites' orbits.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-ORB.
public struct NavOrb: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x34)
  public static let name = "NAV-ORB"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One satellite.
  public struct Satellite: UBXGroup, Hashable {
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// Satellite number within its system.
    public var number: UInt8 = 0
    /// Health and visibility.
    public var state = State()
    /// The broadcast orbit.
    public var ephemeris = Ephemeris()
    /// The coarse orbit.
    public var almanac = Almanac()
    /// AssistNow.
    public var assistance = Assistance()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssId", &gnss)
      f.u1("svId", &number)
      f.x1("svFlag", &state)
      f.x1("eph", &ephemeris)
      f.x1("alm", &almanac)
      f.x1("otherOrb", &assistance)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// In wire order, at most 255.
  public var satellites: [Satellite] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    let count = f.count("numSv", of: satellites)
    f.reserved(2)
    f.groups(count, &satellites)
  }
}

extension NavOrb {
  /// Health and visibility of a satellite.
  public struct State: UBXBitField {
    /// 0 unknown, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// 0 unknown, 1 below the horizon, 2 above it, 3 above the elevation mask.
    public var visibility: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("health", 2, &health)
      b.number("visibility", 2, &visibility)
    }
  }

  /// The broadcast orbit.
  public struct Ephemeris: UBXBitField {
    /// How long it can still be used: 0 not at all, 1...29 less than that many quarters of an hour,
    /// 30 longer than 450 minutes, 31 unknown.
    public var usability: UInt8 = 0
    /// 0 none, 1 the satellite, 2 aiding, other values: other.
    public var source: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("ephUsability", 5, &usability)
      b.number("ephSource", 3, &source)
    }
  }

  /// The coarse orbit.
  public struct Almanac: UBXBitField {
    /// How long it can still be used: 0 not at all, 1...29 less than that many days, 30 longer than
    /// 30 days, 31 unknown.
    public var usability: UInt8 = 0
    /// 0 none, 1 the satellite, 2 aiding, other values: other.
    public var source: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("almUsability", 5, &usability)
      b.number("almSource", 3, &source)
    }
  }

  /// An AssistNow orbit.
  public struct Assistance: UBXBitField {
    /// How long it can still be used: 0 not at all, 1...29 less than that many days, 30 longer than
    /// 30 days, 31 unknown.
    public var usability: UInt8 = 0
    /// 0 none, 1 AssistNow Offline, 2 AssistNow Autonomous, other values: other.
    public var kind: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("anoAopUsability", 5, &usability)
      b.number("type", 3, &kind)
    }
  }
}
