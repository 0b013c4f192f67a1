/// A language with, if known, script and region, as BCP 47 and POSIX write them: `ko`, `zh-Hant`,
/// `pt_BR`, `ko_KR.UTF-8`. Upper and lower case mean the same.
public struct LanguageTag: Hashable, Sendable {
  /// The language, two or three lower-case letters.
  public let language: String
  /// The script, four letters such as `Hant`; `nil` for the usual one.
  public let script: String?
  /// The country or region, such as `KR` or `419`; `nil` for any.
  public let region: String?

  /// Reads a tag; variants and extensions are ignored. `nil` for what begins with no language.
  public init?(_ text: some StringProtocol) {
    let plain = text.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
    let parts = plain.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(Self.isLetter)
    else { return nil }
    language = Self.lower(first)
    var (script, region): (String?, String?)
    for part in parts.dropFirst().prefix(2) {
      if part.count == 4, region == nil, part.allSatisfy(Self.isLetter) {
        script = Self.upper(part.prefix(1)) + Self.lower(part.dropFirst())
      } else if part.count == 2 || part.count == 3, region == nil {
        region = Self.upper(part)
      }
    }
    // Chinese is written in two scripts, which its regions tell.
    if script == nil, language == "zh", let region, ["TW", "HK", "MO"].contains(region) {
      script = "Hant"
    }
    self.script = script
    self.region = region
  }

  /// Returns how well a name in this language suits a reader: 0 for not at all, more for better.
  func rank(for reader: LanguageTag) -> UInt8 {
    guard language == reader.language else { return 0 }
    if self == reader { return 5 }
    if script == reader.script { return region == nil ? 4 : 3 }
    return 2
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func lower(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func upper(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { isLetter($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag in BCP 47's notation: `zh-Hant-TW`.
  public var description: String {
    [language, script, region].compactMap(\.self).joined(separator: "-")
  }
}
