/// The three letters that name a sentence, such as `GGA`; they, not the talker, decide its fields.
///
/// A vendor's own sentence has instead a four-letter address and a message number in its first
/// field: `PUBX,00`.
public struct SentenceFormatter: Hashable, Sendable, BitwiseCopyable {
  /// The three characters, the first in bits 16...23, or the four of a vendor's address, the first
  /// in bits 24...31.
  public let rawValue: UInt32
  /// The two characters of a vendor's message number, the first in bits 8...15; otherwise 0.
  public let number: UInt16

  @inline(__always)
  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    rawValue = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    number = 0
  }

  @inline(__always)
  init(address: UInt32, number: UInt16) {
    rawValue = address
    self.number = number
  }

  /// Whether this is a vendor's own sentence, which has no talker.
  public var isProprietary: Bool { rawValue > 0xFF_FFFF }

  /// Creates the formatter of a sentence of either kind; `nil` unless the address is a talker and
  /// three characters, or a vendor's four followed by a field of two characters.
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

  /// The two characters of a vendor's message number; `nil` for other sentences.
  public var messageNumber: String? { number == 0 ? nil : numberText }

  /// Number of characters in `rawValue`, the last one in the low byte.
  var letterCount: Int { isProprietary ? 4 : 3 }
}

extension SentenceFormatter {
  /// Whether no character is a comma, which an address cannot contain.
  @inline(__always)
  var hasNoComma: Bool {
    rawValue & 0xFF != 0x2C && rawValue >> 8 & 0xFF != 0x2C && rawValue >> 16 != 0x2C
  }
}

extension SentenceFormatter: ExpressibleByStringLiteral {
  /// Creates a formatter from three ASCII characters, or four, a comma and two; a constant.
  @inline(__always)
  public init(stringLiteral: StaticString) {
    let count = stringLiteral.utf8CodeUnitCount
    precondition(stringLiteral.hasPointerRepresentation && (count == 3 || count == 7))
    // Three or seven bytes exist, as just checked.
    let start = unsafe stringLiteral.utf8Start
    if count == 3 {
      self = unsafe SentenceFormatter(start[0], start[1], start[2])
    } else {
      let address = unsafe UInt32(start[0]) << 24 | UInt32(start[1]) << 16
      let rest = unsafe UInt32(start[2]) << 8 | UInt32(start[3])
      let number = unsafe UInt16(start[5]) << 8 | UInt16(start[6])
      self = SentenceFormatter(address: address | rest, number: number)
    }
  }
}

extension SentenceFormatter: CustomStringConvertible {
  public var description: String {
    var result = ""
    for index in 0..<letterCount {
      result.unicodeScalars.append(scalar(rawValue >> UInt32(8 &* (letterCount &- 1 &- index))))
    }
    return number == 0 ? result : result + "," + numberText
  }

  /// The two characters of the message number.
  var numberText: String {
    var result = ""
    result.unicodeScalars.append(scalar(UInt32(number >> 8)))
    result.unicodeScalars.append(scalar(UInt32(number)))
    return result
  }

  private func scalar(_ code: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: code) & 0x7F)
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
