/// How much interference impairs reception; an open set.
public struct JammingState: UBXOpenValue {
  /// The wire's `jammingState`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Unknown, or the detection is switched off.
  public static let unknown = JammingState(rawValue: 0)
  /// No significant interference.
  public static let none = JammingState(rawValue: 1)
  /// There is interference, but the fix is still good.
  public static let warning = JammingState(rawValue: 2)
  /// There is interference, and no reliable fix.
  public static let critical = JammingState(rawValue: 3)
}

/// Whether received signals look forged; an open set.
public struct SpoofingState: UBXOpenValue {
  /// The wire's `spoofingState`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Unknown, or the detection is switched off.
  public static let unknown = SpoofingState(rawValue: 0)
  /// No sign of spoofing.
  public static let none = SpoofingState(rawValue: 1)
  /// One sign of spoofing.
  public static let indicated = SpoofingState(rawValue: 2)
  /// Several signs of spoofing.
  public static let affirmed = SpoofingState(rawValue: 3)
}

/// Antenna state reported by the antenna supervisor; an open set.
public struct AntennaStatus: UBXOpenValue {
  /// The wire's `antStatus` or `aStatus`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The supervisor is starting.
  public static let initializing = AntennaStatus(rawValue: 0)
  /// The supervisor cannot determine the state.
  public static let unknown = AntennaStatus(rawValue: 1)
  /// The antenna draws its normal current.
  public static let good = AntennaStatus(rawValue: 2)
  /// The antenna line is short-circuited.
  public static let short = AntennaStatus(rawValue: 3)
  /// No antenna draws current.
  public static let open = AntennaStatus(rawValue: 4)
}

/// Whether the antenna is powered; an open set.
public struct AntennaPower: UBXOpenValue {
  /// The wire's `antPower` or `aPower`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Off.
  public static let off = AntennaPower(rawValue: 0)
  /// On.
  public static let on = AntennaPower(rawValue: 1)
  /// The supervisor cannot determine whether it is powered.
  public static let unknown = AntennaPower(rawValue: 2)
}

/// Use of a correction message; an open set.
public struct CorrectionUse: UBXOpenValue {
  /// The wire's `msgUsed`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The receiver does not know.
  public static let unknown = CorrectionUse(rawValue: 0)
  /// The message was not used.
  public static let unused = CorrectionUse(rawValue: 1)
  /// The message was used, or passed on to its user.
  public static let used = CorrectionUse(rawValue: 2)
}

/// Identifies the receiver within a device that a message is about.
public struct ReceiverInformation: UBXBitField {
  /// Number of the receiver; 0 on devices with a single receiver.
  public var source: UInt8 = 0

  public init() {}

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("msgSource", 2, &source)
  }
}
