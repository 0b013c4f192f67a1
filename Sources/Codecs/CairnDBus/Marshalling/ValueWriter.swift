/// Writes values as the inverse of `ValueReader`.
struct ValueWriter {
  private let order: ByteOrder
  private(set) var bytes: [UInt8] = []

  init(_ order: ByteOrder) { self.order = order }

  mutating func align(_ alignment: Int) {
    while bytes.count & (alignment - 1) != 0 { bytes.append(0) }
  }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    align(MemoryLayout<Number>.size)
    append(number)
  }

  private mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    for index in 0..<MemoryLayout<Number>.size { bytes.append(octet(index, of: number)) }
  }

  private func octet<Number: FixedWidthInteger & UnsignedInteger>(
    _ index: Int, of number: Number
  ) -> UInt8 {
    let place = order == .bigEndian ? MemoryLayout<Number>.size - 1 - index : index
    return UInt8(truncatingIfNeeded: number &>> Number(truncatingIfNeeded: 8 * place))
  }

  /// Writes a number over the four bytes at `position`.
  mutating func replace(at position: Int, with number: UInt32) {
    for index in 0..<4 { bytes[position + index] = octet(index, of: number) }
  }

  mutating func append(_ content: [UInt8]) { bytes += content }

  mutating func string(_ text: String) throws(DBusError) {
    guard !text.utf8.contains(0) else { throw .text }
    // A longer one exceeds every limit of a message.
    number(UInt32(clamping: text.utf8.count))
    bytes += text.utf8
    bytes.append(0)
  }

  mutating func signature(_ signature: DBusSignature) {
    let text = signature.text
    bytes.append(UInt8(clamping: text.utf8.count))
    bytes += text.utf8
    bytes.append(0)
  }

  /// Writes one value, which must have this type.
  mutating func value(
    _ value: DBusValue, as type: DBusType, depth: Int = 0
  ) throws(DBusError) {
    guard depth <= DBusValue.maximumDepth else { throw .nesting }
    switch (type, value) {
    case (.byte, .byte(let byte)): bytes.append(byte)
    case (.boolean, .boolean(let flag)):
      let bit: UInt32 = flag ? 1 : 0
      number(bit)
    case (.int16, .int16(let integer)): number(UInt16(bitPattern: integer))
    case (.uint16, .uint16(let integer)): number(integer)
    case (.int32, .int32(let integer)): number(UInt32(bitPattern: integer))
    case (.uint32, .uint32(let integer)): number(integer)
    case (.int64, .int64(let integer)): number(UInt64(bitPattern: integer))
    case (.uint64, .uint64(let integer)): number(integer)
    case (.double, .double(let real)): number(real.bitPattern)
    case (.unixFD, .unixFD(let index)): number(index)
    case (.string, .string(let text)): try string(text)
    case (.objectPath, .objectPath(let path)): try string(path.text)
    case (.signature, .signature(let signature)): self.signature(signature)
    case (.variant, .variant(let inner)): try variant(inner, depth)
    case (.array(let element), .array(let declared, let values)) where declared == element:
      try array(of: element.alignment, values) { (writer, value) throws(DBusError) in
        try writer.value(value, as: element, depth: depth + 1)
      }
    case (.dictionary(let keyType, let valueType), .dictionary(let dictionary))
    where dictionary.keyType == keyType && dictionary.valueType == valueType:
      try array(of: 8, dictionary.entries) { (writer, entry) throws(DBusError) in
        writer.align(8)
        try writer.value(entry.key, as: keyType, depth: depth + 2)
        try writer.value(entry.value, as: valueType, depth: depth + 2)
      }
    case (.structure(let types), .structure(let members)) where types.count == members.count:
      align(8)
      for (type, member) in zip(types, members) {
        try self.value(member, as: type, depth: depth + 1)
      }
    default: throw .elementType(expected: type.code, found: value.type.code)
    }
  }

  /// Writes a variant around a value.
  mutating func variant(_ inner: DBusValue, _ depth: Int) throws(DBusError) {
    // Before the type is asked for, which has no limit of its own.
    guard depth < DBusValue.maximumDepth else { throw .nesting }
    let type = inner.type
    signature(try DBusSignature([type]))
    try value(inner, as: type, depth: depth + 1)
  }

  /// Writes the length of an array, the padding before its first element, and its elements.
  mutating func array<Element>(
    of alignment: Int, _ elements: [Element],
    _ write: (inout ValueWriter, Element) throws(DBusError) -> Void
  ) throws(DBusError) {
    number(UInt32(0))
    let position = bytes.count - 4
    align(alignment)
    let start = bytes.count
    for element in elements { try write(&self, element) }
    let length = UInt64(clamping: bytes.count - start)
    guard length <= ValueReader.maximumArray else { throw .arraySize(length) }
    replace(at: position, with: UInt32(truncatingIfNeeded: length))
  }
}
