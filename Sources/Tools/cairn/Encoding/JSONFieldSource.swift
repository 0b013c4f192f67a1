import CairnJSON
import CairnTypes

/// Supplies the fields of a line of `cairn decode --format json`: the reverse of `JSONFieldSink`.
///
/// A value type, so that each message form that is tried has its own copy and read marks.
struct JSONFieldSource: FieldSource {
  private var root: Level
  /// The groups that enclose the present field, outermost first.
  private var open: [(level: Level, index: Int)] = []
  private var reservedValues: [FieldValue]
  private var reservedRead = 0
  private var unread: Int

  /// Takes the fields of a message.
  ///
  /// - Parameter fields: the object under `fields`.
  /// - Throws: a one-line message that names a member that no message can have.
  init(_ fields: JSONValue) throws(EncodeFailure) {
    guard case .object(let members) = fields else {
      throw EncodeFailure("\"fields\" is \(fields.kind), not an object")
    }
    reservedValues = []
    var named: [JSONMember] = []
    for member in members {
      // Some messages have a field with such a name; that field is not an array.
      if member.name.hasPrefix("reserved"), case .array(let values) = member.value {
        for value in values { reservedValues.append(try Self.reserved(value)) }
      } else {
        named.append(member)
      }
    }
    root = try Level(named)
    unread = root.count
  }

  // MARK: - FieldSource

  mutating func field(_ name: StaticString) -> FieldValue? {
    name.withUTF8Buffer { wanted in take { $0.utf8.elementsEqual(wanted) } }
  }

  mutating func field(named name: String) -> FieldValue? { take { $0 == name } }

  mutating func nextField() -> (name: String, value: FieldValue)? {
    let found = open.isEmpty ? root.takeNext() : open[open.count - 1].level.takeNext()
    if found != nil { unread -= 1 }
    return found
  }

  mutating func element(_ name: String, _ number: Int) -> FieldValue? {
    let numbered = "\(name)\(number < 10 ? "_0" : "_")\(number)"
    return take { $0 == numbered }
  }

  var groupCount: Int { (open.last?.level ?? root).groups.count }

  mutating func beginGroup(_ index: Int) {
    // Moved out instead of copied, so that setting a mark does not copy the group's content.
    if open.isEmpty {
      open.append((root.moveOut(index), index))
    } else {
      let level = open[open.count - 1].level.moveOut(index)
      open.append((level, index))
    }
  }

  mutating func endGroup() {
    guard let (level, index) = open.popLast() else { return }
    if open.isEmpty {
      root.moveIn(level, index)
    } else {
      open[open.count - 1].level.moveIn(level, index)
    }
  }

  mutating func reserved() -> FieldValue? {
    guard reservedRead < reservedValues.count else { return nil }
    reservedRead += 1
    return reservedValues[reservedRead - 1]
  }

  var hasUnread: Bool { unread > 0 }

  // MARK: -

  private mutating func take(_ isWanted: (String) -> Bool) -> FieldValue? {
    let found =
      open.isEmpty ? root.take(isWanted) : open[open.count - 1].level.take(isWanted)
    if found != nil { unread -= 1 }
    return found
  }

  /// Returns hexadecimal digits as octets, a number as bits and other text as a catalogue note.
  private static func reserved(_ value: JSONValue) throws(EncodeFailure) -> FieldValue {
    switch value {
    case .text(let digits): return hexadecimalOctets(digits).map { .octets($0) } ?? .text(digits)
    case .number(let digits):
      guard let bits = UInt64(digits) else {
        throw EncodeFailure("\"reserved\" has \(digits), which is not a bit field")
      }
      return .unsigned(bits)
    default: throw EncodeFailure("\"reserved\" has \(value.kind)")
    }
  }

  /// The fields outside all groups, or those inside one group.
  private struct Level {
    private var fields: [(name: String, value: FieldValue, isRead: Bool)] = []
    /// Index where the next field is expected: fields are read in the order they were written.
    private var expected = 0
    private(set) var groups: [Level] = []
    /// Number of fields, including those of groups.
    private(set) var count = 0

    init() {}

    init(_ members: [JSONMember]) throws(EncodeFailure) {
      for member in members {
        if case .array(let elements) = member.value, member.name == "groups" {
          for element in elements {
            guard case .object(let inner) = element else {
              throw EncodeFailure("\"groups\" has \(element.kind), not only objects")
            }
            let level = try Level(inner)
            count += level.count
            groups.append(level)
          }
          continue
        }
        guard let value = FieldValue(member.value) else {
          throw EncodeFailure("\"\(member.name)\" is \(member.value.kind), not a field value")
        }
        fields.append((member.name, value, false))
        count += 1
      }
    }

    mutating func take(_ isWanted: (String) -> Bool) -> FieldValue? {
      for offset in fields.indices {
        let index = (expected + offset) % fields.count
        guard !fields[index].isRead, isWanted(fields[index].name) else { continue }
        fields[index].isRead = true
        expected = index + 1
        return fields[index].value
      }
      return nil
    }

    mutating func takeNext() -> (name: String, value: FieldValue)? {
      guard let index = fields.firstIndex(where: { !$0.isRead }) else { return nil }
      fields[index].isRead = true
      expected = index + 1
      return (fields[index].name, fields[index].value)
    }

    mutating func moveOut(_ index: Int) -> Level {
      guard groups.indices.contains(index) else { return Level() }
      var level = Level()
      swap(&level, &groups[index])
      return level
    }

    mutating func moveIn(_ level: Level, _ index: Int) {
      if groups.indices.contains(index) { groups[index] = level }
    }
  }
}

extension FieldValue {
  /// The value that this JSON prints; `nil` for arrays and objects.
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .null: self = .absent
    case .flag(let flag): self = .flag(flag)
    case .text(let text): self = .text(text)
    case .number(let digits): self.init(digits: digits)
    case .array, .object: return nil
    }
  }

  /// More digits than any field on the wire has.
  private static let maximumDigits = 5000

  private init?(digits: String) {
    guard digits.utf8.count <= Self.maximumDigits else { return nil }
    if let number = UInt64(digits) {
      self = .unsigned(number)
    } else if let number = Int64(digits) {
      self = .integer(number)
    } else if digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = .wide(lowestFirst(digits))
    } else if let number = Double(digits), number.isFinite {
      let point = digits.utf8.firstIndex(of: UInt8(ascii: "."))
      let fraction = point.map { digits.utf8[$0...].dropFirst().prefix { $0 < 0x3A && $0 > 0x2F } }
      self = .decimal(number, places: fraction?.count ?? 0)
    } else {
      return nil
    }
  }
}

/// Returns the octets of an unsigned number, lowest first: the reverse of `decimalDigits`.
private func lowestFirst(_ digits: String) -> [UInt8] {
  var octets: [UInt8] = []
  for digit in digits.utf8 {
    var carry = Int(digit &- 0x30)
    for index in octets.indices {
      carry += Int(octets[index]) * 10
      octets[index] = UInt8(carry & 0xFF)
      carry >>= 8
    }
    if carry > 0 { octets.append(UInt8(carry)) }
  }
  return octets
}

/// Returns the octets of an even number of hexadecimal digits; `nil` for any other text.
func hexadecimalOctets(_ digits: String) -> [UInt8]? {
  var octets: [UInt8] = []
  var high: UInt8?
  for character in digits.utf8 {
    guard let value = Character(Unicode.Scalar(character)).hexDigitValue else { return nil }
    let digit = UInt8(truncatingIfNeeded: value)
    if let first = high {
      octets.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return high == nil ? octets : nil
}
