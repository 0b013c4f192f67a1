/// The wire's own value of one field, as `cairn decode` prints it.
public enum FieldValue: Hashable, Sendable {
  /// An empty field.
  case absent
  case integer(Int64)
  case unsigned(UInt64)
  /// A scaled number; `places` is how many decimals the wire's resolution has, for printing.
  case decimal(Double, places: Int)
  case flag(Bool)
  case text(String)
  /// Octets without a meaning of their own, printed as hexadecimal digits.
  case octets([UInt8])
}

/// Receives the fields of a message in wire order.
public protocol FieldSink {
  /// One field outside or inside the current group; `name` is the interface description's.
  mutating func field(_ name: StaticString, _ value: FieldValue)
  /// The fields up to `endGroup` belong to one more element of the message's repeated group.
  mutating func beginGroup()
  /// Ends what `beginGroup` began.
  mutating func endGroup()
}
