internal import CairnTypes

/// Passes every field to a sink under its interface description name.
struct NMEAPrinter<Sink: FieldSink> {
  var sink: Sink
  private var groups = 0

  init(sink: consuming Sink) { self.sink = sink }

  private mutating func put(_ name: StaticString, _ value: FieldValue?) {
    sink.field(name, value ?? .absent)
  }

  private func character(_ byte: UInt8) -> FieldValue {
    .text(String(Unicode.Scalar(byte)))
  }

  private mutating func angle(
    _ value: Double?, _ name: StaticString, _ sideName: StaticString, positive: UInt8,
    negative: UInt8
  ) {
    put(name, value.map { .decimal($0, places: 10) })
    put(sideName, value.map { character($0.sign == .minus ? negative : positive) })
  }

  private func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension NMEAPrinter: NMEAFieldVisitor {
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?) {
    guard let time = value else { return put(name, nil) }
    var text = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    let part = time.nanosecond
    if part % 1000 != 0 {
      text += "." + padded(part, 9)
    } else if part > 0 {
      text += "." + padded(part / 1000, 6)
    }
    put(name, .text(text))
  }

  mutating func date(_ name: StaticString, _ value: inout CalendarDate?) {
    put(
      name,
      value.map { .text("\(padded($0.year, 4))-\(padded($0.month, 2))-\(padded($0.day, 2))") })
  }

  mutating func latitude(_ value: inout Double?) {
    angle(value, "lat", "NS", positive: ascii("N"), negative: ascii("S"))
  }

  mutating func longitude(_ value: inout Double?) {
    angle(value, "lon", "EW", positive: ascii("E"), negative: ascii("W"))
  }

  mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, width: Int
  ) {
    put(name, value.map { .integer(Int64(truncatingIfNeeded: $0)) })
  }

  mutating func hexadecimal(_ name: StaticString, _ value: inout UInt8?) {
    put(name, value.map { .text(String($0, radix: 16, uppercase: true)) })
  }

  mutating func decimal(
    _ name: StaticString, _ value: inout Double?, places: Int, width: Int
  ) {
    put(name, value.map { .decimal($0, places: places) })
  }

  mutating func letter<L: NMEALetter>(_ name: StaticString, _ value: inout L?) {
    put(name, value.map { character($0.rawValue) })
  }

  mutating func text(_ name: StaticString, _ value: inout String?) {
    put(name, value.map { .text($0) })
  }

  mutating func messageNumber(_ name: StaticString, of formatter: SentenceFormatter) {
    put(name, .text(formatter.numberText))
  }

  mutating func modes(_ name: StaticString, _ value: inout PositionModes?) {
    guard let modes = value else { return put(name, nil) }
    var text = ""
    for index in 0..<modes.count {
      if let mode = modes[index] { text.unicodeScalars.append(Unicode.Scalar(mode.rawValue)) }
    }
    put(name, .text(text))
  }

  mutating func optionalFromHere() {}
  func hasGroup(_ index: Int, of count: Int) -> Bool { index < count }
  mutating func beginGroup() {
    sink.beginGroup(groups)
    groups &+= 1
  }
  mutating func endGroup() { sink.endGroup() }
  func isLetterless(fields count: Int) -> Bool { false }
}
