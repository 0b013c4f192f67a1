/// The wire's own value of one field, as `cairn decode` prints it.
public enum FieldValue: Hashable, Sendable {
  /// An empty field.
  case absent
  case integer(Int64)
  case unsigned(UInt64)
  /// A scaled number; `places` is how many decimals the wire's resolution has, for printing.
  case decimal(Double, places: Int)
  /// An IEEE 754 number of the wire.
  case real(Double)
  case flag(Bool)
  case text(String)
  /// Octets without a meaning of their own, printed as hexadecimal digits.
  case octets([UInt8])
  /// An unsigned number wider than 64 bits, its lowest octet first.
  case wide([UInt8])
}

extension FieldValue {
  /// The octets that digits stand for, as `octets` are printed; `nil` unless they are pairs of
  /// hexadecimal digits.
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
  /// One field outside or inside the current group; `name` is the interface description's.
  mutating func field(_ name: StaticString, _ value: FieldValue)
  /// One field outside or inside the current group whose name is data, such as a configuration key's.
  mutating func field(named name: String, _ value: FieldValue)
  /// One of several values of the same name; `number` counts from 1.
  mutating func element(_ name: StaticString, _ number: Int, _ value: FieldValue)
  /// The fields up to `endGroup` belong to an element of the repeated group: groups may lie in groups,
  /// and a message with two of them hands the elements of the second to those of the first.
  ///
  /// - Parameter index: of the element, from 0.
  mutating func beginGroup(_ index: Int)
  /// Ends what `beginGroup` began.
  mutating func endGroup()
  /// Octets or bits that the interface description reserves, in wire order.
  mutating func reserved(_ value: FieldValue)
}

/// Hands out the fields of a message by name: the opposite of `FieldSink`.
public protocol FieldSource {
  /// One field outside or inside the current group; `nil` when there is none of that name.
  mutating func field(_ name: StaticString) -> FieldValue?
  /// One field outside or inside the current group whose name is data; `nil` when there is none of that
  /// name.
  mutating func field(named name: String) -> FieldValue?
  /// The first field outside or inside the current group that nobody has asked for, for a message that
  /// cannot know the names of its fields; `nil` when there is none.
  mutating func nextField() -> (name: String, value: FieldValue)?
  /// One of several values of the same name; `number` counts from 1.
  mutating func element(_ name: StaticString, _ number: Int) -> FieldValue?
  /// Elements of the repeated group outside or inside the current group.
  var groupCount: Int { get }
  /// The fields asked for up to `endGroup` are those of one element.
  mutating func beginGroup(_ index: Int)
  /// Ends what `beginGroup` began.
  mutating func endGroup()
  /// The next of what `FieldSink.reserved` was given; `nil` stands for zeros.
  mutating func reserved() -> FieldValue?
  /// Whether there are fields that nobody has asked for.
  var hasUnread: Bool { get }
}
