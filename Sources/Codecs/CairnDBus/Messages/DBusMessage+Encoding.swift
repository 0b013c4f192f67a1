extension DBusMessage {
  /// Encodes the message.
  ///
  /// - Parameters:
  ///   - order: the order of the bytes of numbers.
  ///   - limit: largest message, in bytes; at most `maximumSize` counts.
  /// - Returns: all bytes of the message.
  /// - Throws: `DBusError`, when a field is missing, the serial is 0, a container holds what it
  ///   does not declare, or the message would be too large.
  public func encoded(
    _ order: ByteOrder = .littleEndian, limit: Int = defaultLimit
  ) throws(DBusError) -> [UInt8] {
    guard kind.rawValue != 0 else { throw .messageType }
    guard serial != 0 else { throw .serial }
    try checkFields()
    let signature = try DBusSignature(body.map(\.type))
    var content = ValueWriter(order)
    for (value, type) in zip(body, signature.types) { try content.value(value, as: type) }

    var writer = ValueWriter(order)
    writer.append([order.rawValue, kind.rawValue, flags.rawValue, 1])
    writer.number(UInt32(clamping: content.bytes.count))
    writer.number(serial)
    try writer.array(of: 8, fields(signature)) { (writer, field) throws(DBusError) in
      writer.align(8)
      writer.number(field.number.rawValue)
      try writer.variant(field.value, 2)
    }
    writer.align(8)
    let size = writer.bytes.count + content.bytes.count
    let limit = min(limit, Self.maximumSize)
    guard size <= limit else { throw .messageSize(UInt64(clamping: size), limit: limit) }
    writer.append(content.bytes)
    return writer.bytes
  }

  private func fields(
    _ signature: DBusSignature
  ) -> [(number: DBusHeaderField, value: DBusValue)] {
    var fields: [(DBusHeaderField, DBusValue)] = []
    if let path { fields.append((.path, .objectPath(path))) }
    if let interface { fields.append((.interface, .string(interface.text))) }
    if let member { fields.append((.member, .string(member.text))) }
    if let errorName { fields.append((.errorName, .string(errorName.text))) }
    if let replySerial { fields.append((.replySerial, .uint32(replySerial))) }
    if let destination { fields.append((.destination, .string(destination.text))) }
    if let sender { fields.append((.sender, .string(sender.text))) }
    if !signature.types.isEmpty { fields.append((.signature, .signature(signature))) }
    if let unixFDs { fields.append((.unixFDs, .uint32(unixFDs))) }
    return fields
  }
}
