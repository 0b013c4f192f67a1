import CairnNMEA
import CairnTypes

/// Builds a sentence's texts from a source's values under the names that a typed sentence or a row
/// asks for.
struct WireBuilder<Source: FieldSource> {
  private var source: Source
  /// The texts so far; `nil` for those that the source does not have.
  private var texts: [[UInt8]?] = []
  /// The printer's notes, by field index from 1.
  private var notes: [Int: ArraySlice<UInt8>] = [:]
  private var group = 0
  /// Whether the source lacks the present group.
  private var isInMissingGroup = false
  /// The result of `isLetterless`.
  private let isLetterless: Bool
  /// Whether the source names another message of the same vendor.
  private(set) var isOther = false

  init(source: Source, isLetterless: Bool = false) {
    self.source = source
    self.isLetterless = isLetterless
    while let note = self.source.reserved() {
      guard case .text(let text) = note else { continue }
      let parts = text.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let index = Int(Substring(parts[0])), (0...1024).contains(index)
      else { continue }
      notes[index] = Array(parts[1])[...]
    }
  }

  /// The start and address, if the notes contain them.
  var beginning: String? {
    guard let note = notes[0], let start = note.first, start == 0x21 || start == 0x24,
      note.count > 1, WireType.isField(note.dropFirst())
    else { return nil }
    return string(note)
  }

  /// Number of notes whose fields now have another value.
  private(set) var unusedNotes = 0

  /// Whether the source has fields that were not asked for.
  var hasUnread: Bool { source.hasUnread }

  /// Number of groups in the source.
  var groupCount: Int { source.groupCount }

  /// Number of fields that the source lacks although it has a later one.
  var missing: Int { result.reduce(0) { $0 + ($1 == nil ? 1 : 0) } }

  /// All texts, including those beyond the known fields.
  var result: [[UInt8]?] {
    var all = texts
    while let next = notes.keys.filter({ $0 > all.count }).min() {
      while all.count < next - 1 { all.append([]) }
      all.append(notes[next].map { Array($0) })
    }
    while let last = all.last, last == nil { all.removeLast() }
    return all
  }

  private mutating func put(_ given: FieldValue?, _ type: WireType) {
    guard let given else { return texts.append(nil) }
    if let note = notes[texts.count + 1], type.isSame(type.value(of: note), given) {
      return texts.append(WireType.isField(note) ? Array(note) : type.text(of: given))
    }
    if notes[texts.count + 1] != nil { unusedNotes += 1 }
    texts.append(type.text(of: given))
  }

  private mutating func put(_ name: StaticString, _ type: WireType) {
    put(isInMissingGroup ? nil : source.field(name), type)
  }

  mutating func put(named name: String, _ type: WireType, default value: FieldValue? = nil) {
    put(isInMissingGroup ? nil : source.field(named: name) ?? value, type)
  }

  /// Appends an angle; without a side of its own, the side follows from the sign.
  private mutating func angle(
    _ name: StaticString, _ side: StaticString, _ type: WireType, positive: String, negative: String
  ) {
    let given = source.field(name)
    put(given, type)
    let letter = source.field(side)
    guard letter == nil, let given, given != .absent else { return put(letter, .text) }
    put(.text(given.isNegative ? negative : positive), .text)
  }

  mutating func beginGroup(_ index: Int) {
    isInMissingGroup = index >= source.groupCount
    if !isInMissingGroup { source.beginGroup(index) }
  }
}

extension WireType {
  /// Returns whether a text may stand in a field.
  static func isField(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x2C && $0 != 0x2A && $0 != 0x24 }
  }
}

extension FieldValue {
  fileprivate var isNegative: Bool {
    switch self {
    case .integer(let value): value < 0
    case .decimal(let value, _), .real(let value): value < 0
    default: false
    }
  }
}

extension WireBuilder: NMEAFieldVisitor {
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?) { put(name, .time) }
  mutating func date(_ name: StaticString, _ value: inout CalendarDate?) { put(name, .date) }

  mutating func latitude(_ value: inout Double?) {
    angle("lat", "NS", .latitude, positive: "N", negative: "S")
  }

  mutating func longitude(_ value: inout Double?) {
    angle("lon", "EW", .longitude, positive: "E", negative: "W")
  }

  mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, width: Int
  ) {
    put(name, .integer(width: width))
  }

  mutating func hexadecimal(_ name: StaticString, _ value: inout UInt8?) { put(name, .text) }

  mutating func decimal(
    _ name: StaticString, _ value: inout Double?, places: Int, width: Int
  ) {
    put(name, .decimal(places: places, width: width))
  }

  mutating func letter<L: NMEALetter>(_ name: StaticString, _ value: inout L?) { put(name, .text) }
  mutating func text(_ name: StaticString, _ value: inout String?) { put(name, .text) }

  mutating func messageNumber(_ name: StaticString, of formatter: SentenceFormatter) {
    let number = FieldValue.text(formatter.messageNumber ?? "")
    let given = source.field(name)
    isOther = isOther || (given ?? number) != number
    put(number, .text)
  }

  mutating func modes(_ name: StaticString, _ value: inout PositionModes?) { put(name, .text) }

  mutating func optionalFromHere() {}
  func hasGroup(_ index: Int, of count: Int) -> Bool { index < source.groupCount }

  mutating func beginGroup() {
    beginGroup(group)
    group += 1
  }

  mutating func endGroup() {
    if !isInMissingGroup { source.endGroup() }
    isInMissingGroup = false
  }

  func isLetterless(fields count: Int) -> Bool { isLetterless }
}
