import CairnNMEA
import CairnTypes

/// Passes a sentence's texts to a sink under the names and types of a typed sentence or a row.
///
/// Fields after the last text are not printed: a sentence of an older version has fewer.
struct WirePrinter<Sink: FieldSink> {
  private(set) var sink: Sink
  private let sentence: WireSentence
  /// The index of the next field.
  private(set) var at = 0
  private var groups = 0
  private var isGroupOpen = false
  private var isGroupPending = false
  /// Texts that the values cannot restore, each as index from 1, colon, text.
  private var notes: [String] = []
  /// Whether to note the next field in any case.
  var notesNext = false

  init(sink: consuming Sink, sentence: WireSentence) {
    self.sink = sink
    self.sentence = sentence
  }

  var remaining: Int { sentence.count - at }

  /// The next field's text as an integer.
  var nextInteger: Int? {
    sentence[at].flatMap {
      if case .integer(let value) = WireType.integer.value(of: $0) {
        Int(exactly: value)
      } else {
        nil
      }
    }
  }

  /// Returns the next field, `nil` if there is none; `negativeSide` in the field after it makes an
  /// angle negative.
  mutating func next(_ type: WireType, negativeSide: UInt8? = nil) -> FieldValue? {
    guard let text = sentence[at] else { return nil }
    at += 1
    let isNegative = negativeSide.flatMap { side in sentence[at].map { $0.elementsEqual([side]) } }
    let value = type.value(of: text, isNegative: isNegative)
    let isCanonical = type.isPlain(text) || type.text(of: value).elementsEqual(text)
    if notesNext || !isCanonical {
      notes.append("\(at):" + string(text))
      notesNext = false
    }
    if isGroupPending {
      sink.beginGroup(groups)
      isGroupPending = false
      isGroupOpen = true
    }
    return value
  }

  private mutating func put(_ name: StaticString, _ type: WireType, negativeSide: UInt8? = nil) {
    if let value = next(type, negativeSide: negativeSide) { sink.field(name, value) }
  }

  mutating func put(named name: String, _ type: WireType, negativeSide: UInt8? = nil) {
    if let value = next(type, negativeSide: negativeSide) { sink.field(named: name, value) }
  }

  /// Notes the rest of the sentence and an unexpected beginning, then delivers the notes.
  mutating func finish(expecting start: UInt8, _ address: String) {
    while let text = sentence[at] {
      at += 1
      notes.append("\(at):" + string(text))
    }
    if sentence.start != start || sentence.address != address {
      notes.append("0:" + string([sentence.start]) + sentence.address)
    }
    for note in notes { sink.reserved(.text(note)) }
  }
}

extension WirePrinter: NMEAFieldVisitor {
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?) { put(name, .time) }
  mutating func date(_ name: StaticString, _ value: inout CalendarDate?) { put(name, .date) }

  mutating func latitude(_ value: inout Double?) {
    put("lat", .latitude, negativeSide: 0x53)
    put("NS", .text)
  }

  mutating func longitude(_ value: inout Double?) {
    put("lon", .longitude, negativeSide: 0x57)
    put("EW", .text)
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
    put(name, .text)
  }

  mutating func modes(_ name: StaticString, _ value: inout PositionModes?) { put(name, .text) }

  mutating func optionalFromHere() {}
  func hasGroup(_ index: Int, of count: Int) -> Bool { remaining > 1 }
  mutating func beginGroup() { isGroupPending = true }

  mutating func endGroup() {
    if isGroupOpen {
      sink.endGroup()
      groups += 1
    }
    isGroupOpen = false
    isGroupPending = false
  }

  func isLetterless(fields count: Int) -> Bool {
    remaining == count
      && (at..<sentence.count).allSatisfy { sentence[$0]?.allSatisfy { $0 < 0x41 } ?? true }
  }
}
