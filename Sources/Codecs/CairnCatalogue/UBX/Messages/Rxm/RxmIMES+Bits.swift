public import CairnUBX

extension RxmIMES.Transmitter {
  /// Degrees on WGS 84, positive north, from the 23- and 24-bit position; `nil` unless valid.
  public var coarseLatitude: Double? {
    guard coarseSecond.isValid else { return nil }
    return Double(signed(coarseFirst.latitude, 23)) * 180 * 0x1p-23
  }

  /// Degrees on WGS 84, positive east, from the 23- and 24-bit position; `nil` unless valid.
  public var coarseLongitude: Double? {
    guard coarseSecond.isValid else { return nil }
    return Double(signed(coarseSecond.longitude, 24)) * 360 * 0x1p-24
  }

  /// Metres above mean sea level; `nil` unless the 32-bit position is valid.
  public var altitude: Double? { fine.isValid ? Double(fine.altitude) - 95 : nil }

  /// The 33-bit medium identifier; `nil` unless valid.
  public var mediumIdentifier: UInt64? {
    medium.isValid ? UInt64(medium.high) << 32 | UInt64(mediumLow) : nil
  }

  private func signed(_ bits: UInt32, _ width: UInt32) -> Int32 {
    Int32(bitPattern: bits &<< (32 &- width)) &>> Int32(32 &- width)
  }

  /// Floor and latitude of the 23- and 24-bit position.
  public struct CoarseFirst: UBXBitField {
    /// The floor, plus 50.
    public var floor: UInt8 = 0
    /// Signed 23-bit number; see `coarseLatitude`.
    public var latitude: UInt32 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pos1Floor", 8, &floor)
      b.number("pos1Lat", 23, &latitude)
    }
  }

  /// Longitude of the 23- and 24-bit position.
  public struct CoarseSecond: UBXBitField {
    /// Signed 24-bit number; see `coarseLongitude`.
    public var longitude: UInt32 = 0
    /// The 23- and 24-bit position is valid.
    public var isValid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pos1Lon", 24, &longitude)
      b.flag("pos1Valid", &isValid)
    }
  }

  /// Floor, altitude and accuracy of the 32-bit position.
  public struct Fine: UBXBitField {
    /// The floor, plus 50.
    public var floor: UInt8 = 0
    /// Metres above mean sea level, plus 95.
    public var altitude: UInt16 = 0
    /// 0 unknown, 1 below 7 m, 2 below 15 m, 3 above.
    public var accuracy: UInt8 = 0
    /// The 32-bit position is valid.
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
    /// The identifier, 12 bits.
    public var number: UInt16 = 0
    /// The identifier is valid.
    public var isValid = false
    /// The transmitter is at the edge of its area.
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
    /// The transmitter is at the edge of its area.
    public var isBoundary = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("mediumIdMSB", 1, &high)
      b.flag("mediumValid", &isValid)
      b.flag("mediumBoundary", &isBoundary)
    }
  }
}
