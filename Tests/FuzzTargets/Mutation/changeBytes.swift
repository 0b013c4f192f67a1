package import CairnTestSupport

/// Changes, inserts, removes or repeats a few bytes, the same way each time for the same chances: a
/// `ByteMutation` that needs no fuzzer.
package func changeBytes(
  _ bytes: [UInt8], _ room: Int, _ random: inout SplitMix
) -> [UInt8] {
  var bytes = bytes
  for _ in 0...random.below(4) {
    let place = random.below(bytes.count)
    let length = min(1 + random.below(8), bytes.count - place)
    let byte = UInt8(truncatingIfNeeded: random.next())
    switch random.below(6) {
    case 0: bytes.insert(byte, at: place)
    case 1: bytes.removeSubrange(place..<(place + length))
    case 2: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
    case 3 where length > 0: bytes[place] ^= 1 << (byte & 7)
    case 4 where length > 0: bytes[place] = random.isOne(in: 2) ? 0xFF : 0
    default: if length > 0 { bytes[place] = byte }
    }
  }
  return Array(bytes.prefix(room))
}
