public import CairnTypes

/// The satellite system of a signal; an open set.
public struct GNSSIdentifier: UBXOpenValue {
  /// The wire's `gnssId`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// GPS.
  public static let gps = GNSSIdentifier(rawValue: 0)
  /// SBAS.
  public static let sbas = GNSSIdentifier(rawValue: 1)
  /// Galileo.
  public static let galileo = GNSSIdentifier(rawValue: 2)
  /// BeiDou.
  public static let beidou = GNSSIdentifier(rawValue: 3)
  /// IMES.
  public static let imes = GNSSIdentifier(rawValue: 4)
  /// QZSS.
  public static let qzss = GNSSIdentifier(rawValue: 5)
  /// GLONASS.
  public static let glonass = GNSSIdentifier(rawValue: 6)
  /// NavIC.
  public static let navic = GNSSIdentifier(rawValue: 7)

  /// The same system in Cairn's terms; `nil` if Cairn does not know it.
  public var system: SatelliteSystem? { SatelliteSystem(rawValue: rawValue) }
}

/// The kind of fix of one epoch; an open set.
public struct FixType: UBXOpenValue {
  /// The wire's `fixType` or `gpsFix`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No fix.
  public static let none = FixType(rawValue: 0)
  /// From motion sensors only.
  public static let deadReckoning = FixType(rawValue: 1)
  /// Two-dimensional, with an assumed height.
  public static let twoD = FixType(rawValue: 2)
  /// Three-dimensional.
  public static let threeD = FixType(rawValue: 3)
  /// From satellites and motion sensors.
  public static let gnssDeadReckoning = FixType(rawValue: 4)
  /// Time only, with an assumed position.
  public static let timeOnly = FixType(rawValue: 5)

  /// Whether this kind of fix includes a position of the epoch.
  public var hasPosition: Bool { (1...4).contains(rawValue) }
}

/// How far carrier-phase ambiguities are resolved; an open set.
public struct CarrierSolution: UBXOpenValue {
  /// The wire's `carrSoln`.
  public let rawValue: UInt8

  /// Any value is valid; receivers have been seen to send 3, which has no meaning.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No carrier-phase solution.
  public static let none = CarrierSolution(rawValue: 0)
  /// Ambiguities are estimated as real numbers.
  public static let float = CarrierSolution(rawValue: 1)
  /// Ambiguities are fixed to whole numbers.
  public static let fixed = CarrierSolution(rawValue: 2)
}
