internal import CairnPacks
internal import CairnRadio

/// Reads the numbers of a delta one after the other, a window of it at a time.
struct PackDeltaReader: Sendable {
  private static let windowLength = 16_384

  private let storage: any PagedStorage
  private let length: Int
  private var window: [UInt8] = []
  /// Offset of the window's first byte.
  private var start: Int
  private var at = 0

  init(_ delta: PackDelta) {
    storage = delta.storage
    length = delta.length
    start = PackDelta.headerLength
  }

  /// Whether all was read.
  var isAtEnd: Bool { start &+ at >= length }

  mutating func byte() throws(PackDeltaError) -> UInt8 {
    if at == window.count { try refill() }
    defer { at &+= 1 }
    return window[at]
  }

  /// Reads a number of up to 64 bits, seven in a byte.
  mutating func varint() throws(PackDeltaError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      // The tenth byte has the last bit.
      guard shift < 63 || byte <= 1 else { throw .number }
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
      shift &+= 7
    }
  }

  /// Reads a signed number: 0, −1, 1, −2 are written as 0, 1, 2, 3.
  mutating func signed() throws(PackDeltaError) -> Int64 {
    let number = try varint()
    return Int64(bitPattern: number >> 1) ^ (number & 1 == 0 ? 0 : -1)
  }

  /// Reads a place, of seven bytes.
  mutating func place() throws(PackDeltaError) -> PackPlace {
    var raw: UInt64 = 0
    for index in 0..<PackPlace.encodedLength as Range<Int> {
      raw |= UInt64(try byte()) << UInt64(truncatingIfNeeded: 8 &* index)
    }
    return PackPlace(rawValue: raw)
  }

  private mutating func refill() throws(PackDeltaError) {
    start &+= window.count
    at = 0
    let range = start..<min(length, start &+ Self.windowLength)
    window = []
    guard !range.isEmpty else { throw .cut }
    let (length, pages) = (length, storage.pages)
    window = try withBytes(of: storage) { bytes throws(PackDeltaError) in
      guard bytes.count == length, PackBytes(bytes, pages).load(range) else { throw .unreadable }
      let part = bytes.extracting(range)
      return [UInt8](capacity: part.count) { output in
        for index in part.indices { output.append(part[index]) }
      }
    }
  }
}
