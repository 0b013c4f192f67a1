internal import CairnUBX

extension UBXRow {
  /// Reads the rows of a table; leaves out those that are unreadable, of which a test knows none.
  static func rows(of table: StaticString) -> [UBXRow] {
    "\(table)".split(separator: "\n").compactMap { UBXRow($0) }
  }

  /// Reads a row; `nil` unless all of it follows the notation.
  init?(_ line: Substring) {
    let columns = line.split(separator: " ")
    guard columns.count >= 4, let id = Self.id(columns[1]), let length = Self.length(columns[2])
    else { return nil }
    var parser = UBXRowParser(columns.dropFirst(4))
    guard let fields = parser.row() else { return nil }
    name = String(columns[0])
    self.id = id
    payloadLength = length
    discriminator = parser.discriminator
    self.fields = fields
  }

  private static func id(_ column: Substring) -> MessageID? {
    let halves = column.split(separator: "-")
    guard halves.count == 2, let messageClass = UInt8(halves[0], radix: 16),
      let number = UInt8(halves[1], radix: 16)
    else { return nil }
    return MessageID(MessageClass(rawValue: messageClass), number)
  }

  private static func length(_ column: Substring) -> PayloadLength? {
    if let length = Int(column) { return .exactly(length) }
    if column.hasSuffix("++") {
      let forms = column.dropLast(2).split(separator: "|").map { Int($0) }
      guard let first = forms.first ?? nil, let current = forms.last ?? nil else { return nil }
      return .versions(first, first, current: current)
    }
    if column.hasSuffix("+") { return Int(column.dropLast()).map { .atLeast($0) } }
    return column.hasPrefix("0-") ? Int(column.dropFirst(2)).map { .atMost($0) } : nil
  }
}

/// Reads the fields of one row.
struct UBXRowParser {
  private var tokens: ArraySlice<Substring>
  private(set) var discriminator: (offset: Int, value: UInt8)?
  /// Position of the next field; `nil` behind a field whose size depends on the message.
  private var offset: Int? = 0
  /// Positions of the fields outside groups.
  private var places: [String: UBXRowField.Place] = [:]

  init(_ tokens: ArraySlice<Substring>) { self.tokens = tokens }

  /// Reads all fields; `nil` if one is unreadable.
  mutating func row() -> [UBXRowField]? {
    /// Coarse numbers by their index, with the name of the fine part.
    var coarse: [(index: Int, fine: String)] = []
    var fields: [UBXRowField] = []
    while let token = tokens.popFirst() {
      guard let field = token.last == "[" ? group(token) : self.field(token) else { return nil }
      if case .number = field.content, let plus = token.firstIndex(of: "+") {
        coarse.append((fields.count, String(token[plus...].dropFirst())))
      }
      fields.append(field)
      offset = field.size.flatMap { size in offset.map { $0 &+ size } }
    }
    for (index, name) in coarse {
      guard case .number(let number, _) = fields[index].content, let place = places[name],
        let fine = fields.firstIndex(where: { $0.name == name }),
        case .number(let part, _) = fields[fine].content,
        case (.scaled(let whole), .scaled(let unit)) = (number.notation, part.notation)
      else { return nil }
      let parts = Int(whole / unit + 0.5)
      fields[index].content = .coarse(number, parts: parts, fineAt: place.offset)
      fields[fine].content = .fine(part)
    }
    return fields
  }

  private mutating func group(_ opening: Substring) -> UBXRowField? {
    guard let count = count(opening.dropLast()) else { return nil }
    // Positions inside a group vary.
    offset = nil
    var members: [UBXRowField] = []
    while let token = tokens.popFirst() {
      if token == "]" {
        return UBXRowField(
          name: "", content: .group(count, members, endsPayload: tokens.isEmpty))
      }
      guard let member = field(token), member.size != nil else { return nil }
      if case .array = member.content { return nil }
      members.append(member)
    }
    return nil
  }

  private func count(_ text: Substring) -> UBXRowField.Count? {
    if text == "*" { return .toEnd }
    if let number = Int(text) { return number > 0 ? .fixed(number) : nil }
    return places[String(text)].map { .declared($0) }
  }

  private mutating func field(_ token: Substring) -> UBXRowField? {
    if token == "?" { return UBXRowField(name: "", content: .end) }
    if token.first == "_" {
      return Int(token.dropFirst()).map { UBXRowField(name: "", content: .reserved($0)) }
    }
    guard let colon = token.firstIndex(of: ":"), colon > token.startIndex,
      let content = content(String(token[..<colon]), token[colon...].dropFirst())
    else { return nil }
    return UBXRowField(name: String(token[..<colon]), content: content)
  }

  private mutating func content(_ name: String, _ type: Substring) -> UBXRowField.Content? {
    if let bracket = type.firstIndex(of: "[") {
      guard type.last == "]" else { return nil }
      return count(type[bracket...].dropFirst().dropLast()).flatMap {
        repeated(type[..<bracket], $0)
      }
    }
    if let bracket = type.firstIndex(of: "(") {
      guard type.last == ")", let width = Self.digit(type[..<bracket].dropFirst()) else {
        return nil
      }
      return bits(width, type[bracket...].dropFirst().dropLast()).map { .bits(width: width, $0) }
    }
    let text = type.prefix { $0 != "=" && $0 != "+" }
    guard let number = Self.number(text) else { return nil }
    if let offset { places[name] = UBXRowField.Place(offset: offset, width: number.width) }
    let value = type.drop { $0 != "=" }
    guard !value.isEmpty else { return .number(number, initial: 0) }
    if value.hasPrefix("==") {
      guard let octet = UInt8(value.dropFirst(2)), let offset, number.width == 1 else {
        return nil
      }
      discriminator = (offset, octet)
      return .number(number, initial: UInt64(octet))
    }
    return Int64(value.dropFirst()).map { .number(number, initial: UInt64(bitPattern: $0)) }
  }

  private func repeated(
    _ type: Substring, _ count: UBXRowField.Count
  ) -> UBXRowField.Content? {
    switch (type, count) {
    case ("CH", .fixed(let width)): .text(width: width)
    case ("CH", .toEnd): .text(width: nil)
    case ("CH", .declared), ("U", .toEnd), ("X", .toEnd): nil
    case ("U", _): .octets(count, isNumber: true)
    case ("X", _): .octets(count, isNumber: false)
    default: Self.number(type).map { .array($0, count) }
    }
  }

  /// Reads the bit fields of a word; those above the last are unused.
  private mutating func bits(_ width: Int, _ text: Substring) -> [UBXRowField.Bits]? {
    var bits: [UBXRowField.Bits] = []
    var shift = 0
    for token in text.split(separator: ",") {
      let value = token.drop { $0 != "=" }.dropFirst()
      let parts = token.prefix { $0 != "=" }.split(separator: ":")
      let isUnused = token.first == "_"
      guard parts.count == 1 || parts.count == 2,
        let count = isUnused ? Int(token.dropFirst()) : parts.count == 2 ? Int(parts[1]) : 1,
        let initial = value.isEmpty ? 0 : UInt64(value), (1...64).contains(count)
      else { return nil }
      let name = isUnused ? "" : String(parts[0])
      if let offset {
        places[name] = UBXRowField.Place(offset: offset, width: width, shift: shift, bits: count)
      }
      bits.append(UBXRowField.Bits(name: name, width: count, initial: initial))
      shift &+= count
    }
    let rest = width &* 8 &- shift
    if rest > 0 { bits.append(UBXRowField.Bits(name: "", width: rest, initial: 0)) }
    return rest < 0 ? nil : bits
  }

  /// Reads a type such as `U2` or `I4*1e-7`.
  private static func number(_ text: Substring) -> WireNumber? {
    let factors = text.split(separator: "*")
    guard let type = factors.first, let width = digit(type.dropFirst()) else { return nil }
    var notation = UBXNotation.integer
    if factors.count > 1 {
      var scale = 1.0
      for factor in factors.dropFirst() {
        guard let factor = self.factor(factor) else { return nil }
        scale *= factor
      }
      notation = .scaled(scale)
    }
    switch (type.first, factors.count) {
    case ("U", _): return WireNumber(width: width, isSigned: false, notation)
    case ("I", _): return WireNumber(width: width, isSigned: true, notation)
    case ("R", 1) where width >= 4: return WireNumber(width: width, isSigned: false, .real)
    case ("X", 1): return WireNumber(width: width, isSigned: false, .octets)
    default: return nil
    }
  }

  /// Reads a factor such as `180`, `1e-7` or `2^-24`.
  private static func factor(_ text: Substring) -> Double? {
    guard text.hasPrefix("2^") else { return Double(text) }
    return Int(text.dropFirst(2)).map { Double(sign: .plus, exponent: $0, significand: 1) }
  }

  /// Reads the octets of a type: 1, 2, 4 or 8.
  private static func digit(_ text: Substring) -> Int? {
    guard let width = Int(text), width == 1 || width == 2 || width == 4 || width == 8 else {
      return nil
    }
    return width
  }
}
