/// A word with named bits, stated once, from the lowest bit up.
public protocol UBXBitField: Hashable, Sendable, BitwiseCopyable {
  /// Creates a word with every bit clear.
  init()

  /// States every bit field, from bit 0 upwards.
  mutating func bits(_ b: inout some UBXBitVisitor)
}

/// Visits the bit fields of a word: reads, writes or prints them.
public protocol UBXBitVisitor {
  /// Whether the visitor takes values from the wire's word.
  static var readsBits: Bool { get }

  /// Visits a named field of `width` bits. A reader sets `value`; a writer uses it.
  mutating func field(_ name: StaticString, _ width: Int, _ value: inout UInt64)

  /// Visits bits without a meaning, which are skipped and written as zero.
  mutating func unused(_ width: Int)

  /// Visits bits without a name, which are shown like unused ones but kept.
  mutating func unnamed(_ width: Int, _ value: inout UInt64)
}

extension UBXBitVisitor {
  /// Visits the bits as a field, for a visitor that ignores names.
  public mutating func unnamed(_ width: Int, _ value: inout UInt64) { field("", width, &value) }

  /// Visits one bit.
  public mutating func flag(_ name: StaticString, _ value: inout Bool) {
    var bits: UInt64 = value ? 1 : 0
    field(name, 1, &bits)
    if Self.readsBits { value = bits != 0 }
  }

  /// Visits an unsigned number of `width` bits, at most as many as its type has.
  public mutating func number<W: UBXWireInteger & UnsignedInteger>(
    _ name: StaticString, _ width: Int, _ value: inout W
  ) {
    var bits = UInt64(truncatingIfNeeded: value)
    field(name, width, &bits)
    if Self.readsBits { value = W(truncatingIfNeeded: bits) }
  }

  /// Visits a value of an open set, `width` bits wide.
  public mutating func number<T: UBXOpenValue>(
    _ name: StaticString, _ width: Int, _ value: inout T
  ) where T.RawValue: UnsignedInteger {
    var raw = value.rawValue
    number(name, width, &raw)
    if Self.readsBits { value = T(rawValue: raw) }
  }
}

extension UBXBitField {
  /// The word as on the wire.
  public var word: UInt64 {
    get {
      var writer = BitWriter()
      var bits = self
      bits.bits(&writer)
      return writer.word
    }
    set {
      var reader = BitReader(word: newValue)
      bits(&reader)
    }
  }
}

/// Reads bit fields from a word.
struct BitReader: UBXBitVisitor {
  static var readsBits: Bool { true }
  var word: UInt64

  mutating func field(_ name: StaticString, _ width: Int, _ value: inout UInt64) {
    value = word & mask(width)
    word = word &>> UInt64(width)
  }

  mutating func unused(_ width: Int) { word = word &>> UInt64(width) }
}

/// Writes bit fields to a word.
struct BitWriter: UBXBitVisitor {
  static var readsBits: Bool { false }
  private(set) var word: UInt64 = 0
  private var offset: UInt64 = 0

  mutating func field(_ name: StaticString, _ width: Int, _ value: inout UInt64) {
    word |= (value & mask(width)) &<< offset
    offset &+= UInt64(width)
  }

  mutating func unused(_ width: Int) { offset &+= UInt64(width) }
}

/// Returns a mask of the lowest `width` bits, 0 to 64.
package func mask(_ width: Int) -> UInt64 { width < 64 ? (1 &<< UInt64(width)) &- 1 : .max }
