public import CairnUBX

/// UBX-NAV-HPPOSECEF: earth-centred position of one navigation epoch, with high precision.
///
/// The split properties are as on the wire; `x`, `y` and `z` combine them. Setting one of these to
/// `nil` marks the whole position as invalid; setting a value leaves the mark unchanged.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-HPPOSECEF.
public struct NavHPPosECEF: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x13)
  public static let name = "NAV-HPPOSECEF"
  public static let payloadLength = PayloadLength.exactly(28)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Centimetres and tenths of a millimetre.
  public var splitX = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitY = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitZ = SplitNumber()
  /// Whether there is a position.
  public var flags = Flags()
  /// Three-dimensional accuracy in metres.
  public var positionAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    f.coarse("ecefX", &splitX.coarse, scale: 1, parts: 100, fineAt: 20)
    f.coarse("ecefY", &splitY.coarse, scale: 1, parts: 100, fineAt: 21)
    f.coarse("ecefZ", &splitZ.coarse, scale: 1, parts: 100, fineAt: 22)
    f.fine("ecefXHp", &splitX.fine, scale: 0.01)
    f.fine("ecefYHp", &splitY.fine, scale: 0.01)
    f.fine("ecefZHp", &splitZ.fine, scale: 0.01)
    f.x1("flags", &flags)
    f.u4("pAcc", &positionAccuracy, scale: 0.1, unit: .millimetres)
  }
}

extension NavHPPosECEF {
  /// Whether there is a position.
  public struct Flags: UBXBitField {
    /// The coordinates are invalid.
    public var isPositionInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("invalidEcef", &isPositionInvalid)
    }
  }

  /// Metres, earth-centred and earth-fixed; absent while the position is invalid.
  public var x: Double? {
    get { flags.isPositionInvalid ? nil : splitX.metresFromCentimetres }
    set {
      splitX.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }

  /// Metres, earth-centred and earth-fixed; absent while the position is invalid.
  public var y: Double? {
    get { flags.isPositionInvalid ? nil : splitY.metresFromCentimetres }
    set {
      splitY.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }

  /// Metres, earth-centred and earth-fixed; absent while the position is invalid.
  public var z: Double? {
    get { flags.isPositionInvalid ? nil : splitZ.metresFromCentimetres }
    set {
      splitZ.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }
}
