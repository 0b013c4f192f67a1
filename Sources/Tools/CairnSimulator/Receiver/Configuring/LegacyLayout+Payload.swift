extension LegacyLayout {
  /// Returns the message's payload, filled from a configuration.
  func payload(from store: ConfigurationStore) -> [UInt8] {
    var payload = template
    for field in fields {
      guard let value = store.value(field.key) else { continue }
      field.write(field.wire(of: value), into: &payload)
    }
    return payload
  }

  /// Returns the values that a payload sets; `nil` if it contains an invalid number.
  func changes(in payload: [UInt8], _ store: ConfigurationStore) -> [ConfigurationStore.Change]? {
    let selected = mask.map { wireNumber(payload, $0.offset, $0.width) } ?? .max
    var changes: [ConfigurationStore.Change] = []
    for field in fields where store.book.items[field.key] != nil {
      if let bit = field.mask, selected >> UInt64(bit) & 1 == 0 { continue }
      guard let value = field.stored(field.read(payload)) else { return nil }
      changes.append(ConfigurationStore.Change(key: field.key, value: value))
    }
    return changes
  }
}

extension LegacyField {
  fileprivate func read(_ payload: [UInt8]) -> UInt64 {
    let word = wireNumber(payload, offset, width)
    guard let bits else { return word }
    return word >> UInt64(bits.lowerBound) & (1 << UInt64(bits.count) - 1)
  }

  fileprivate func write(_ value: UInt64, into payload: inout [UInt8]) {
    var word = wireNumber(payload, offset, width)
    if let bits {
      let mask = (UInt64(1) << UInt64(bits.count) - 1) << UInt64(bits.lowerBound)
      word = word & ~mask | value << UInt64(bits.lowerBound) & mask
    } else {
      word = value
    }
    for index in 0..<width {
      payload[offset + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
    }
  }

  fileprivate func wire(of stored: UInt64) -> UInt64 {
    codes.isEmpty ? stored &* scale : codes.first { $0.stored == stored }?.wire ?? 0
  }

  fileprivate func stored(_ wire: UInt64) -> UInt64? {
    codes.isEmpty ? wire / scale : codes.first { $0.wire == wire }?.stored
  }
}

private func wireNumber(_ payload: [UInt8], _ offset: Int, _ width: Int) -> UInt64 {
  payload[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
}
