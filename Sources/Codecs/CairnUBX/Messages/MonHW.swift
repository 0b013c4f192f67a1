/// UBX-MON-HW: pins, antenna and radio, on receivers that predate MON-HW3 and MON-RF.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-HW.
public struct MonHW: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x09)
  public static let name = "MON-HW"
  public static let payloadLength = PayloadLength.exactly(60)
  private static let virtualPinCount = 17

  /// Pins controlled by a program instead of a peripheral, by bit.
  public var programmedPins: UInt32 = 0
  /// Pins of bank B, by bit; the others are of bank A.
  public var bankBPins: UInt32 = 0
  /// Pins that are outputs, by bit.
  public var outputPins: UInt32 = 0
  /// Pins that are high, by bit.
  public var highPins: UInt32 = 0
  /// Noise measured by the receiver core, without a unit.
  public var noiseLevel: UInt16 = 0
  /// Number of upward steps of the gain control, 0...8191; `gain` scales it.
  public var gainCount: UInt16 = 0
  /// Antenna state reported by the antenna supervisor.
  public var antennaStatus = AntennaStatus.initializing
  /// Whether the antenna is powered.
  public var antennaPower = AntennaPower.off
  /// State bits.
  public var flags = Flags()
  /// Pins used by the virtual pin manager, by bit.
  public var usedPins: UInt32 = 0
  /// Function of each virtual pin; 255 for none.
  public var virtualPins = [UInt8](repeating: 255, count: MonHW.virtualPinCount)
  /// Narrow-band interference, 0 none ... 255 strong.
  public var jammingIndicator: UInt8 = 0
  /// Pins with their interrupt enabled, by bit.
  public var interruptPins: UInt32 = 0
  /// Pins that are pulled high, by bit.
  public var pulledHighPins: UInt32 = 0
  /// Pins that are pulled low, by bit.
  public var pulledLowPins: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("pinSel", &programmedPins)
    f.x4("pinBank", &bankBPins)
    f.x4("pinDir", &outputPins)
    f.x4("pinVal", &highPins)
    f.u2("noisePerMS", &noiseLevel)
    f.u2("agcCnt", &gainCount)
    f.u1("aStatus", &antennaStatus)
    f.u1("aPower", &antennaPower)
    f.x1("flags", &flags)
    f.reserved(1)
    f.x4("usedMask", &usedPins)
    f.array("VP", Self.virtualPinCount, &virtualPins, as: .octets)
    f.u1("jamInd", &jammingIndicator)
    f.reserved(2)
    f.x4("pinIrq", &interruptPins)
    f.x4("pullH", &pulledHighPins)
    f.x4("pullL", &pulledLowPins)
  }
}

extension MonHW {
  /// Position of the gain control, 0...1.
  public var gain: Double { Double(gainCount) / 8191 }

  /// State bits of the hardware.
  public struct Flags: UBXBitField {
    /// The real-time clock is calibrated.
    public var isClockCalibrated = false
    /// The receiver started in safe-boot mode.
    public var isSafeBoot = false
    /// How much interference impairs reception.
    public var jamming = JammingState.unknown
    /// The crystal of the real-time clock is missing.
    public var isCrystalAbsent = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("rtcCalib", &isClockCalibrated)
      b.flag("safeBoot", &isSafeBoot)
      b.number("jammingState", 2, &jamming)
      b.flag("xtalAbsent", &isCrystalAbsent)
    }
  }
}
