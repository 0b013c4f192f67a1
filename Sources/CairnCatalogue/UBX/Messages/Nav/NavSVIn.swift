public import CairnUBX

/// UBX-NAV-SVIN: how far a base station has surveyed its own position.
///
/// The split properties are the wire's; `x`, `y` and `z` put them together.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-SVIN.
public struct NavSVIn: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x3B)
  public static let name = "NAV-SVIN"
  public static let payloadLength = PayloadLength.exactly(40)

  /// Of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Seconds that the survey has taken.
  public var duration: UInt32 = 0
  /// Centimetres and tenths of a millimetre.
  public var splitX = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitY = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitZ = SplitNumber()
  /// Metres, of the mean position.
  public var accuracy = 0.0
  /// Positions that the mean is made of.
  public var observations: UInt32 = 0
  /// The mean is good enough to be the base's position.
  public var isValid = false
  /// The survey goes on.
  public var isActive = false

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    f.u4("dur", &duration)
    f.i4("meanX", &splitX.coarse)
    f.i4("meanY", &splitY.coarse)
    f.i4("meanZ", &splitZ.coarse)
    f.i1("meanXHP", &splitX.fine)
    f.i1("meanYHP", &splitY.fine)
    f.i1("meanZHP", &splitZ.fine)
    f.reserved(1)
    f.u4("meanAcc", &accuracy, unit: .tenthsOfMillimetres)
    f.u4("obs", &observations)
    f.u1("valid", &isValid)
    f.u1("active", &isActive)
    f.reserved(2)
  }
}

extension NavSVIn {
  /// Metres, earth-centred and earth-fixed, the mean so far.
  public var x: Double {
    get { splitX.metresFromCentimetres }
    set { splitX.metresFromCentimetres = newValue }
  }

  /// Metres, earth-centred and earth-fixed, the mean so far.
  public var y: Double {
    get { splitY.metresFromCentimetres }
    set { splitY.metresFromCentimetres = newValue }
  }

  /// Metres, earth-centred and earth-fixed, the mean so far.
  public var z: Double {
    get { splitZ.metresFromCentimetres }
    set { splitZ.metresFromCentimetres = newValue }
  }
}
