internal import CCairnMath

/// Names and codes as a pack has them, each list once.
struct NamePool {
  private(set) var bytes: [UInt8] = []
  /// Most languages, which a reader counts to.
  static let mostLanguages = 1000

  private(set) var languages: [LanguageTag] = []
  private var numbers: [LanguageTag: Int] = [:]
  private var offsets: [[UInt8]: UInt32] = [:]

  /// Adds a list, and returns where it is.
  mutating func add(_ code: String, _ names: [LocalName]) -> UInt32 {
    guard !code.isEmpty || !names.isEmpty else { return NameList.none }
    var list: [UInt8] = []
    list.append(text: Self.short(code))
    // The first one without a language comes first: it counts where none fits.
    let first = names.firstIndex { $0.language == nil } ?? 0
    var ordered = names
    if !names.isEmpty { ordered.insert(ordered.remove(at: first), at: 0) }
    list.append(number: min(names.count, 1000))
    for name in ordered.prefix(1000) {
      list.append(number: number(of: name.language))
      list.append(text: Self.short(name.text))
    }
    if let offset = offsets[list] { return offset }
    let offset = UInt32(clamping: bytes.count)
    offsets[list] = offset
    bytes += list
    return offset
  }

  private mutating func number(of language: LanguageTag?) -> Int {
    guard let language else { return 0 }
    if let number = numbers[language] { return number }
    languages.append(language)
    numbers[language] = languages.count
    return languages.count
  }

  private static func short(_ text: String) -> String {
    text.utf8.count <= NameList.longest
      ? text : String(decoding: text.utf8.prefix(NameList.longest - 2), as: UTF8.self)
  }
}

/// The population of a place in one byte: eight times its binary logarithm.
enum PlaceSize {
  static func encoded(_ population: Int) -> UInt8 {
    guard population > 0 else { return 0 }
    let logarithm = cairn_log(Double(population)) / cairn_log(2)
    return UInt8(max(1, min(255, cairn_round(8 * logarithm))))
  }

  static func decoded(_ size: UInt8) -> Double {
    size == 0 ? 0 : cairn_exp(Double(size) / 8 * cairn_log(2))
  }
}
