/// A field of one letter or digit; vendors may extend its meanings.
public protocol NMEALetter: RawRepresentable, Hashable, Sendable where RawValue == UInt8 {
  /// - Parameter rawValue: ASCII code of a letter or digit; other values are not written.
  init(rawValue: UInt8)
}

/// Whether the data of a sentence may be used.
public struct DataStatus: NMEALetter, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `A`.
  public static var valid: Self { Self(rawValue: ascii("A")) }
  /// `V`: a position sent all the same is the last known one, not the current one.
  public static var warning: Self { Self(rawValue: ascii("V")) }
}

/// How a position was obtained.
public struct PositionMode: NMEALetter, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `A`.
  public static var autonomous: Self { Self(rawValue: ascii("A")) }
  /// `D`.
  public static var differential: Self { Self(rawValue: ascii("D")) }
  /// `E`: dead reckoning.
  public static var estimated: Self { Self(rawValue: ascii("E")) }
  /// `F`: real-time kinematic, ambiguities not fixed.
  public static var floatRTK: Self { Self(rawValue: ascii("F")) }
  /// `R`: real-time kinematic, ambiguities fixed.
  public static var fixedRTK: Self { Self(rawValue: ascii("R")) }
  /// `P`.
  public static var precise: Self { Self(rawValue: ascii("P")) }
  /// `M`.
  public static var manual: Self { Self(rawValue: ascii("M")) }
  /// `S`.
  public static var simulator: Self { Self(rawValue: ascii("S")) }
  /// `N`.
  public static var noFix: Self { Self(rawValue: ascii("N")) }
}

/// Whether a position is declared safe for navigation.
///
/// Receivers that make no such claim always send `V`, so `V` does not make a fix invalid.
public struct NavigationStatus: NMEALetter, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `S`.
  public static var safe: Self { Self(rawValue: ascii("S")) }
  /// `C`.
  public static var caution: Self { Self(rawValue: ascii("C")) }
  /// `U`.
  public static var unsafe: Self { Self(rawValue: ascii("U")) }
  /// `V`: no claim.
  public static var notProvided: Self { Self(rawValue: ascii("V")) }
}

/// Whether the receiver or the user chooses between a two- and a three-dimensional fix.
public struct SelectionMode: NMEALetter, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `A`.
  public static var automatic: Self { Self(rawValue: ascii("A")) }
  /// `M`.
  public static var manual: Self { Self(rawValue: ascii("M")) }
}

/// How a heading was obtained.
public struct HeadingMode: NMEALetter, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `A`.
  public static var autonomous: Self { Self(rawValue: ascii("A")) }
  /// `E`: dead reckoning.
  public static var estimated: Self { Self(rawValue: ascii("E")) }
  /// `M`.
  public static var manual: Self { Self(rawValue: ascii("M")) }
  /// `S`.
  public static var simulator: Self { Self(rawValue: ascii("S")) }
  /// `V`: a heading sent all the same must not be used.
  public static var invalid: Self { Self(rawValue: ascii("V")) }
}

/// Letter after a number that names its unit, its reference or its side.
public struct UnitLetter: NMEALetter, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `M`.
  public static var metres: Self { Self(rawValue: ascii("M")) }
  /// `F`.
  public static var feet: Self { Self(rawValue: ascii("F")) }
  /// `T`: true north.
  public static var trueNorth: Self { Self(rawValue: ascii("T")) }
  /// `M`: magnetic north.
  public static var magneticNorth: Self { Self(rawValue: ascii("M")) }
  /// `N`.
  public static var knots: Self { Self(rawValue: ascii("N")) }
  /// `K`.
  public static var kilometresPerHour: Self { Self(rawValue: ascii("K")) }
  /// `E`.
  public static var east: Self { Self(rawValue: ascii("E")) }
  /// `N`.
  public static var north: Self { Self(rawValue: ascii("N")) }
  /// `S`.
  public static var south: Self { Self(rawValue: ascii("S")) }
  /// `W`.
  public static var west: Self { Self(rawValue: ascii("W")) }
}

/// One `PositionMode` for each satellite system: GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC.
public struct PositionModes: Hashable, Sendable, BitwiseCopyable {
  /// Up to eight characters, the first in the low byte; zero bytes are unused.
  var packed: UInt64 = 0

  /// Creates an empty list.
  public init() {}

  /// Number of modes, 0...8.
  public var count: Int { (64 &- packed.leadingZeroBitCount &+ 7) / 8 }

  /// - Parameter index: 0 GPS, 1 GLONASS, 2 Galileo, 3 BeiDou, 4 QZSS, 5 NavIC.
  public subscript(index: Int) -> PositionMode? {
    guard (0..<8).contains(index) else { return nil }
    let byte = UInt8(truncatingIfNeeded: packed >> UInt64(8 &* index))
    return byte == 0 ? nil : PositionMode(rawValue: byte)
  }

  /// Appends a mode; returns false, and changes nothing, when there are eight already.
  @discardableResult
  public mutating func append(_ mode: PositionMode) -> Bool {
    let index = count
    guard index < 8 else { return false }
    packed |= UInt64(mode.rawValue) << UInt64(8 &* index)
    return true
  }
}
