import CairnReceiver

/// A framer that has the whole stream and all the time: at every byte it asks whether a frame begins
/// there. Shares nothing with the product's, which is judged by it.
enum IdealFramer {
  static func frames(_ bytes: [UInt8]) -> [FoundFrame] {
    var frames: [FoundFrame] = []
    var at = 0
    while at < bytes.count {
      if let frame = ubx(bytes, at) ?? rtcm3(bytes, at) ?? casic(bytes, at) ?? nmea(bytes, at) {
        frames.append(frame)
        at += frame.length
        // Its last byte may be the first of the next, which completed it by chance.
        if [0xB5, 0xBA, 0xD3, 0x24, 0x21].contains(bytes[at - 1]) { at -= 1 }
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

  private static func casic(_ bytes: [UInt8], _ at: Int) -> FoundFrame? {
    guard bytes[at] == 0xBA, at + 10 <= bytes.count, bytes[at + 1] == 0xCE, bytes[at + 4] != 0
    else { return nil }
    let payload = Int(bytes[at + 2]) + Int(bytes[at + 3]) * 256
    let end = at + 10 + payload
    guard payload <= 2048, payload.isMultiple(of: 4), end <= bytes.count else { return nil }
    let words = stride(from: at + 2, to: end, by: 4).map { index in
      bytes[index..<index + 4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    guard words.dropLast().reduce(0, &+) == words.last else { return nil }
    return FoundFrame(offset: at, length: end - at, wireProtocol: .casic)
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
    let text = bytes[at...].dropFirst().prefix { (0x20...0x7E).contains($0) && $0 != 0x24 }
    guard let first = text.first, (0x41...0x5A).contains(first & 0xDF) else { return nil }
    let body = text.prefix(1025)
    let returns = bytes[body.endIndex...].prefix(2).prefix { $0 == 0x0D }
    let isLine =
      returns.endIndex < bytes.count && bytes[returns.endIndex] == 0x0A
      && returns.endIndex - at <= 1025
    let line = FoundFrame(
      offset: at, length: returns.endIndex + 1 - at, wireProtocol: .nmea)
    for digits in [2, 1] where isLine {
      if isRight(body.dropLast(digits + 1), body.suffix(digits + 1)) { return line }
    }
    let address = body.prefix { $0 != 0x2C && $0 != 0x2A }
    guard address.count >= 3, address.count < body.count, (0x41...0x5A).contains(first),
      address.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) })
    else { return nil }
    let stars = body.indices.filter { body[$0] == 0x2A }
    for star in stars {
      let digits = body[star...].dropFirst().prefix(2).prefix { hexadecimal.contains($0) }
      if isRight(body[..<star], body[star..<digits.endIndex]) {
        return FoundFrame(offset: at, length: digits.endIndex - at, wireProtocol: .nmea)
      }
    }
    return isLine && stars.isEmpty ? line : nil
  }

  private static let hexadecimal = Set("0123456789ABCDEFabcdef".utf8)

  /// Whether `end` is a star and the checksum of `body`.
  private static func isRight(_ body: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>) -> Bool {
    guard !body.isEmpty, (2...3).contains(end.count), end.first == 0x2A else { return false }
    let digits = String(decoding: end.dropFirst(), as: UTF8.self)
    guard end.dropFirst().allSatisfy(hexadecimal.contains), let wanted = UInt8(digits, radix: 16)
    else { return false }
    return body.reduce(0, ^) == wanted
  }
}
