public import CairnUBX

/// UBX-MON-HW3: pins and the hardware's version.
///
/// Source: u-blox UBX-21022436 (M9 SPG 4.04), UBX-MON-HW3.
public struct MonHW3: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x37)
  public static let name = "MON-HW3"
  public static let payloadLength = PayloadLength.atLeast(22)

  /// One pin.
  public struct Pin: UBXGroup, Hashable {
    /// The pin's identifier.
    public var number: UInt16 = 0
    /// State bits.
    public var state = State()
    /// The pin's virtual function.
    public var virtualPin: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u2("pinId", &number)
      f.x2("pinMask", &state)
      f.u1("VP", &virtualPin)
      f.reserved(1)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// State bits.
  public var flags = Flags()
  /// The field as sent; see `hardwareVersion`.
  public var hardware = UBXText()
  /// In wire order, at most 255.
  public var pins: [Pin] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("nPins", of: pins)
    f.x1("flags", &flags)
    f.ch("hwVersion", 10, &hardware)
    f.reserved(9)
    f.groups(count, &pins)
  }
}

extension MonHW3 {
  /// The version, for example `00190000`.
  public var hardwareVersion: String { hardware.string }

  /// State bits of the hardware.
  public struct Flags: UBXBitField {
    /// The real-time clock is calibrated.
    public var isClockCalibrated = false
    /// The receiver started in safe-boot mode.
    public var isSafeBoot = false
    /// The crystal of the real-time clock is missing.
    public var isCrystalAbsent = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("rtcCalib", &isClockCalibrated)
      b.flag("safeBoot", &isSafeBoot)
      b.flag("xtalAbsent", &isCrystalAbsent)
    }
  }

  /// The state of one pin.
  public struct State: UBXBitField {
    /// Controlled by software, not by a peripheral.
    public var isProgrammed = false
    /// 0 bank A, 1 bank B and so on.
    public var bank: UInt8 = 0
    /// An output; otherwise an input.
    public var isOutput = false
    /// High; otherwise low.
    public var isHigh = false
    /// Used by the virtual pin manager.
    public var isVirtual = false
    /// Its interrupt is on.
    public var hasInterrupt = false
    /// Pulled high.
    public var isPulledHigh = false
    /// Pulled low.
    public var isPulledLow = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("periphPIO", &isProgrammed)
      b.number("pinBank", 3, &bank)
      b.flag("direction", &isOutput)
      b.flag("pinValue", &isHigh)
      b.flag("vpManager", &isVirtual)
      b.flag("pioIrq", &hasInterrupt)
      b.flag("pioPullHigh", &isPulledHigh)
      b.flag("pioPullLow", &isPulledLow)
    }
  }
}
