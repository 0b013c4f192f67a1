/// A number that the wire splits in two: a whole, and far behind it a signed fine part.
///
/// Interface descriptions call the message that carries it a high-precision one.
public struct SplitNumber: Hashable, Sendable, BitwiseCopyable {
  /// The whole part, in the units of the message without high precision.
  public var coarse: Int32 = 0
  /// What to add, in a whole fraction of those units; -99...99.
  public var fine: Int8 = 0

  /// Zero.
  public init() {}

  /// The number nearest to a value.
  ///
  /// - Parameters:
  ///   - value: zero where it is not a number, the nearest possible value where it is out of range.
  ///   - scale: one unit of the fine part, in the value's unit.
  ///   - parts: how many units of the fine part are one of the coarse part, at most 100.
  public init(_ value: Double, unitsPerOne scale: Double, parts: Int64) {
    guard value == value else { return }
    let limit = Double(Int32.max) * Double(parts)
    let units = max(-limit, min(limit, value * scale))
    let nearest = Int64(units < 0 ? units - 0.5 : units + 0.5)
    coarse = Int32(clamping: nearest / parts)
    fine = Int8(clamping: nearest % parts)
  }

  /// The sum of both parts, in units of the fine part.
  public func units(parts: Int64) -> Int64 { Int64(coarse) &* parts &+ Int64(fine) }
}

extension SplitNumber {
  /// Centimetres and tenths of a millimetre, in metres.
  var metresFromCentimetres: Double {
    get { Double(units(parts: 100)) / 1e4 }
    set { self = SplitNumber(newValue, unitsPerOne: 1e4, parts: 100) }
  }

  /// Millimetres and their tenths, in metres.
  var metresFromMillimetres: Double {
    get { Double(units(parts: 10)) / 1e4 }
    set { self = SplitNumber(newValue, unitsPerOne: 1e4, parts: 10) }
  }

  /// Units of 10⁻⁷ and 10⁻⁹ degrees, in degrees.
  var degrees: Double {
    get { Double(units(parts: 100)) / 1e9 }
    set { self = SplitNumber(newValue, unitsPerOne: 1e9, parts: 100) }
  }
}
