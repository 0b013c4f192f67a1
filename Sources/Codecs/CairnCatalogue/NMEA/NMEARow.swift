import CairnTypes

/// One row of a table: a sentence's address and fields.
///
/// `NMEARegistry.add(row:)` describes the notation.
struct NMEARow {
  /// The rest of the row.
  private let line: [UInt8]
  private var at: Int
  /// The address and the conditions after it.
  let header: String

  /// Parses a row; `nil` if it has no address.
  init?(_ line: [UInt8]) {
    let header = line.prefix { $0 != 0x20 }
    guard !header.isEmpty else { return nil }
    self.header = string(header)
    self.line = line
    at = header.count
  }

  /// A field, or the beginning or end of a group.
  enum Token {
    case field(name: String, type: WireType)
    /// A group of up to `count` elements, or of all that there are.
    case group(count: GroupCount)
    case endGroup
    /// Unreadable: the row is wrong.
    case unknown
  }

  /// How often a group repeats.
  enum GroupCount: Equatable {
    case toEnd
    case fixed(Int)
    case field(String)
  }

  mutating func next() -> Token? {
    while at < line.count, line[at] == 0x20 { at += 1 }
    guard at < line.count else { return nil }
    let word = line[at...].prefix { $0 != 0x20 }
    at = word.endIndex
    if word.elementsEqual([0x5D]) { return .endGroup }
    if word.last == 0x5B {
      let count = string(word.dropLast())
      if count == "*" { return .group(count: .toEnd) }
      if let number = Int(count) { return number > 0 ? .group(count: .fixed(number)) : .unknown }
      return count.isEmpty ? .unknown : .group(count: .field(count))
    }
    guard let colon = word.firstIndex(of: 0x3A) else {
      return .field(name: string(word), type: .text)
    }
    guard word.endIndex - colon == 2, colon > word.startIndex,
      let type = WireType(letter: word[colon + 1])
    else { return .unknown }
    return .field(name: string(word[..<colon]), type: type)
  }

  /// The address.
  var address: String { String(header.prefix { $0 != "," && $0 != "?" }) }

  /// The required text of the first field; `#` for any number.
  var first: String? {
    guard let comma = header.utf8.firstIndex(of: 0x2C) else { return nil }
    return String(header[comma...].dropFirst().prefix { $0 != "?" })
  }

  /// Whether the whole row follows the notation.
  var isValid: Bool {
    var copy = self
    var depth = 0
    var isCountKnown = true
    var names: Set<String> = []
    while let token = copy.next() {
      switch token {
      case .unknown: return false
      case .group(let count):
        if case .field(let name) = count, !names.contains(name) { isCountKnown = false }
        depth += 1
      case .endGroup: depth -= 1
      case .field(let name, _): names.insert(name)
      }
      if depth < 0 || depth > 1 { return false }
    }
    return depth == 0 && isCountKnown && !address.isEmpty
  }
}

extension WireType {
  init?(letter: UInt8) {
    switch Unicode.Scalar(letter) {
    case "S": self = .text
    case "B": self = .bracketed
    case "I": self = .integer
    case "D": self = .decimal
    case "T": self = .time
    case "A": self = .date
    case "L": self = .longDate
    case "M": self = .monthFirstDate
    case "Y": self = .latitude
    case "X": self = .longitude
    default: return nil
    }
  }
}

// MARK: - Walking

extension NMEARow {
  /// Prints a sentence by the row.
  func print(_ printer: inout WirePrinter<some FieldSink>) {
    var row = self
    var counts: [String: Int] = [:]
    while let token = row.next() {
      switch token {
      case .field(let name, let type):
        if let count = printer.nextInteger { counts[name] = count }
        printer.put(named: name, type, negativeSide: side(of: name, type))
      case .group(let count): row.printGroups(count, counts, &printer)
      case .endGroup, .unknown: return
      }
    }
  }

  /// Continues in the row after the end of the group.
  private mutating func printGroups(
    _ count: GroupCount, _ counts: [String: Int], _ printer: inout WirePrinter<some FieldSink>
  ) {
    let members = takeMembers()
    guard !members.isEmpty else { return }
    let limit: Int
    switch count {
    case .toEnd: limit = printer.remaining / members.count
    case .fixed(let number): limit = number
    case .field(let name): limit = counts[name] ?? printer.remaining / members.count
    }
    var index = 0
    while index < limit, printer.remaining > 0 {
      printer.beginGroup()
      for (name, type) in members { printer.put(named: name, type) }
      printer.endGroup()
      index += 1
    }
  }

  /// Builds a sentence by the row.
  func build(_ builder: inout WireBuilder<some FieldSource>) {
    var row = self
    // The row's message number need not be in the source.
    var preset = first.flatMap { $0 == "#" ? nil : FieldValue.text($0) }
    while let token = row.next() {
      switch token {
      case .field(let name, let type):
        builder.put(named: name, type, default: preset)
        preset = nil
      case .group(let count):
        let members = row.takeMembers()
        let limit = if case .fixed(let number) = count { number } else { 1024 }
        for index in 0..<min(limit, builder.groupCount) {
          builder.beginGroup(index)
          for (name, type) in members { builder.put(named: name, type) }
          builder.endGroup()
        }
      case .endGroup, .unknown: return
      }
    }
  }

  private mutating func takeMembers() -> [(name: String, type: WireType)] {
    var members: [(name: String, type: WireType)] = []
    while let token = next() {
      guard case .field(let name, let type) = token else { break }
      members.append((name, type))
    }
    return members
  }

  /// Returns the letter for a negative position, south or west; other angles keep their side.
  private func side(of name: String, _ type: WireType) -> UInt8? {
    switch (name, type) {
    case ("lat", .latitude): 0x53
    case ("lon", .longitude): 0x57
    default: nil
    }
  }
}
