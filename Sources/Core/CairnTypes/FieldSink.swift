/// Value of one field as the wire carries it and as `cairn decode` prints it.
public enum FieldValue: Hashable, Sendable {
  /// An empty field.
  case absent
  case integer(Int64)
  case unsigned(UInt64)
  /// A scaled number; `places` is the number of decimals of the wire's resolution, for printing.
  case decimal(Double, places: Int)
  /// An IEEE 754 number from the wire.
  case real(Double)
  case flag(Bool)
  case text(String)
  /// Octets without a meaning of their own, printed as hexadecimal digits.
  case octets([UInt8])
  /// An unsigned number wider than 64 bits, lowest octet first.
  case wide([UInt8])
}

extension FieldValue {
  /// Returns the octets that `digits` represent, as `octets` are printed; `nil` unless `digits` are
  /// pairs of upper- or lower-case hexadecimal digits.
  package static func octets(hexadecimal digits: String) -> [UInt8]? {
    var octets: [UInt8] = []
    var high: UInt8?
    for character in digits.utf8 {
      let digit: UInt8
      switch character {
      case 0x30...0x39: digit = character &- 0x30
      case 0x41...0x46: digit = character &- 0x37
      case 0x61...0x66: digit = character &- 0x57
      default: return nil
      }
      if let first = high {
        octets.append(first &<< 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? octets : nil
  }
}

/// Receives the fields of a message in wire order.
public protocol FieldSink {
  /// Receives a field outside or inside the current group, by its interface description name.
  mutating func field(_ name: StaticString, _ value: FieldValue)
  /// Receives a field outside or inside the current group whose name is data, such as a key.
  mutating func field(named name: String, _ value: FieldValue)
  /// Receives one of several values with the same name; `number` counts from 1.
  mutating func element(_ name: String, _ number: Int, _ value: FieldValue)
  /// Begins an element of a repeated group; the fields up to `endGroup` belong to it. Groups may be
  /// nested. A message with two groups adds the second one's elements to those of the first.
  ///
  /// - Parameter index: index of the element, from 0.
  mutating func beginGroup(_ index: Int)
  /// Ends the element that `beginGroup` began.
  mutating func endGroup()
  /// Receives octets or bits that the interface description reserves, in wire order.
  mutating func reserved(_ value: FieldValue)
}

/// Hands out the fields of a message by name: the opposite of `FieldSink`.
public protocol FieldSource {
  /// Returns a field outside or inside the current group; `nil` when there is none of that name.
  mutating func field(_ name: StaticString) -> FieldValue?
  /// Returns a field, outside or inside the current group, whose name is data; `nil` when there is
  /// none of that name.
  mutating func field(named name: String) -> FieldValue?
  /// Returns the first field outside or inside the current group that has not been read, for a
  /// message that cannot know its field names; `nil` when there is none.
  mutating func nextField() -> (name: String, value: FieldValue)?
  /// Returns one of several values with the same name; `number` counts from 1.
  mutating func element(_ name: String, _ number: Int) -> FieldValue?
  /// Number of elements of the repeated group outside or inside the current group.
  var groupCount: Int { get }
  /// Begins an element of a group; the fields read up to `endGroup` are those of that element.
  mutating func beginGroup(_ index: Int)
  /// Ends the element that `beginGroup` began.
  mutating func endGroup()
  /// Returns the next value given to `FieldSink.reserved`; `nil` stands for zeros.
  mutating func reserved() -> FieldValue?
  /// Whether there are fields that have not been read.
  var hasUnread: Bool { get }
}
