/// Checks bytes that may begin a frame of a foreign language.
enum ForeignFrame {
  typealias Check = ForeignScanner.Check

  /// `A0 A2`, length, payload, sum of its octets modulo 2^15, `B0 B3`. Source: SiRF Binary Protocol
  /// Reference Manual, "Message structure".
  static func sirf(_ bytes: Span<UInt8>) -> Check {
    guard let mark = mark(bytes, 0xA0, 0xA2, header: 4) else { return .no }
    guard mark else { return .need }
    let length = bigEndian(bytes, at: 2)
    guard (1...1023).contains(length) else { return .no }
    let end = 4 &+ length
    guard bytes.count >= end &+ 4 else { return .need }
    var sum = 0
    for index in 4..<end { sum &+= Int(bytes[index]) }
    let isRight =
      sum & 0x7FFF == bigEndian(bytes, at: end) && bytes[end &+ 2] == 0xB0
      && bytes[end &+ 3] == 0xB3
    return isRight ? .yes : .no
  }

  /// `A0 A1`, length, payload, exclusive or of its octets, `0D 0A`. Source: SkyTraq AN0003.
  static func skyTraq(_ bytes: Span<UInt8>) -> Check {
    guard let mark = mark(bytes, 0xA0, 0xA1, header: 4) else { return .no }
    guard mark else { return .need }
    let length = bigEndian(bytes, at: 2)
    guard (1...1023).contains(length) else { return .no }
    let end = 4 &+ length
    guard bytes.count >= end &+ 3 else { return .need }
    let isRight =
      exclusiveOr(bytes, 4..<end) == bytes[end] && bytes[end &+ 1] == 0x0D
      && bytes[end &+ 2] == 0x0A
    return isRight ? .yes : .no
  }

  /// `04 24`, total length, command, data, exclusive or from the length on, `0D 0A`. Source:
  /// MediaTek MT3333 binary packet format.
  static func mediaTek(_ bytes: Span<UInt8>) -> Check {
    guard let mark = mark(bytes, 0x04, 0x24, header: 4) else { return .no }
    guard mark else { return .need }
    let length = littleEndian(bytes, at: 2)
    guard (9...512).contains(length) else { return .no }
    guard bytes.count >= length else { return .need }
    let isRight =
      exclusiveOr(bytes, 2..<(length &- 3)) == bytes[length &- 3]
      && bytes[length &- 2] == 0x0D && bytes[length &- 1] == 0x0A
    return isRight ? .yes : .no
  }

  /// `F1 D9`, class, number, length, payload, and UBX's checksum. Source: Allystar HD8040 protocol
  /// specification, "Binary message structure".
  static func allystar(_ bytes: Span<UInt8>) -> Check {
    guard let mark = mark(bytes, 0xF1, 0xD9, header: 6) else { return .no }
    guard mark else { return .need }
    let length = littleEndian(bytes, at: 4)
    guard length <= 1024, bytes[2] != 0 else { return .no }
    let end = 6 &+ length
    guard bytes.count >= end &+ 2 else { return .need }
    var (first, second): (UInt8, UInt8) = (0, 0)
    for index in 2..<end {
      first &+= bytes[index]
      second &+= first
    }
    return first == bytes[end] && second == bytes[end &+ 1] ? .yes : .no
  }

  /// `24 40`, checksum, number, total length in bytes, body. The checksum is CRC-16 with polynomial
  /// 0x1021 over number, length and body. Blocks of up to 500 bytes suffice as proof: the positions
  /// are shorter. Source: Septentrio mosaic-X5 reference guide, "SBF outline".
  static func sbf(_ bytes: Span<UInt8>) -> Check {
    guard let mark = mark(bytes, 0x24, 0x40, header: 8) else { return .no }
    guard mark else { return .need }
    let length = littleEndian(bytes, at: 6)
    guard (8...500).contains(length), length % 4 == 0 else { return .no }
    guard bytes.count >= length else { return .need }
    var sum: UInt16 = 0
    for index in 4..<length {
      sum ^= UInt16(bytes[index]) &<< 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum &<< 1 : sum &<< 1 ^ 0x1021 }
    }
    return Int(sum) == littleEndian(bytes, at: 2) ? .yes : .no
  }

  /// `#` or `%`, a name in capitals and digits, a comma, text, `*`, and eight digits of CRC-32 over
  /// what is between. Logs of up to 500 bytes suffice as proof. Sources: NovAtel OEM7 Commands and
  /// Logs Reference Manual, "ASCII"; Unicore Reference Commands Manual for N4 products, "CRC".
  static func asciiLog(_ bytes: Span<UInt8>) -> Check {
    guard bytes.count > 0, bytes[0] == 0x23 || bytes[0] == 0x25 else { return .no }
    var sum: UInt32 = 0
    var at = 1
    var hasName = false
    while at < bytes.count, bytes[at] != 0x2A {
      let byte = bytes[at]
      if byte == 0x2C, at > 3 { hasName = true }
      let isOfName = (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      guard isOfName || hasName, byte >= 0x20, byte <= 0x7E, at <= 500 else { return .no }
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum &>> 1 : sum &>> 1 ^ 0xEDB8_8320 }
      at &+= 1
    }
    guard at &+ 8 < bytes.count else { return .need }
    guard hasName else { return .no }
    var said: UInt32 = 0
    for index in (at &+ 1)...(at &+ 8) {
      let byte = bytes[index]
      switch byte {
      case 0x30...0x39: said = said &<< 4 | UInt32(byte &- 0x30)
      case 0x61...0x66: said = said &<< 4 | UInt32(byte &- 0x57)
      default: return .no
      }
    }
    return said == sum ? .yes : .no
  }

  /// A line that contains only a modem's answer or notice. Source: 3GPP TS 27.007; the notices of
  /// Quectel and SIMCom modules.
  static func modemLine(_ bytes: Span<UInt8>) -> Check {
    guard bytes.count > 0, bytes[0] == 0x0A else { return .no }
    var result = Check.no
    for line: StaticString in [
      "OK\r", "ERROR\r", "RDY\r", "RING\r", "NO CARRIER\r", "Call Ready\r", "SMS Ready\r",
      "PB DONE\r",
      "+CME ERROR: ", "+CMS ERROR: ", "+CPIN: ", "+CREG: ", "+CGREG: ", "+CEREG: ", "+QIND: ",
      "+CFUN: ",
    ] {
      switch match(bytes, line) {
      case .yes: return .yes
      case .need: result = .need
      case .no: break
      }
    }
    return result
  }

  // MARK: - Frames between DLE and DLE ETX

  /// DLE, number, size, data, sum, DLE, ETX; a DLE inside is doubled. Source: Garmin Device
  /// Interface Specification 001-00063-00, "Serial protocol".
  static func garmin(_ bytes: Span<UInt8>) -> Check {
    guard bytes.count > 0, bytes[0] == 0x10 else { return .no }
    var sum: UInt8 = 0
    var size = 0
    var count = 0
    var at = 1
    // Number, size, up to 255 bytes of data, sum.
    while at < bytes.count, count <= 258 {
      let byte = bytes[at]
      if byte == 0x10 {
        guard at &+ 1 < bytes.count else { return .need }
        if bytes[at &+ 1] == 0x03 { return count == size &+ 3 && sum == 0 ? .yes : .no }
        guard bytes[at &+ 1] == 0x10 else { return .no }
        at &+= 1
      }
      if count == 0, byte == 0x00 || byte == 0x03 || byte == 0x10 { return .no }
      if count == 1 { size = Int(byte) }
      sum &+= byte
      count &+= 1
      at &+= 1
    }
    return at < bytes.count ? .no : .need
  }

  /// Two successive packets of DLE, number, data, DLE, ETX; a DLE inside is doubled. Source:
  /// Trimble Standard Interface Protocol, "Packet structure".
  static func tsip(_ bytes: Span<UInt8>) -> Check {
    var at = 0
    for _ in 0..<2 {
      let start = at
      guard at < bytes.count else { return .need }
      guard bytes[at] == 0x10 else { return .no }
      guard at &+ 1 < bytes.count else { return .need }
      guard bytes[at &+ 1] != 0x10, bytes[at &+ 1] > 0x03 else { return .no }
      at &+= 2
      var ended = false
      while !ended {
        guard at &- start < 220 else { return .no }
        guard at &+ 1 < bytes.count else { return .need }
        if bytes[at] == 0x10 {
          guard bytes[at &+ 1] == 0x10 || bytes[at &+ 1] == 0x03 else { return .no }
          ended = bytes[at &+ 1] == 0x03
          at &+= 1
        }
        at &+= 1
      }
      // A packet without data proves nothing.
      guard at &- start > 4 else { return .no }
    }
    return .yes
  }

  // MARK: - Parts

  /// Returns whether the header is complete; `nil` if the bytes do not begin with the mark.
  private static func mark(
    _ bytes: Span<UInt8>, _ first: UInt8, _ second: UInt8, header: Int
  ) -> Bool? {
    guard bytes.count > 0, bytes[0] == first else { return nil }
    guard bytes.count > 1 else { return false }
    guard bytes[1] == second else { return nil }
    return bytes.count >= header
  }

  private static func match(_ bytes: Span<UInt8>, _ text: StaticString) -> Check {
    let width = text.utf8CodeUnitCount
    guard text.hasPointerRepresentation else { return .no }
    // `width` code units exist at the pointer, as just checked.
    let literal = unsafe UnsafeBufferPointer(start: text.utf8Start, count: width)
    for index in 0..<width {
      guard index &+ 1 < bytes.count else { return .need }
      guard unsafe bytes[index &+ 1] == literal[index] else { return .no }
    }
    return .yes
  }

  private static func bigEndian(_ bytes: Span<UInt8>, at: Int) -> Int {
    Int(bytes[at]) &<< 8 | Int(bytes[at &+ 1])
  }

  private static func littleEndian(_ bytes: Span<UInt8>, at: Int) -> Int {
    Int(bytes[at]) | Int(bytes[at &+ 1]) &<< 8
  }

  private static func word(_ bytes: Span<UInt8>, at: Int) -> UInt32 {
    UInt32(littleEndian(bytes, at: at)) | UInt32(littleEndian(bytes, at: at &+ 2)) &<< 16
  }

  private static func exclusiveOr(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
    var result: UInt8 = 0
    for index in range { result ^= bytes[index] }
    return result
  }
}
