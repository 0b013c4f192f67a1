/// Simulates a UART that listens at another speed than the sender's.
///
/// The result is not random: the sender's bits are sampled at the reader's speed, as in a real
/// UART, so that the reader sees what it would see on a bench.
enum LineMismatch {
  /// Returns the bytes read when `bytes` are sent without gaps from an idle line, 8N1.
  ///
  /// A byte without its stop bit reads as zero, as the kernel delivers it.
  static func read(_ bytes: [UInt8], sentAt sent: UInt32, readAt read: UInt32) -> [UInt8] {
    guard sent > 0, read > 0 else { return [] }
    let line = Line(bytes: bytes)
    let ratio = Double(sent) / Double(read)
    var result: [UInt8] = []
    var time = 0.0
    while let start = line.next(false, from: Int(time)) {
      let edge = max(time, Double(start))
      var value: UInt8 = 0
      for bit in 0..<8 where line.level(Int(edge + (Double(bit) + 1.5) * ratio)) {
        value |= 1 << UInt8(bit)
      }
      let isFramed = line.level(Int(edge + 9.5 * ratio))
      result.append(isFramed ? value : 0)
      time = edge + 9.5 * ratio
      if !isFramed {
        // After a break the reader waits for the line to rise.
        guard let rise = line.next(true, from: Int(time)) else { break }
        time = max(time, Double(rise))
      }
    }
    return result
  }

  /// The levels of a line, one for each of the sender's bit times.
  private struct Line {
    let bytes: [UInt8]

    /// An idle line is high. A byte is a low start bit, its bits, lowest first, a high stop bit.
    func level(_ index: Int) -> Bool {
      let (byte, bit) = index.quotientAndRemainder(dividingBy: 10)
      guard byte < bytes.count else { return true }
      return (UInt16(bytes[byte]) << 1 | 0x200) >> UInt16(bit) & 1 != 0
    }

    /// Returns the first bit time at that level; `nil` if the line ends before it.
    func next(_ isHigh: Bool, from index: Int) -> Int? {
      var index = index
      while index < bytes.count * 10 {
        if level(index) == isHigh { return index }
        index += 1
      }
      return nil
    }
  }
}
