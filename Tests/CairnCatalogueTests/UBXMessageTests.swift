import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@testable import CairnCatalogue

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

  /// Builds the row from no fields.
  mutating func visit(_ row: UBXRow) -> Bool {
    count += 1
    let payload = row.buildPayload(from: RecordedFields()).payload
    var fields = RecordedFields()
    // CFG-INF has six groups, and packed measurements have one octet at least.
    let isIncomplete = row.name == "CFG-INF" || row.payloadLength == .atLeast(1)
    if (try? row.printFields(of: payload.span, into: &fields)) == nil, !isIncomplete {
      complaints.append("\(row.name): its own payload of \(payload.count) bytes is refused")
    }
    let name = UBXCatalogue.name(of: UBXFrame.encode(row.id, payload.span).span)
    if name != row.name { complaints.append("\(row.name) is called \(name ?? "nothing")") }
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
    var discriminator: (offset: Int, value: UInt8)?
    if let value = M.discriminator { discriminator = (M.discriminatorOffset, value) }
    forEachPayload(discriminator) { payload, complaints in
      guard let value = try? M.decode(payload.span) else { return false }
      complaints += Self.complaints(value, payload)
      return true
    }
    return false
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    forEachPayload(row.discriminator) { payload, complaints in
      var fields = RecordedFields()
      guard (try? row.printFields(of: payload.span, into: &fields)) != nil else {
        if !fields.order.isEmpty { complaints.append("\(row.name): prints what it refuses") }
        return false
      }
      let built = row.buildPayload(from: fields)
      if built.payload != payload || built.missing > 0 || built.hasUnread {
        complaints.append("\(row.name): builds \(built) of \(payload)")
      }
      return true
    }
    return false
  }

  /// Makes payloads; `test` returns whether the message accepts one.
  private mutating func forEachPayload(
    _ discriminator: (offset: Int, value: UInt8)?, _ test: ([UInt8], inout [String]) -> Bool
  ) {
    var found = 0
    for attempt in 0..<1200 {
      // Of a message that takes nearly any length the four seeds share the rest.
      if found >= 100, UInt64(attempt) % 4 != seed % 4 { continue }
      let length = attempt < 600 ? attempt % 300 : Int.random(in: 0...600, using: &random)
      let start = Int.random(in: 0...(bytes.count - length), using: &random)
      var payload = Array(bytes[start..<start + length])
      if let discriminator, payload.indices.contains(discriminator.offset) {
        payload[discriminator.offset] = discriminator.value
      }
      // Small counts, wherever they stand.
      if attempt % 3 != 0 {
        for index in stride(from: 1 + (attempt + 1) % 2, to: min(17, length), by: 2) {
          payload[index] &= 3
        }
      }
      if test(payload, &complaints) { found += 1 }
    }
    if found > 0 { decoded += 1 }
  }

  private static func complaints<M: UBXMessage>(_ value: M, _ payload: [UInt8]) -> [String] {
    var fields = RecordedFields()
    guard (try? M.printFields(of: payload.span, into: &fields)) != nil else {
      return ["\(M.name): decodes \(payload.count) bytes that it does not print"]
    }
    let built = M.buildPayload(from: fields)
    if built.payload != payload || built.missing > 0 || built.hasUnread {
      return ["\(M.name): builds \(built) of \(payload)"]
    }
    let encoded = value.encodePayload()
    guard let again = try? M.decode(encoded.span), again.encodePayload() == encoded else {
      return ["\(M.name): changes in a second pass: \(payload)"]
    }
    return []
  }
}
