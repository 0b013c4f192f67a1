/// The three letters that name a sentence, such as `GGA`; unlike the talker they decide its fields.
public struct SentenceFormatter: Hashable, Sendable, BitwiseCopyable {
  /// The three characters, the first in bits 16...23.
  public let rawValue: UInt32

  @inline(__always)
  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    rawValue = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
  }
}

extension SentenceFormatter {
  /// False for what cannot stand in an address.
  @inline(__always)
  var hasNoComma: Bool {
    rawValue & 0xFF != 0x2C && rawValue >> 8 & 0xFF != 0x2C && rawValue >> 16 != 0x2C
  }
}

extension SentenceFormatter: ExpressibleByStringLiteral {
  /// Three ASCII characters, known when the program is built.
  @inline(__always)
  public init(stringLiteral: StaticString) {
    precondition(stringLiteral.hasPointerRepresentation && stringLiteral.utf8CodeUnitCount == 3)
    // Three bytes exist, as just checked.
    let start = unsafe stringLiteral.utf8Start
    self = unsafe SentenceFormatter(start[0], start[1], start[2])
  }
}

extension SentenceFormatter: CustomStringConvertible {
  public var description: String {
    let bytes: InlineArray<3, UInt8> = [
      UInt8(truncatingIfNeeded: rawValue >> 16), UInt8(truncatingIfNeeded: rawValue >> 8),
      UInt8(truncatingIfNeeded: rawValue),
    ]
    return text(bytes.span)
  }
}

/// The two letters before the formatter: who speaks, for example `GP` or `GN`.
///
/// Data only: no sentence is chosen or refused by it.
public struct Talker: Hashable, Sendable, BitwiseCopyable {
  /// The two characters, the first in bits 8...15.
  public let rawValue: UInt16

  /// - Parameters:
  ///   - first: an ASCII code.
  ///   - second: an ASCII code.
  public init(_ first: UInt8, _ second: UInt8) {
    rawValue = UInt16(first) << 8 | UInt16(second)
  }
}

extension Talker: ExpressibleByStringLiteral {
  /// Two ASCII characters, known when the program is built.
  @inline(__always)
  public init(stringLiteral: StaticString) {
    precondition(stringLiteral.hasPointerRepresentation && stringLiteral.utf8CodeUnitCount == 2)
    // Two bytes exist, as just checked.
    let start = unsafe stringLiteral.utf8Start
    self = unsafe Talker(start[0], start[1])
  }
}

extension Talker: CustomStringConvertible {
  public var description: String {
    let bytes: InlineArray<2, UInt8> = [
      UInt8(truncatingIfNeeded: rawValue >> 8), UInt8(truncatingIfNeeded: rawValue),
    ]
    return text(bytes.span)
  }
}
