/// A number that the wire splits in two: a whole and a much finer signed part.
///
/// The interface descriptions call a message that carries it a high-precision one.
public struct SplitNumber: Hashable, Sendable, BitwiseCopyable {
  /// The whole part, in the unit of the message without high precision.
  public var coarse: Int32 = 0
  /// The fine part to add, in fractions of that unit; -99...99.
  public var fine: Int8 = 0

  /// Creates zero.
  public init() {}

  /// Creates the number nearest to a value.
  ///
  /// - Parameters:
  ///   - value: NaN gives zero, a value out of range the nearest possible number.
  ///   - scale: one unit of the fine part, in the value's unit.
  ///   - parts: number of fine units in one coarse unit, at most 100.
  public init(_ value: Double, unitsPerOne scale: Double, parts: Int64) {
    guard value == value else { return }
    let limit = Double(Int32.max) * Double(parts)
    let units = max(-limit, min(limit, value * scale))
    let nearest = Int64(units < 0 ? units - 0.5 : units + 0.5)
    coarse = Int32(clamping: nearest / parts)
    fine = Int8(clamping: nearest % parts)
  }

  /// Returns the sum of both parts, in units of the fine part.
  public func units(parts: Int64) -> Int64 { Int64(coarse) &* parts &+ Int64(fine) }
}

extension SplitNumber {
  /// Metres, from centimetres and tenths of a millimetre.
  var metresFromCentimetres: Double {
    get { Double(units(parts: 100)) / 1e4 }
    set { self = SplitNumber(newValue, unitsPerOne: 1e4, parts: 100) }
  }

  /// Metres, from millimetres and their tenths.
  var metresFromMillimetres: Double {
    get { Double(units(parts: 10)) / 1e4 }
    set { self = SplitNumber(newValue, unitsPerOne: 1e4, parts: 10) }
  }

  /// Degrees, from units of 10⁻⁷ and 10⁻⁹ degrees.
  var degrees: Double {
    get { Double(units(parts: 100)) / 1e9 }
    set { self = SplitNumber(newValue, unitsPerOne: 1e9, parts: 100) }
  }
}
