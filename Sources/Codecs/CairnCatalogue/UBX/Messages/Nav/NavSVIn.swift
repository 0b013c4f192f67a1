public import CairnUBX

/// UBX-NAV-SVIN: progress of a base station's survey of its own position.
///
/// The split properties are as on the wire; `x`, `y` and `z` combine them.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-SVIN.
public struct NavSVIn: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x3B)
  public static let name = "NAV-SVIN"
  public static let payloadLength = PayloadLength.exactly(40)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Duration of the survey in seconds.
  public var duration: UInt32 = 0
  /// Centimetres and tenths of a millimetre.
  public var splitX = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitY = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitZ = SplitNumber()
  /// Accuracy of the mean position in metres.
  public var accuracy = 0.0
  /// Number of positions in the mean.
  public var observations: UInt32 = 0
  /// The mean is accurate enough for the base's position.
  public var isValid = false
  /// The survey is in progress.
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
  /// Mean position so far in metres, earth-centred and earth-fixed.
  public var x: Double {
    get { splitX.metresFromCentimetres }
    set { splitX.metresFromCentimetres = newValue }
  }

  /// Mean position so far in metres, earth-centred and earth-fixed.
  public var y: Double {
    get { splitY.metresFromCentimetres }
    set { splitY.metresFromCentimetres = newValue }
  }

  /// Mean position so far in metres, earth-centred and earth-fixed.
  public var z: Double {
    get { splitZ.metresFromCentimetres }
    set { splitZ.metresFromCentimetres = newValue }
  }
}
