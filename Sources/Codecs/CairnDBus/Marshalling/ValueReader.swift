/// Reads values from a message or its body, which begins at a multiple of 8 bytes.
///
/// Every length is compared with the bytes that are left before it is used, so that nothing is
/// allocated for bytes that are not there.
struct ValueReader: ~Escapable {
  /// Largest array, in bytes.
  static let maximumArray: UInt32 = 1 << 26

  private let bytes: Span<UInt8>
  private let order: ByteOrder
  private(set) var offset: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ order: ByteOrder, at offset: Int = 0) {
    self.bytes = bytes
    self.order = order
    self.offset = offset
  }

  /// Number of bytes that have not been read.
  var left: Int { bytes.count - offset }

  /// Skips padding up to a multiple of `alignment`, a power of two.
  mutating func align(_ alignment: Int) throws(DBusError) {
    while offset & (alignment - 1) != 0 {
      guard left > 0 else { throw .truncated }
      guard bytes[offset] == 0 else { throw .padding }
      offset += 1
    }
  }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type
  ) throws(DBusError) -> Number {
    let size = MemoryLayout<Number>.size
    try align(size)
    guard left >= size else { throw .truncated }
    var number: Number = 0
    for index in 0..<size {
      let place = order == .bigEndian ? index : size - 1 - index
      number = number &<< 8 | Number(truncatingIfNeeded: bytes[offset + place])
    }
    offset += size
    return number
  }

  /// Reads a text after its length, and the zero byte behind it.
  private mutating func text(_ length: UInt32) throws(DBusError) -> String {
    guard length < UInt64(clamping: left) else { throw .truncated }
    let end = offset + Int(truncatingIfNeeded: length)
    let content = bytes.extracting(offset..<end)
    for index in content.indices where content[index] == 0 { throw .text }
    guard bytes[end] == 0 else { throw .terminator }
    offset = end + 1
    do {
      return String(copying: try UTF8Span(validating: content))
    } catch {
      throw .text
    }
  }

  mutating func string() throws(DBusError) -> String { try text(number(UInt32.self)) }

  mutating func signature() throws(DBusError) -> DBusSignature {
    try DBusSignature(text(UInt32(number(UInt8.self))))
  }

  /// Reads one value that lies in `depth` containers.
  mutating func value(_ type: DBusType, depth: Int = 0) throws(DBusError) -> DBusValue {
    guard depth <= DBusValue.maximumDepth else { throw .nesting }
    switch type {
    case .byte: return .byte(try number(UInt8.self))
    case .boolean:
      let value = try number(UInt32.self)
      guard value <= 1 else { throw .boolean(value) }
      return .boolean(value == 1)
    case .int16: return .int16(Int16(bitPattern: try number(UInt16.self)))
    case .uint16: return .uint16(try number(UInt16.self))
    case .int32: return .int32(Int32(bitPattern: try number(UInt32.self)))
    case .uint32: return .uint32(try number(UInt32.self))
    case .int64: return .int64(Int64(bitPattern: try number(UInt64.self)))
    case .uint64: return .uint64(try number(UInt64.self))
    case .double: return .double(Double(bitPattern: try number(UInt64.self)))
    case .unixFD: return .unixFD(try number(UInt32.self))
    case .string: return .string(try string())
    case .objectPath: return .objectPath(try ObjectPath(string()))
    case .signature: return .signature(try signature())
    case .variant: return .variant(try variant(depth))
    case .array(let element): return .array(of: element, try array(element, depth))
    case .dictionary(let key, let value): return .dictionary(try dictionary(key, value, depth))
    case .structure(let members):
      try align(8)
      var values: [DBusValue] = []
      values.reserveCapacity(members.count)
      for member in members { values.append(try self.value(member, depth: depth + 1)) }
      return .structure(values)
    }
  }

  /// Reads a variant: the value inside it.
  mutating func variant(_ depth: Int) throws(DBusError) -> DBusValue {
    let signature = try signature()
    guard let type = signature.types.first, signature.types.count == 1 else {
      throw .signature(signature.text)
    }
    return try value(type, depth: depth + 1)
  }

  /// Reads the length of an array and the padding before its first element.
  ///
  /// - Returns: the position behind the last element.
  mutating func arrayEnd(_ alignment: Int) throws(DBusError) -> Int {
    let length = try number(UInt32.self)
    guard length <= Self.maximumArray else { throw .arraySize(UInt64(length)) }
    try align(alignment)
    guard length <= UInt64(clamping: left) else { throw .truncated }
    return offset + Int(truncatingIfNeeded: length)
  }

  private mutating func array(
    _ element: DBusType, _ depth: Int
  ) throws(DBusError) -> [DBusValue] {
    let end = try arrayEnd(element.alignment)
    var values: [DBusValue] = []
    // Bytes take the most memory for their size; growth by doubling would take twice as much.
    if element == .byte { values.reserveCapacity(end - offset) }
    while offset < end { values.append(try value(element, depth: depth + 1)) }
    guard offset == end else { throw .arrayEnd }
    return values
  }

  private mutating func dictionary(
    _ keyType: DBusType, _ valueType: DBusType, _ depth: Int
  ) throws(DBusError) -> DBusDictionary {
    let end = try arrayEnd(8)
    var dictionary = DBusDictionary(key: keyType, value: valueType)
    while offset < end {
      try align(8)
      // An entry is a container in an array: two levels.
      let key = try value(keyType, depth: depth + 2)
      dictionary.append(key, try value(valueType, depth: depth + 2))
    }
    guard offset == end else { throw .arrayEnd }
    return dictionary
  }
}
