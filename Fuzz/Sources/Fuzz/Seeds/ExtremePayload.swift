import CairnTypes
import CairnUBX

/// Writes a payload in which every number is one and every flag is set, except for one number,
/// which is as large or as small as its field can hold.
struct ExtremePayload: UBXFieldVisitor {
  /// The value of that number.
  enum Extreme: CaseIterable {
    case highest, lowest, zero, notANumber, infinite
  }

  static var reads: Bool { false }

  private(set) var bytes: [UInt8] = []
  /// Number of numbers written so far.
  private(set) var count = 0
  private let chosen: Int
  private let extreme: Extreme
  /// Number of groups written if the count is too large.
  private static let mostGroups = 3

  private init(_ chosen: Int, _ extreme: Extreme) {
    self.chosen = chosen
    self.extreme = extreme
  }

  /// Returns a payload for each number of a message and each extreme.
  static func all<M: UBXMessage>(of message: M.Type) -> [[UInt8]] {
    let plain = payload(M.self, -1, .zero)
    var payloads = [plain.bytes]
    // More would only repeat the numbers of groups.
    for chosen in 0..<min(plain.count, 64) {
      for extreme in Extreme.allCases {
        let payload = payload(M.self, chosen, extreme).bytes
        if payload != payloads.last { payloads.append(payload) }
      }
    }
    return payloads
  }

  private static func payload<M: UBXMessage>(
    _ message: M.Type, _ chosen: Int, _ extreme: Extreme
  ) -> Self {
    var message = M()
    var payload = Self(chosen, extreme)
    message.fields(&payload)
    if let discriminator = M.discriminator, payload.bytes.count > M.discriminatorOffset {
      payload.bytes[M.discriminatorOffset] = discriminator
    }
    return payload
  }

  // MARK: - Numbers

  private mutating func put<W: UBXWireInteger>(_ value: W) {
    for octet in 0..<(W.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> W(truncatingIfNeeded: 8 * octet)))
    }
  }

  /// Returns the next number; for a real, its bits.
  private mutating func next<W: UBXWireInteger>(_ notation: UBXNotation) -> W {
    defer { count += 1 }
    let isReal = notation == .real
    guard count == chosen else { return isReal ? Self.real(1) : 1 }
    return switch extreme {
    case .highest: isReal ? Self.real(.greatestFiniteMagnitude) : .max
    case .lowest: isReal ? Self.real(-.greatestFiniteMagnitude) : .min
    case .zero: 0
    case .notANumber: isReal ? Self.real(.nan) : .max - 1
    case .infinite: isReal ? Self.real(.infinity) : .max / 2
    }
  }

  private static func real<W: UBXWireInteger>(_ value: Double) -> W {
    W.bitWidth == 32
      ? W(truncatingIfNeeded: Float(value).bitPattern) : W(truncatingIfNeeded: value.bitPattern)
  }

  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    raw = next(notation)
    put(raw)
  }

  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    put(count == chosen ? next(.integer) : W(truncatingIfNeeded: -1))
  }

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) {
    let value: UInt64 = next(.integer)
    for octet in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * octet))) }
  }

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    for _ in 0..<min(count, 4096) { put(next(notation) as W) }
  }

  // MARK: - What is no number

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) {
    bytes += Array(repeating: 0x1B, count: width)
  }

  mutating func reserved(_ count: Int) { bytes += Array(repeating: 0, count: count) }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    for _ in 0..<min(count, Self.mostGroups) {
      var group = G()
      group.fields(&self)
    }
  }

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {
    for _ in 0..<2 {
      var group = G()
      group.fields(&self)
    }
  }

  mutating func configuration(_ values: inout [ConfigurationValue]) {
    // One item of each width, since the key determines how many octets follow.
    for (size, octets) in [(1, 1), (2, 1), (3, 2), (4, 4), (5, 8)] as [(UInt32, Int)] {
      put(size << 28 | 0x0011_0001)
      bytes += Array(repeating: size == 1 ? 1 : 0xFF, count: octets)
    }
  }

  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey]) {
    put(0x2011_0021 as UInt32)
    put(0xFFFF_FFFF as UInt32)
  }

  mutating func more(when present: Bool) -> Bool { true }
}
