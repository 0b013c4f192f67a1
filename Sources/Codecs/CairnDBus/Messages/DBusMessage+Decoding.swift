extension DBusMessage {
  /// Number of bytes that tell how long a message is.
  static let prefixLength = 16

  /// Returns the size of the message that begins with these bytes.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of a message.
  ///   - limit: largest message that is accepted, in bytes; at most `maximumSize` counts.
  /// - Returns: bytes, or `nil` when there are too few to tell.
  /// - Throws: the defect of the first 16 bytes, as soon as they are there.
  public static func size(
    of bytes: Span<UInt8>, limit: Int = defaultLimit
  ) throws(DBusError) -> Int? {
    guard !bytes.isEmpty else { return nil }
    guard let order = ByteOrder(rawValue: bytes[0]) else { throw .byteOrder(bytes[0]) }
    guard bytes.count >= prefixLength else { return nil }
    guard bytes[1] != 0 else { throw .messageType }
    guard bytes[3] == 1 else { throw .protocolVersion(bytes[3]) }
    var reader = ValueReader(bytes, order, at: 4)
    let body = UInt64(try reader.number(UInt32.self))
    guard try reader.number(UInt32.self) != 0 else { throw .serial }
    let fields = UInt64(try reader.number(UInt32.self))
    guard fields <= ValueReader.maximumArray else { throw .arraySize(fields) }
    // Sums of numbers below 2^33.
    let size = ((16 &+ fields &+ 7) & ~7) &+ body
    let limit = min(limit, maximumSize)
    guard size <= UInt64(clamping: limit) else { throw .messageSize(size, limit: limit) }
    return Int(truncatingIfNeeded: size)
  }

  /// Decodes one whole message.
  ///
  /// - Parameters:
  ///   - bytes: exactly the bytes of the message.
  ///   - limit: largest message that is accepted, in bytes; at most `maximumSize` counts.
  /// - Throws: `DBusError`, for anything that the specification does not permit.
  public init(decoding bytes: Span<UInt8>, limit: Int = defaultLimit) throws(DBusError) {
    guard let size = try Self.size(of: bytes, limit: limit), size <= bytes.count,
      let order = ByteOrder(rawValue: bytes[0])
    else { throw .truncated }
    guard size == bytes.count else { throw .bytesLeft(bytes.count - size) }
    self.init(Kind(rawValue: bytes[1]))
    flags = Flags(rawValue: bytes[2])
    var reader = ValueReader(bytes, order, at: 8)
    serial = try reader.number(UInt32.self)
    let signature = try readFields(&reader)
    try reader.align(8)
    try checkFields()
    for type in signature.types { body.append(try reader.value(type)) }
    guard reader.left == 0 else { throw .bytesLeft(reader.left) }
  }

  private mutating func readFields(
    _ reader: inout ValueReader
  ) throws(DBusError) -> DBusSignature {
    var signature: DBusSignature?
    var seen: UInt16 = 0
    let end = try reader.arrayEnd(8)
    while reader.offset < end {
      try reader.align(8)
      let number = try reader.number(UInt8.self)
      guard number != 0 else { throw .headerField }
      // A field is a structure in an array.
      let value = try reader.variant(2)
      // Fields that later specifications add are ignored.
      guard let field = DBusHeaderField(rawValue: number) else { continue }
      let bit = UInt16(1) &<< UInt16(number)
      guard seen & bit == 0 else { throw .repeatedField(field) }
      seen |= bit
      if case .signature(let types) = value, field == .signature {
        signature = types
      } else {
        try set(field, value)
      }
    }
    guard reader.offset == end else { throw .arrayEnd }
    return signature ?? ""
  }

  private mutating func set(
    _ field: DBusHeaderField, _ value: DBusValue
  ) throws(DBusError) {
    switch (field, value) {
    case (.path, .objectPath(let value)): path = value
    case (.interface, .string(let text)): interface = try InterfaceName(text)
    case (.member, .string(let text)): member = try MemberName(text)
    case (.errorName, .string(let text)): errorName = try InterfaceName(text)
    case (.replySerial, .uint32(let value)): replySerial = value
    case (.destination, .string(let text)): destination = try BusName(text)
    case (.sender, .string(let text)): sender = try BusName(text)
    case (.unixFDs, .uint32(let value)): unixFDs = value
    default: throw .fieldType(field)
    }
  }

  /// Throws when a field is missing without which the message has no meaning.
  func checkFields() throws(DBusError) {
    switch kind {
    case .methodCall:
      try require(path, .path)
      try require(member, .member)
    case .signal:
      try require(path, .path)
      try require(interface, .interface)
      try require(member, .member)
    case .error:
      try require(errorName, .errorName)
      try require(replySerial, .replySerial)
    case .methodReturn: try require(replySerial, .replySerial)
    default: break
    }
    if replySerial == 0 { throw .serial }
  }

  private func require<Value>(
    _ value: Value?, _ field: DBusHeaderField
  ) throws(DBusError) {
    if value == nil { throw .missingField(field) }
  }
}
