public import CairnUBX

extension RxmIMES.Transmitter {
  /// Degrees on WGS 84, positive north, from the position of 23 and 24 bits; `nil` unless it is
  /// valid.
  public var coarseLatitude: Double? {
    guard coarseSecond.isValid else { return nil }
    return Double(signed(coarseFirst.latitude, 23)) * 180 * 0x1p-23
  }

  /// Degrees on WGS 84, positive east, from the position of 23 and 24 bits; `nil` unless it is
  /// valid.
  public var coarseLongitude: Double? {
    guard coarseSecond.isValid else { return nil }
    return Double(signed(coarseSecond.longitude, 24)) * 360 * 0x1p-24
  }

  /// Metres above mean sea level; `nil` unless the position of 32 bits is valid.
  public var altitude: Double? { fine.isValid ? Double(fine.altitude) - 95 : nil }

  /// The medium identifier of 33 bits; `nil` unless it is valid.
  public var mediumIdentifier: UInt64? {
    medium.isValid ? UInt64(medium.high) << 32 | UInt64(mediumLow) : nil
  }

  private func signed(_ bits: UInt32, _ width: UInt32) -> Int32 {
    Int32(bitPattern: bits &<< (32 &- width)) &>> Int32(32 &- width)
  }

  /// Floor and latitude of the position of 23 and 24 bits.
  public struct CoarseFirst: UBXBitField {
    /// Floor plus 50.
    public var floor: UInt8 = 0
    /// Signed number of 23 bits; see `coarseLatitude`.
    public var latitude: UInt32 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pos1Floor", 8, &floor)
      b.number("pos1Lat", 23, &latitude)
    }
  }

  /// Longitude of the position of 23 and 24 bits.
  public struct CoarseSecond: UBXBitField {
    /// Signed number of 24 bits; see `coarseLongitude`.
    public var longitude: UInt32 = 0
    /// The position of 23 and 24 bits is valid.
    public var isValid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pos1Lon", 24, &longitude)
      b.flag("pos1Valid", &isValid)
    }
  }

  /// Floor, altitude and accuracy of the position of 32 bits.
  public struct Fine: UBXBitField {
    /// Floor plus 50.
    public var floor: UInt8 = 0
    /// Metres above mean sea level, plus 95.
    public var altitude: UInt16 = 0
    /// 0 unknown, 1 below 7 m, 2 below 15 m, 3 above.
    public var accuracy: UInt8 = 0
    /// The position of 32 bits is valid.
    public var isValid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pos2Floor", 8, &floor)
      b.number("pos2Alt", 12, &altitude)
      b.number("pos2Acc", 2, &accuracy)
      b.flag("pos2Valid", &isValid)
    }
  }

  /// The short identifier.
  public struct ShortIdentifier: UBXBitField {
    /// 12 bits.
    public var number: UInt16 = 0
    /// The identifier is valid.
    public var isValid = false
    /// The transmitter stands at the edge of its area.
    public var isBoundary = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("shortId", 12, &number)
      b.flag("shortValid", &isValid)
      b.flag("shortBoundary", &isBoundary)
    }
  }

  /// The highest bit of the medium identifier.
  public struct MediumIdentifier: UBXBitField {
    /// The highest bit, 0 or 1; see `mediumIdentifier`.
    public var high: UInt8 = 0
    /// The identifier is valid.
    public var isValid = false
    /// The transmitter stands at the edge of its area.
    public var isBoundary = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("mediumIdMSB", 1, &high)
      b.flag("mediumValid", &isValid)
      b.flag("mediumBoundary", &isBoundary)
    }
  }
}
