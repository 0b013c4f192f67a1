// Each accessor looks through variants and is nil for a value of another type.

extension DBusValue {
  /// The innermost value of variants; any other value itself.
  public var unwrapped: DBusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The value of a byte.
  public var byte: UInt8? { if case .byte(let value) = unwrapped { value } else { nil } }

  /// The value of a boolean.
  public var boolean: Bool? { if case .boolean(let value) = unwrapped { value } else { nil } }

  /// The value of a 16-bit integer.
  public var int16: Int16? { if case .int16(let value) = unwrapped { value } else { nil } }

  /// The value of an unsigned 16-bit integer.
  public var uint16: UInt16? { if case .uint16(let value) = unwrapped { value } else { nil } }

  /// The value of a 32-bit integer.
  public var int32: Int32? { if case .int32(let value) = unwrapped { value } else { nil } }

  /// The value of an unsigned 32-bit integer.
  public var uint32: UInt32? { if case .uint32(let value) = unwrapped { value } else { nil } }

  /// The value of a 64-bit integer.
  public var int64: Int64? { if case .int64(let value) = unwrapped { value } else { nil } }

  /// The value of an unsigned 64-bit integer.
  public var uint64: UInt64? { if case .uint64(let value) = unwrapped { value } else { nil } }

  /// The value of a double.
  public var double: Double? { if case .double(let value) = unwrapped { value } else { nil } }

  /// The value of a string; object paths and signatures are not strings.
  public var string: String? { if case .string(let value) = unwrapped { value } else { nil } }

  /// The value of an object path.
  public var objectPath: ObjectPath? {
    if case .objectPath(let value) = unwrapped { value } else { nil }
  }

  /// The value of a signature.
  public var signature: DBusSignature? {
    if case .signature(let value) = unwrapped { value } else { nil }
  }

  /// The text of a string, an object path or a signature.
  public var text: String? {
    switch unwrapped {
    case .string(let value): value
    case .objectPath(let value): value.text
    case .signature(let value): value.text
    default: nil
    }
  }

  /// The value of an integer of any width, if it fits.
  public var integer: Int64? {
    switch unwrapped {
    case .byte(let value): Int64(value)
    case .int16(let value): Int64(value)
    case .uint16(let value): Int64(value)
    case .int32(let value): Int64(value)
    case .uint32(let value): Int64(value)
    case .int64(let value): value
    case .uint64(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The elements of an array, or the members of a structure.
  public var elements: [DBusValue]? {
    switch unwrapped {
    case .array(_, let values), .structure(let values): values
    default: nil
    }
  }

  /// The texts of an array of strings, object paths or signatures.
  public var texts: [String]? {
    guard case .array(let element, let values) = unwrapped,
      element == .string || element == .objectPath || element == .signature
    else { return nil }
    return values.compactMap(\.text)
  }

  /// The bytes of an array of bytes.
  public var bytes: [UInt8]? {
    guard case .array(.byte, let values) = unwrapped else { return nil }
    return values.compactMap(\.byte)
  }

  /// The value of a dictionary.
  public var dictionary: DBusDictionary? {
    if case .dictionary(let value) = unwrapped { value } else { nil }
  }

  /// The value of a dictionary's key that is a string, an object path or a signature.
  public subscript(key: String) -> DBusValue? { dictionary?[key] }

  /// The value of a dictionary's key.
  public subscript(key: DBusValue) -> DBusValue? { dictionary?[key] }

  /// An element of an array, or a member of a structure.
  public subscript(index: Int) -> DBusValue? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
