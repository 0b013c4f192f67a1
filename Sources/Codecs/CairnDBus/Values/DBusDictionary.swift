/// A dictionary with its types and its entries, in the order of the wire.
///
/// Keys may occur twice, as the specification tells receivers to accept; the last entry counts.
public struct DBusDictionary: Equatable, Sendable {
  /// One key and its value.
  public struct Entry: Equatable, Sendable {
    /// The key, of a basic type.
    public var key: DBusValue
    /// The value.
    public var value: DBusValue

    /// See the properties.
    public init(key: DBusValue, value: DBusValue) {
      self.key = key
      self.value = value
    }
  }

  /// The type of all keys.
  public let keyType: DBusType
  /// The type of all values.
  public let valueType: DBusType
  /// All entries, in the order of the wire.
  public var entries: [Entry]

  /// Creates a dictionary; the types are checked when it is encoded.
  public init(key: DBusType, value: DBusType, _ entries: [Entry] = []) {
    keyType = key
    valueType = value
    self.entries = entries
  }

  /// Adds an entry at the end.
  public mutating func append(_ key: DBusValue, _ value: DBusValue) {
    entries.append(Entry(key: key, value: value))
  }

  /// The value of a key; `nil` when there is no such key.
  public subscript(key: DBusValue) -> DBusValue? { entries.last { $0.key == key }?.value }

  /// The value of a key that is a string, an object path or a signature.
  public subscript(key: String) -> DBusValue? { entries.last { $0.key.text == key }?.value }
}
