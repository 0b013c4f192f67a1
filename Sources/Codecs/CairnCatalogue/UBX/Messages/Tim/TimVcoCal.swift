public import CairnUBX

/// UBX-TIM-VCOCAL, the result: how far an oscillator can be steered.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-VCOCAL.
public struct TimVcoCal: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x15)
  public static let name = "TIM-VCOCAL"
  public static let payloadLength = PayloadLength.exactly(12)

  /// 3 for results.
  public var type: UInt8 = 3
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// 0 the internal oscillator, 1 the external one.
  public var oscillator: UInt8 = 0
  /// Uncertainty of `gain`, as a share of it.
  public var gainUncertainty = 0.0
  /// Frequency change per step of the converter, in parts per billion.
  public var gainPPB = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("oscId", &oscillator)
    f.reserved(3)
    f.u2("gainUncertainty", &gainUncertainty, scale: 0x1p-16)
    f.i4("gainVco", &gainPPB, scale: 0x1p-16)
  }
}

/// UBX-TIM-VCOCAL, the command: calibrates an oscillator.
///
/// It is as long as the result; its type, 2, distinguishes it.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-VCOCAL.
public struct TimVcoCalStart: UBXMessage, Hashable {
  public static let id = TimVcoCal.id
  public static let name = TimVcoCal.name
  public static let payloadLength = PayloadLength.exactly(12)
  public static let discriminator: UInt8? = 2

  /// 2 for the command.
  public var type: UInt8 = 2
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// 0 the internal oscillator, 1 the external one.
  public var oscillator: UInt8 = 0
  /// The source to measure against: 0 the internal oscillator, 1 GNSS, 2 EXTINT 0, 3 EXTINT 1.
  public var source: UInt8 = 0
  /// The first setting of the converter.
  public var firstSetting: UInt16 = 0
  /// The second setting of the converter.
  public var secondSetting: UInt16 = 0
  /// The largest change of the setting in one step; 0 for no limit.
  public var maximumStep: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("oscId", &oscillator)
    f.u1("srcId", &source)
    f.reserved(2)
    f.u2("raw0", &firstSetting)
    f.u2("raw1", &secondSetting)
    f.u2("maxStepSize", &maximumStep)
  }
}

/// UBX-TIM-VCOCAL of one byte: stops the calibration.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-VCOCAL.
public struct TimVcoCalStop: UBXMessage, Hashable {
  public static let id = TimVcoCal.id
  public static let name = TimVcoCal.name
  public static let payloadLength = PayloadLength.exactly(1)

  /// 0 for the command.
  public var type: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
  }
}
