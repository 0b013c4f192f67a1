/// Text from outside the program that is shown to people, such as the name a receiver, a caster or
/// a USB device gives itself.
///
/// Safe to print or embed: `description` is limited in length and has no character that controls a
/// terminal, changes the writing direction or is invisible. `raw` is for programs.
public struct ForeignText: Hashable, Sendable {
  /// Maximum number of characters shown: a line or two of a terminal.
  public static let shownLimit = 256

  /// The text exactly as received, for comparing, storing or other escaping. Not for display.
  public let raw: String

  /// - Parameter raw: the text exactly as received.
  public init(_ raw: String) { self.raw = raw }

  /// Whether the text has no characters.
  public var isEmpty: Bool { raw.utf8.isEmpty }

  /// Returns `text` in a form fit for display: hidden characters as `\u{1B}`, and after `limit`
  /// characters the number of those left out.
  public static func visible(_ text: String, limit: Int = .max) -> String {
    let isShort = text.utf8.count <= limit
    if isShort, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    if isShort, !text.unicodeScalars.contains(where: { $0.isHidden }) { return text }
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= limit else { continue }
      if scalar.isHidden { shown += escape(scalar) } else { shown.unicodeScalars.append(scalar) }
    }
    return count > limit ? shown + "... (\(count - limit) characters more)" : shown
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }
}

extension ForeignText: CustomStringConvertible {
  /// The text in a form fit for display.
  public var description: String { Self.visible(raw, limit: Self.shownLimit) }
}

extension ForeignText: ExpressibleByStringLiteral {
  /// - Parameter value: for example `NEO-M9N`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Unicode.Scalar {
  /// Whether the character is invisible or may act on the display: controls including C1, format
  /// characters, direction changes, line separators, and characters without a glyph.
  ///
  /// Source: Unicode 16.0: general categories Cc, Cf, Zl and Zp, and Default_Ignorable_Code_Point.
  /// Written as ranges because firmware has no property tables; a test compares them.
  public var isHidden: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F, 0xAD: true
    case ..<0x34F: false
    case 0x34F, 0x600...0x605, 0x61C, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x115F...0x1160,
      0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164,
      0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x110BD, 0x110CD, 0x13430...0x1343F,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
