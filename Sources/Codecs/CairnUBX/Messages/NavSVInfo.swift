/// UBX-NAV-SVINFO: the receiver's channels, on receivers that predate NAV-SAT.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-NAV-SVINFO.
public struct NavSVInfo: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x30)
  public static let name = "NAV-SVINFO"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One channel.
  public struct Channel: UBXGroup, Hashable {
    /// Channel number; 255 for a satellite without a channel.
    public var channel: UInt8 = 0
    /// Satellite number in NMEA numbering, as extended by the receiver.
    public var number: UInt8 = 0
    /// State bits.
    public var flags = Flags()
    /// How well the signal is tracked.
    public var quality = Quality()
    /// dB-Hz; absent while the signal is not tracked.
    public var carrierToNoise: UInt8?
    /// Degrees above the horizon.
    public var elevation: Int8 = 0
    /// Degrees clockwise from true north.
    public var azimuth: Int16 = 0
    /// Metres.
    public var pseudorangeResidual = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("chn", &channel)
      f.u1("svid", &number)
      f.x1("flags", &flags)
      f.x1("quality", &quality)
      f.u1("cno", &carrierToNoise, absent: 0)
      f.i1("elev", &elevation)
      f.i2("azim", &azimuth)
      f.i4("prRes", &pseudorangeResidual, unit: .centimetres)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Hardware generation of the receiver.
  public var hardware = Hardware()
  /// Channels in wire order, at most 255.
  public var channels: [Channel] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    let count = f.count("numCh", of: channels)
    f.x1("globalFlags", &hardware)
    f.reserved(2)
    f.groups(count, &channels)
  }
}

extension NavSVInfo {
  /// The receiver's generation.
  public struct Hardware: UBXBitField {
    /// 0 Antaris, 1 u-blox 5, 2 u-blox 6, 3 u-blox 7, 4 u-blox 8.
    public var generation: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("chipGen", 3, &generation)
    }
  }

  /// Use, health and orbit of one satellite.
  public struct Flags: UBXBitField {
    /// Used for navigation.
    public var isUsed = false
    /// Differential corrections are available.
    public var hasCorrections = false
    /// An orbit is known.
    public var hasOrbit = false
    /// The orbit is from an ephemeris.
    public var hasEphemeris = false
    /// The satellite must not be used.
    public var isUnhealthy = false
    /// The orbit is from an almanac.
    public var hasAlmanac = false
    /// The orbit is from AssistNow Autonomous.
    public var hasAssistNowAutonomous = false
    /// The pseudorange is smoothed with the carrier phase.
    public var isSmoothed = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("svUsed", &isUsed)
      b.flag("diffCorr", &hasCorrections)
      b.flag("orbitAvail", &hasOrbit)
      b.flag("orbitEph", &hasEphemeris)
      b.flag("unhealthy", &isUnhealthy)
      b.flag("orbitAlm", &hasAlmanac)
      b.flag("orbitAop", &hasAssistNowAutonomous)
      b.flag("smoothed", &isSmoothed)
    }
  }

  /// How well one signal is tracked.
  public struct Quality: UBXBitField {
    /// 0 no signal, 1 searching, 2 acquired, 3 unusable, 4 code lock, 5...7 code and carrier lock.
    public var indicator: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("qualityInd", 4, &indicator)
    }
  }
}
