/// UBX-MON-RF: antenna, noise and interference of each radio path.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-MON-RF.
public struct MonRF: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x38)
  public static let name = "MON-RF"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One radio path.
  public struct Block: UBXGroup, Hashable {
    /// Band of the path: 0 L1, 1 L2 or L5, depending on the receiver.
    public var number: UInt8 = 0
    /// State bits.
    public var flags = Flags()
    /// Antenna state reported by the antenna supervisor.
    public var antennaStatus = AntennaStatus.initializing
    /// Whether the antenna is powered.
    public var antennaPower = AntennaPower.off
    /// State after the power-on self-test; 0 if all is well.
    public var postStatus: UInt32 = 0
    /// Noise measured by the receiver core, without a unit.
    public var noiseLevel: UInt16 = 0
    /// Number of upward steps of the gain control, 0...8191; `gain` scales it.
    public var gainCount: UInt16 = 0
    /// Narrow-band interference, 0 none ... 255 strong.
    public var jammingIndicator: UInt8 = 0
    /// Imbalance of the in-phase part, -128 most negative ... 127 most positive.
    public var inPhaseOffset: Int8 = 0
    /// Magnitude of the in-phase part, 0 no signal ... 255.
    public var inPhaseMagnitude: UInt8 = 0
    /// Imbalance of the quadrature part, scaled like that of the in-phase part.
    public var quadratureOffset: Int8 = 0
    /// Magnitude of the quadrature part, scaled like that of the in-phase part.
    public var quadratureMagnitude: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("blockId", &number)
      f.x1("flags", &flags)
      f.u1("antStatus", &antennaStatus)
      f.u1("antPower", &antennaPower)
      f.u4("postStatus", &postStatus)
      f.reserved(4)
      f.u2("noisePerMS", &noiseLevel)
      f.u2("agcCnt", &gainCount)
      f.u1("jamInd", &jammingIndicator)
      f.i1("ofsI", &inPhaseOffset)
      f.u1("magI", &inPhaseMagnitude)
      f.i1("ofsQ", &quadratureOffset)
      f.u1("magQ", &quadratureMagnitude)
      f.reserved(3)
    }
  }

  /// Version of the message layout.
  public var version: UInt8 = 0
  /// Receiver within the device.
  public var receiver = ReceiverInformation()
  /// Radio paths in wire order, at most 255.
  public var blocks: [Block] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("nBlocks", of: blocks)
    f.x1("recInf", &receiver)
    f.reserved(1)
    f.groups(count, &blocks)
  }
}

extension MonRF.Block {
  /// Position of the gain control, 0...1.
  public var gain: Double { Double(gainCount) / 8191 }

  /// State bits of one radio path.
  public struct Flags: UBXBitField {
    /// How much interference impairs reception. Always unknown on receivers with version 2 of
    /// SEC-SIG, which reports it instead.
    public var jamming = JammingState.unknown

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("jammingState", 2, &jamming)
    }
  }
}
