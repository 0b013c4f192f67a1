/// What a UART reads that listens at another speed than the sender's.
///
/// Not random: the sender's bits are sampled at the reader's speed, as in a real UART, so that the
/// reader sees what it would see on a bench.
enum LineMismatch {
  /// The bytes read when `bytes` are sent without gaps from an idle line, 8N1.
  ///
  /// A byte whose stop bit is missing reads as zero, as the kernel hands it up.
  static func read(_ bytes: some Sequence<UInt8>, sentAt sent: UInt32, readAt read: UInt32)
    -> [UInt8]
  {
    guard sent > 0, read > 0 else { return [] }
    var line: [Bool] = []
    for byte in bytes {
      line.append(false)
      for bit in 0..<8 { line.append(byte >> UInt8(bit) & 1 != 0) }
      line.append(true)
    }
    let ratio = Double(sent) / Double(read)
    // An idle line is high.
    func level(_ time: Double) -> Bool {
      let index = Int(time)
      return index < line.count ? line[index] : true
    }
    var result: [UInt8] = []
    var time = 0.0
    while let start = line[min(line.count, Int(time))...].firstIndex(of: false) {
      let edge = max(time, Double(start))
      var value: UInt8 = 0
      for bit in 0..<8 where level(edge + (Double(bit) + 1.5) * ratio) {
        value |= 1 << UInt8(bit)
      }
      let isFramed = level(edge + 9.5 * ratio)
      result.append(isFramed ? value : 0)
      time = edge + 9.5 * ratio
      if !isFramed {
        // After a break the reader waits for the line to rise.
        guard let rise = line[min(line.count, Int(time))...].firstIndex(of: true) else { break }
        time = max(time, Double(rise))
      }
    }
    return result
  }
}
