public import CairnUBX

/// One sensor value in ESF-MEAS, ESF-RAW and ESF-CAL: 24 bits and their kind.
///
/// Source: u-blox F9 HPS interface description, "ESF measurement data types".
public struct SensorWord: UBXBitField {
  /// The lowest 24 bits, unsigned; see `signed` and `value`.
  public var data: UInt32 = 0
  /// The kind of value.
  public var kind = Kind.none
  /// The two highest bits, which only a time tag in the word's place uses.
  private var highest: UInt64 = 0

  public init() {}

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("dataField", 24, &data)
    b.number("dataType", 6, &kind)
    b.unnamed(2, &highest)
  }
}

extension SensorWord {
  /// Creates a sensor value.
  ///
  /// - Parameters:
  ///   - kind: the kind of value.
  ///   - signed: the value, whose lowest 24 bits are taken.
  public init(_ kind: Kind, signed: Int32) {
    self.kind = kind
    data = UInt32(bitPattern: signed) & 0xFF_FFFF
  }

  /// All 32 bits as one number.
  public init(rawValue: UInt32) {
    data = rawValue & 0xFF_FFFF
    kind = Kind(rawValue: UInt8(rawValue >> 24 & 0x3F))
    highest = UInt64(rawValue >> 30)
  }

  /// All 32 bits as one number.
  public var rawValue: UInt32 {
    UInt32(truncatingIfNeeded: highest) << 30 | UInt32(kind.rawValue & 0x3F) << 24
      | data & 0xFF_FFFF
  }

  /// The 24 bits as a signed number, -8,388,608...8,388,607.
  public var signed: Int32 { Int32(bitPattern: data << 8) >> 8 }

  /// The value in the unit of `kind`: degrees per second, metres per second squared, degrees
  /// Celsius, metres per second, or ticks, negative backwards; `nil` for an unknown kind.
  public var value: Double? {
    switch kind {
    case .gyroscopeX, .gyroscopeY, .gyroscopeZ: Double(signed) / 4096
    case .accelerometerX, .accelerometerY, .accelerometerZ: Double(signed) / 1024
    case .gyroscopeTemperature: Double(signed) / 100
    case .speed: Double(signed) / 1000
    case .frontLeftTicks, .frontRightTicks, .rearLeftTicks, .rearRightTicks, .ticks:
      // The highest bit is the direction; the count below it is unsigned.
      Double(data & 0x7F_FFFF) * (data & 0x80_0000 == 0 ? 1 : -1)
    default: nil
    }
  }

  /// What a sensor measures; an open set.
  public struct Kind: UBXOpenValue {
    /// The wire's `dataType`, 0...63.
    public let rawValue: UInt8

    /// Any value is valid; six bits are sent.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No data.
    public static let none = Kind(rawValue: 0)
    /// Angular rate about the z axis.
    public static let gyroscopeZ = Kind(rawValue: 5)
    /// Ticks of the front left wheel.
    public static let frontLeftTicks = Kind(rawValue: 6)
    /// Ticks of the front right wheel.
    public static let frontRightTicks = Kind(rawValue: 7)
    /// Ticks of the rear left wheel.
    public static let rearLeftTicks = Kind(rawValue: 8)
    /// Ticks of the rear right wheel.
    public static let rearRightTicks = Kind(rawValue: 9)
    /// Ticks of one sensor for the whole vehicle.
    public static let ticks = Kind(rawValue: 10)
    /// Speed.
    public static let speed = Kind(rawValue: 11)
    /// Temperature of the gyroscope.
    public static let gyroscopeTemperature = Kind(rawValue: 12)
    /// Angular rate about the y axis.
    public static let gyroscopeY = Kind(rawValue: 13)
    /// Angular rate about the x axis.
    public static let gyroscopeX = Kind(rawValue: 14)
    /// Specific force along the x axis.
    public static let accelerometerX = Kind(rawValue: 16)
    /// Specific force along the y axis.
    public static let accelerometerY = Kind(rawValue: 17)
    /// Specific force along the z axis.
    public static let accelerometerZ = Kind(rawValue: 18)
  }
}
