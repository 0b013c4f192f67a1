/// UBX-NAV-SOL: earth-centred position, velocity and time, on receivers that predate NAV-PVT.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-NAV-SOL.
public struct NavSol: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x06)
  public static let name = "NAV-SOL"
  public static let payloadLength = PayloadLength.exactly(52)

  /// Milliseconds of GPS week, rounded. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds from the rounded millisecond, -500,000...500,000.
  public var nanosecond: Int32 = 0
  /// GPS week since 1980-01-06; valid with `flags.isWeekValid`.
  public var week: Int16 = 0
  /// The kind of fix.
  public var fixType = FixType.none
  /// State bits.
  public var flags = Flags()
  /// Metres, earth-centred and earth-fixed.
  public var x = 0.0
  /// Metres, earth-centred and earth-fixed.
  public var y = 0.0
  /// Metres, earth-centred and earth-fixed.
  public var z = 0.0
  /// Metres, three-dimensional.
  public var positionAccuracy = 0.0
  /// Metres per second along `x`.
  public var velocityX = 0.0
  /// Metres per second along `y`.
  public var velocityY = 0.0
  /// Metres per second along `z`.
  public var velocityZ = 0.0
  /// Metres per second.
  public var speedAccuracy = 0.0
  /// Position dilution of precision; absent while unknown.
  public var positionDOP: Double?
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("fTOW", &nanosecond)
    f.i2("week", &week)
    f.u1("gpsFix", &fixType)
    f.x1("flags", &flags)
    f.i4("ecefX", &x, unit: .centimetres)
    f.i4("ecefY", &y, unit: .centimetres)
    f.i4("ecefZ", &z, unit: .centimetres)
    f.u4("pAcc", &positionAccuracy, unit: .centimetres)
    f.i4("ecefVX", &velocityX, unit: .centimetresPerSecond)
    f.i4("ecefVY", &velocityY, unit: .centimetresPerSecond)
    f.i4("ecefVZ", &velocityZ, unit: .centimetresPerSecond)
    f.u4("sAcc", &speedAccuracy, unit: .centimetresPerSecond)
    f.u2("pDOP", &positionDOP, scale: 1e-2, absent: 9999)
    f.reserved(1)
    f.u1("numSV", &satellitesUsed)
    f.reserved(4)
  }
}

extension NavSol {
  /// Validity of fix and time.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's own limits of precision.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// The GPS week is valid.
    public var isWeekValid = false
    /// The time of week is valid.
    public var isTimeOfWeekValid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gpsfixOK", &isFixOK)
      b.flag("diffSoln", &isDifferential)
      b.flag("wknSet", &isWeekValid)
      b.flag("towSet", &isTimeOfWeekValid)
    }
  }
}
