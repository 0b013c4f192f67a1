import CairnReceiver

/// A framer that has the whole stream and all the time: at every byte it asks whether a frame begins
/// there. Shares nothing with the product's, which is judged by it.
enum IdealFramer {
  static func frames(_ bytes: [UInt8]) -> [FoundFrame] {
    var frames: [FoundFrame] = []
    var at = 0
    while at < bytes.count {
      if let frame = ubx(bytes, at) ?? rtcm3(bytes, at) ?? nmea(bytes, at) {
        frames.append(frame)
        at += frame.length
        // Its last byte may be the first of the next, which completed it by chance.
        if [0xB5, 0xD3, 0x24, 0x21].contains(bytes[at - 1]) { at -= 1 }
      } else {
        at += 1
      }
    }
    return frames
  }

  private static func ubx(_ bytes: [UInt8], _ at: Int) -> FoundFrame? {
    guard bytes[at] == 0xB5, at + 8 <= bytes.count, bytes[at + 1] == 0x62 else { return nil }
    let end = at + 8 + Int(bytes[at + 4]) + Int(bytes[at + 5]) * 256
    guard end <= bytes.count else { return nil }
    var (a, b): (UInt8, UInt8) = (0, 0)
    var index = at + 2
    while index < end - 2 {
      a &+= bytes[index]
      b &+= a
      index += 1
    }
    guard bytes[end - 2] == a, bytes[end - 1] == b else { return nil }
    return FoundFrame(offset: at, length: end - at, wireProtocol: .ubx)
  }

  /// Bit by bit, by the definition of the polynomial.
  private static func rtcm3(_ bytes: [UInt8], _ at: Int) -> FoundFrame? {
    guard bytes[at] == 0xD3, at + 6 <= bytes.count, bytes[at + 1] < 4 else { return nil }
    let end = at + 6 + Int(bytes[at + 1]) * 256 + Int(bytes[at + 2])
    guard end <= bytes.count else { return nil }
    var remainder: UInt32 = 0
    var index = at
    while index < end {
      remainder ^= UInt32(bytes[index]) << 16
      for _ in 0..<8 {
        remainder <<= 1
        if remainder & 0x100_0000 != 0 { remainder ^= 0x186_4CFB }
      }
      index += 1
    }
    guard remainder == 0 else { return nil }
    return FoundFrame(offset: at, length: end - at, wireProtocol: .rtcm3)
  }

  private static func nmea(_ bytes: [UInt8], _ at: Int) -> FoundFrame? {
    guard bytes[at] == 0x24 || bytes[at] == 0x21 else { return nil }
    var end = at + 1
    while end < bytes.count, bytes[end] != 0x0A {
      let isReturn = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
      guard (0x20...0x7E).contains(bytes[end]) && bytes[end] != 0x24 || isReturn else { return nil }
      end += 1
    }
    guard end < bytes.count, end - at <= 1025 else { return nil }
    let text = bytes[at..<(bytes[end - 1] == 0x0D ? end - 1 : end)]
    let found = FoundFrame(offset: at, length: end + 1 - at, wireProtocol: .nmea)
    if text.count > 3, text[text.endIndex - 3] == 0x2A {
      let digits = String(decoding: text.suffix(2), as: UTF8.self)
      guard digits.allSatisfy(\.isHexDigit), let wanted = UInt8(digits, radix: 16) else {
        return nil
      }
      return text.dropFirst().dropLast(3).reduce(0, ^) == wanted ? found : nil
    }
    guard !text.contains(0x2A) else { return nil }
    let address = text.dropFirst().prefix { $0 != 0x2C }
    guard address.count >= 3, address.count < text.count - 1,
      address.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }),
      (0x41...0x5A).contains(address.first ?? 0)
    else { return nil }
    return found
  }
}
