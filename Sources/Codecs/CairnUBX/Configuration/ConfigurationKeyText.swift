/// One part of the table: lines in read-only memory.
struct ConfigurationKeyText: Sendable {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  var count: Int { text.utf8CodeUnitCount }

  subscript(index: Int) -> UInt8 {
    // The pointer is that of a literal, which is never freed; the index is checked.
    text.withUTF8Buffer { bytes in unsafe index < bytes.count ? bytes[index] : 0x0A }
  }

  var firstRank: UInt32 { firstRow.rank }

  var lastRank: UInt32 { row(around: count &- 1).rank }

  var firstRow: ConfigurationKeyRow { row(around: 0) }

  func row(behind row: ConfigurationKeyRow) -> ConfigurationKeyRow? {
    let start = row.range.upperBound &+ 1
    return start < count ? self.row(around: start) : nil
  }

  /// Returns the first row of a key, by binary search.
  func row(of key: ConfigurationKey) -> ConfigurationKeyRow? {
    let rank = ConfigurationKeyRow.rank(key.rawValue)
    var (low, high) = (0, count)
    while low < high {
      let middle = row(around: low &+ (high &- low) / 2)
      if middle.rank < rank {
        low = middle.range.upperBound &+ 1
      } else {
        high = middle.range.lowerBound
      }
    }
    guard low < count else { return nil }
    let found = row(around: low)
    return found.key == key ? found : nil
  }

  /// Returns the row of a name, by linear search.
  func row(named name: String) -> ConfigurationKeyRow? {
    let name = [UInt8](name.utf8)
    let found = text.withUTF8Buffer { buffer -> Int? in
      let bytes = unsafe buffer.span
      var start = 0
      while start < bytes.count {
        if Self.hasName(name.span, bytes, start) { return start }
        while start < bytes.count, bytes[start] != 0x0A { start &+= 1 }
        start &+= 1
      }
      return nil
    }
    return found.map { row(around: $0) }
  }

  /// Returns whether the line that begins at `start` has that name in its third column.
  private static func hasName(
    _ name: Span<UInt8>, _ bytes: Span<UInt8>, _ start: Int
  ) -> Bool {
    // After the key's eight digits, a type of one or two characters, and two blanks.
    let column = start &+ (bytes[start &+ 10] == 0x20 ? 11 : 12)
    let end = column &+ name.count
    guard end <= bytes.count, end == bytes.count || bytes[end] <= 0x20 else { return false }
    var index = 0
    while index < name.count, bytes[column &+ index] == name[index] { index &+= 1 }
    return index == name.count
  }

  /// Returns the row whose line contains the character at `index`.
  private func row(around index: Int) -> ConfigurationKeyRow {
    var (start, end) = (index, index)
    while start > 0, self[start &- 1] != 0x0A { start &-= 1 }
    while end < count, self[end] != 0x0A { end &+= 1 }
    return ConfigurationKeyRow(self, start..<end)
  }
}
