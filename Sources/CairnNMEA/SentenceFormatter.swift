/// The three letters that name a sentence, such as `GGA`; they, not the talker, decide its fields.
public struct SentenceFormatter: Hashable, Sendable, BitwiseCopyable {
  /// The three characters, the first in bits 16...23.
  public let rawValue: UInt32

  @inline(__always)
  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    rawValue = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
  }

  /// Creates the formatter of a sentence; `nil` unless the address is a talker and three characters.
  ///
  /// - Parameter sentence: bytes from `$` or `!` on.
  public init?(of sentence: Span<UInt8>) {
    do throws(NMEAError) {
      guard let formatter = try SentenceLayout(sentence).formatter else { return nil }
      self = formatter
    } catch {
      return nil
    }
  }
}

extension SentenceFormatter {
  /// Whether no character is a comma, which an address cannot contain.
  @inline(__always)
  var hasNoComma: Bool {
    rawValue & 0xFF != 0x2C && rawValue >> 8 & 0xFF != 0x2C && rawValue >> 16 != 0x2C
  }
}

extension SentenceFormatter: ExpressibleByStringLiteral {
  /// Creates a formatter from three ASCII characters; a constant.
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
    var result = ""
    for shift: UInt32 in [16, 8, 0] {
      let code = UInt8(truncatingIfNeeded: rawValue >> shift) & 0x7F
      result.unicodeScalars.append(Unicode.Scalar(code))
    }
    return result
  }
}

/// The two letters before the formatter, which name the sender, for example `GP` or `GN`.
///
/// Data only: it does not decide whether a sentence is accepted.
public struct Talker: Hashable, Sendable, BitwiseCopyable {
  /// The two characters, the first in bits 8...15.
  public let rawValue: UInt16

  /// - Parameters:
  ///   - first: ASCII code of the first letter.
  ///   - second: ASCII code of the second letter.
  public init(_ first: UInt8, _ second: UInt8) {
    rawValue = UInt16(first) << 8 | UInt16(second)
  }
}

extension Talker: ExpressibleByStringLiteral {
  /// Creates a talker from two ASCII characters that are known at build time.
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
