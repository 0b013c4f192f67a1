public import CairnUBX

/// UBX-NAV-RELPOSNED, version 0: the rover's position relative to its reference; M8P.
///
/// It has neither length nor heading. Version 1 is `NavRelPosNED`. Setting a component to `nil`
/// marks the whole vector as invalid; setting a value leaves the mark unchanged.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-NAV-RELPOSNED.
public struct NavRelPosNEDV0: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x3C)
  public static let name = "NAV-RELPOSNED"
  public static let payloadLength = PayloadLength.exactly(40)
  public static var discriminator: UInt8? { 0 }

  /// The reference station, 0...4095.
  public var referenceStation: UInt16 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Centimetres and tenths of a millimetre.
  public var splitNorth = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitEast = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitDown = SplitNumber()
  /// Metres.
  public var northAccuracy = 0.0
  /// Metres.
  public var eastAccuracy = 0.0
  /// Metres.
  public var downAccuracy = 0.0
  /// Which values are valid.
  public var flags = RelativePositionFlags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    var version: UInt8 = 0
    f.u1("version", &version)
    f.reserved(1)
    f.u2("refStationID", &referenceStation)
    f.u4("iTOW", &timeOfWeek)
    f.coarse("relPosN", &splitNorth.coarse, scale: 1, parts: 100, fineAt: 20)
    f.coarse("relPosE", &splitEast.coarse, scale: 1, parts: 100, fineAt: 21)
    f.coarse("relPosD", &splitDown.coarse, scale: 1, parts: 100, fineAt: 22)
    f.fine("relPosHPN", &splitNorth.fine, scale: 0.01)
    f.fine("relPosHPE", &splitEast.fine, scale: 0.01)
    f.fine("relPosHPD", &splitDown.fine, scale: 0.01)
    f.reserved(1)
    f.u4("accN", &northAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("accE", &eastAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("accD", &downAccuracy, scale: 0.1, unit: .millimetres)
    f.x4("flags", &flags)
  }
}

extension NavRelPosNEDV0 {
  /// Metres; absent while the vector is invalid.
  public var north: Double? {
    get { flags.isPositionValid ? splitNorth.metresFromCentimetres : nil }
    set {
      splitNorth.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }

  /// Metres; absent while the vector is invalid.
  public var east: Double? {
    get { flags.isPositionValid ? splitEast.metresFromCentimetres : nil }
    set {
      splitEast.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }

  /// Metres, positive down; absent while the vector is invalid.
  public var down: Double? {
    get { flags.isPositionValid ? splitDown.metresFromCentimetres : nil }
    set {
      splitDown.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }
}
