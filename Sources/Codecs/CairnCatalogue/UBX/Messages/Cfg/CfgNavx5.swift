public import CairnUBX

/// UBX-CFG-NAVX5: expert settings of the navigation engine.
///
/// Later firmware adds reserved bytes after `usesSensors`.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-NAVX5.
public struct CfgNavx5: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x23)
  public static let name = "CFG-NAVX5"
  public static let payloadLength = PayloadLength.versions(40, 40, current: 40)

  /// Version of the message's layout: 0, 2 or 3, depending on the firmware.
  public var version: UInt16 = 2
  /// The parts that take effect; the receiver leaves the others unchanged.
  public var applied = Applied()
  /// Further parts that take effect.
  public var appliedMore = AppliedMore()
  /// The fewest satellites for a solution.
  public var minimumSatellites: UInt8 = 0
  /// The most satellites in a solution.
  public var maximumSatellites: UInt8 = 0
  /// The least signal strength for use, in dB-Hz.
  public var minimumCarrierToNoise: UInt8 = 0
  /// The first fix must be three-dimensional.
  public var firstFixIs3D = false
  /// Assistance is acknowledged by MGA-ACK.
  public var acknowledgesAiding = false
  /// GPS week from which ten-bit week numbers count; 0 is the firmware's default.
  public var weekRollover: UInt16 = 0
  /// Expected strength of the strongest signal in dB-Hz; 0 off, 255 automatic.
  public var signalCompensation: UInt8 = 0
  /// Precise point positioning is used, if the receiver has it.
  public var usesPPP = false
  /// AssistNow Autonomous is used.
  public var usesAssistNowAutonomous = false
  /// The greatest estimated error of an AssistNow Autonomous orbit, in metres; 0 resets it.
  public var orbitErrorLimit: UInt16 = 0
  /// Dead reckoning by sensors is used.
  public var usesSensors = false

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("version", &version)
    f.x2("mask1", &applied)
    f.x4("mask2", &appliedMore)
    f.reserved(2)
    f.u1("minSVs", &minimumSatellites)
    f.u1("maxSVs", &maximumSatellites)
    f.u1("minCNO", &minimumCarrierToNoise)
    f.reserved(1)
    f.u1("iniFix3D", &firstFixIs3D)
    f.reserved(2)
    f.u1("ackAiding", &acknowledgesAiding)
    f.u2("wknRollover", &weekRollover)
    f.u1("sigAttenCompMode", &signalCompensation)
    f.reserved(1)
    f.reserved(2)
    f.reserved(2)
    f.u1("usePPP", &usesPPP)
    f.u1("aopCfg", &usesAssistNowAutonomous)
    f.reserved(2)
    f.u2("aopOrbMaxErr", &orbitErrorLimit)
    f.reserved(4)
    f.reserved(3)
    f.u1("useAdr", &usesSensors)
  }
}

extension CfgNavx5 {
  /// The parts of the message that take effect.
  public struct Applied: UBXBitField {
    /// The least and greatest number of satellites.
    public var satellites = false
    /// The least signal strength.
    public var carrierToNoise = false
    /// The first fix.
    public var firstFix = false
    /// The week from which to count.
    public var weekRollover = false
    /// Acknowledgements of assistance.
    public var acknowledgesAiding = false
    /// Precise point positioning.
    public var ppp = false
    /// AssistNow Autonomous.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(2)
      b.flag("minMax", &satellites)
      b.flag("minCno", &carrierToNoise)
      b.unused(2)
      b.flag("initial3dfix", &firstFix)
      b.unused(2)
      b.flag("wknRoll", &weekRollover)
      b.flag("ackAid", &acknowledgesAiding)
      b.unused(2)
      b.flag("ppp", &ppp)
      b.flag("aop", &assistNowAutonomous)
    }
  }

  /// Further parts that take effect.
  public struct AppliedMore: UBXBitField {
    /// Dead reckoning by sensors.
    public var sensors = false
    /// The compensation of weak signals.
    public var signalCompensation = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(6)
      b.flag("adr", &sensors)
      b.flag("sigAttenComp", &signalCompensation)
    }
  }
}
