internal import CairnTypes
internal import CairnUBX

/// Reads a payload by the fields of a row and passes them to a sink as the wire carries them.
struct UBXRowReader: ~Escapable {
  private let payload: Span<UInt8>
  private var offset = 0
  /// Whether a field is missing; those after it are missing too.
  private(set) var isCutShort = false
  /// Declared and found number of a group's elements, where they differ.
  private(set) var wrongCount: (declared: Int, found: Int)?

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { self.payload = payload }

  /// Number of bytes up to the payload's end.
  var bytesLeft: Int { isCutShort ? 0 : payload.count &- offset }

  mutating func read(_ fields: [UBXRowField], into sink: inout some FieldSink) {
    for field in fields {
      switch field.content {
      case .number(let number, _), .fine(let number):
        sink.field(named: field.name, number.shown(take(number)))
      case .coarse(let number, let parts, let position):
        let place = UBXRowField.Place(offset: position, width: 1)
        let fine = Int8(truncatingIfNeeded: value(at: place))
        sink.field(named: field.name, number.shown(take(number), plus: fine, parts: parts))
      case .bits(let width, let bits): read(take(width), bits, into: &sink)
      case .array(let number, let count):
        let count = self.count(count, of: number.width)
        guard hasRoom(count, of: number.width) else { continue }
        for index in 0..<count {
          sink.element(field.name, index &+ 1, number.shown(take(number)))
        }
      case .octets(let count, let isNumber):
        let octets = octets(self.count(count, of: 1))
        sink.field(named: field.name, isNumber ? .wide(octets) : .octets(octets))
      case .text(let width?): sink.field(named: field.name, .octets(octets(width)))
      case .text(nil): sink.field(named: field.name, .text(characters(octets(bytesLeft))))
      case .reserved(let width): sink.reserved(.octets(octets(width)))
      case .group(let count, let members, let endsPayload):
        read(members, count, endsPayload, into: &sink)
      case .end: if bytesLeft == 0 { return }
      }
    }
  }

  /// Passes on the octets that later firmware adds after the last field.
  mutating func finish(into sink: inout some FieldSink) {
    if bytesLeft > 0 { sink.reserved(.octets(octets(bytesLeft))) }
  }

  private func read(
    _ word: UInt64, _ bits: [UBXRowField.Bits], into sink: inout some FieldSink
  ) {
    var word = word
    for field in bits {
      let value = word & mask(field.width)
      word = word &>> UInt64(field.width)
      if field.name.isEmpty {
        sink.reserved(.unsigned(value))
      } else {
        sink.field(named: field.name, field.width == 1 ? .flag(value != 0) : .unsigned(value))
      }
    }
  }

  private mutating func read(
    _ members: [UBXRowField], _ count: UBXRowField.Count, _ endsPayload: Bool,
    into sink: inout some FieldSink
  ) {
    let size = members.size
    let count = self.count(count, of: size)
    if endsPayload {
      let found = size > 0 ? bytesLeft / size : 0
      guard count == found else { return wrongCount = (count, found) }
    } else if !hasRoom(count, of: size) {
      return
    }
    for index in 0..<count {
      sink.beginGroup(index)
      read(members, into: &sink)
      sink.endGroup()
    }
  }

  // MARK: - Octets

  private func count(_ count: UBXRowField.Count, of size: Int) -> Int {
    switch count {
    case .fixed(let number): number
    case .toEnd: size > 0 ? bytesLeft / size : 0
    case .declared(let place): Int(clamping: value(at: place))
    }
  }

  /// Returns whether `count` elements of `size` bytes are left; if not, nothing can be read.
  private mutating func hasRoom(_ count: Int, of size: Int) -> Bool {
    if size <= 0 || count > bytesLeft / size { isCutShort = true }
    return !isCutShort
  }

  /// Returns a number at a fixed position; zero outside the payload.
  private func value(at place: UBXRowField.Place) -> UInt64 {
    place.value { payload.indices.contains($0) ? payload[$0] : 0 }
  }

  private mutating func take(_ number: WireNumber) -> UInt64 {
    number.extended(take(number.width))
  }

  /// Returns the next number; zero if fewer octets are left.
  private mutating func take(_ width: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in advance(by: width).reversed() { number = number &<< 8 | UInt64(payload[index]) }
    return number
  }

  /// Returns the next octets; none if fewer are left.
  private mutating func octets(_ count: Int) -> [UInt8] {
    advance(by: count).map { payload[$0] }
  }

  /// Returns the indices of the next octets; none if fewer are left.
  private mutating func advance(by count: Int) -> Range<Int> {
    guard !isCutShort, count >= 0, count <= payload.count &- offset else {
      isCutShort = true
      return offset..<offset
    }
    let start = offset
    offset &+= count
    return start..<offset
  }

  private func characters(_ octets: [UInt8]) -> String {
    var text = ""
    for octet in octets { text.unicodeScalars.append(Unicode.Scalar(octet)) }
    return text
  }
}

extension UBXRowField.Place {
  /// Returns the number at this position, from the octets at their offsets.
  func value(_ octet: (Int) -> UInt8) -> UInt64 {
    var word: UInt64 = 0
    for index in (0..<width).reversed() { word = word &<< 8 | UInt64(octet(offset &+ index)) }
    return word &>> UInt64(shift) & mask(bits)
  }
}
