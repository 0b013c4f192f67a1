import CairnTestSupport
import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

@Suite("Every UBX message")
struct UBXMessageTests {
  @Test func `has a name of its own form, and decodes what it encodes at rest`() {
    var visitor = AtRest()
    UBXCatalogue.search(&visitor)
    #expect(visitor.count > 0)
    #expect(visitor.complaints.isEmpty, "\(visitor.complaints)")
  }

  /// Random payloads of every length that a message has, and of every other up to 300 bytes.
  @Test(arguments: UInt64(1)...4)
  func `refuses or decodes any payload, and builds again what it prints`(seed: UInt64) {
    var visitor = RandomPayloads(seed: seed)
    UBXCatalogue.search(&visitor)
    #expect(visitor.decoded > 0)
    #expect(visitor.complaints.isEmpty, "\(visitor.complaints.prefix(3))")
  }
}

/// Encodes the value without anything in it.
private struct AtRest: UBXMessageVisitor {
  var count = 0
  var complaints: [String] = []

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    count += 1
    let payload = M().encodePayload()
    if (try? M.decode(payload.span))?.encodePayload() != payload {
      complaints.append("\(M.name): its own payload of \(payload.count) bytes is refused")
    }
    let frame = M().encode()
    let name = UBXCatalogue.name(of: frame.span)
    if name != M.name { complaints.append("\(M.name) is called \(name ?? "nothing")") }
    return false
  }
}

private struct RandomPayloads: UBXMessageVisitor {
  private let seed: UInt64
  private var random: SplitMix
  /// Payloads are cut from it: a copy of random bytes is many times cheaper than drawing each.
  private let bytes: [UInt8]
  var decoded = 0
  var complaints: [String] = []

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<8192 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
    self.bytes = bytes
  }

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    var found = 0
    for attempt in 0..<1200 {
      // Of a message that takes nearly any length the four seeds share the rest.
      if found >= 100, UInt64(attempt) % 4 != seed % 4 { continue }
      let length = attempt < 600 ? attempt % 300 : Int.random(in: 0...600, using: &random)
      let start = Int.random(in: 0...(bytes.count - length), using: &random)
      var payload = Array(bytes[start..<start + length])
      if let discriminator = M.discriminator, payload.indices.contains(M.discriminatorOffset) {
        payload[M.discriminatorOffset] = discriminator
      }
      // Small counts, wherever they stand.
      if attempt % 3 != 0 {
        for index in stride(from: 1 + (attempt + 1) % 2, to: min(17, length), by: 2) {
          payload[index] &= 3
        }
      }
      guard let value = try? M.decode(payload.span) else { continue }
      found += 1
      check(value, payload)
    }
    if found > 0 { decoded += 1 }
    return false
  }

  private mutating func check<M: UBXMessage>(_ value: M, _ payload: [UInt8]) {
    var fields = RecordedFields()
    guard (try? M.printFields(of: payload.span, into: &fields)) != nil else {
      complaints.append("\(M.name): decodes \(payload.count) bytes that it does not print")
      return
    }
    let built = M.buildPayload(from: fields)
    if built.payload != payload || built.missing > 0 || built.hasUnread {
      complaints.append("\(M.name): builds \(built) of \(payload)")
    }
    let encoded = value.encodePayload()
    guard let again = try? M.decode(encoded.span), again.encodePayload() == encoded else {
      complaints.append("\(M.name): changes in a second pass: \(payload)")
      return
    }
  }
}
