import CairnUBX
import Testing

@Suite("UBX-CFG-VALSET, VALGET and VALDEL")
struct CfgValTests {
  private let baudRate = ConfigurationKey(rawValue: 0x4052_0001)
  private let invalidTime = ConfigurationKey(rawValue: 0x1093_0023)
  private let duty = ConfigurationKey(rawValue: 0x5005_002A)
  private let height = ConfigurationKey(rawValue: 0x4003_000B)
  private let latency = ConfigurationKey(rawValue: 0x3007_000A)

  private func values() throws -> [ConfigurationValue] {
    [
      try #require(ConfigurationValue(baudRate, 115_200)),
      try #require(ConfigurationValue(invalidTime, true)),
      try #require(ConfigurationValue(duty, real: 50.5)),
      try #require(ConfigurationValue(height, -123)),
      try #require(ConfigurationValue(latency, 20)),
    ]
  }

  /// What pyubx2 1.4.0 builds for the same values.
  @Test func `sets values as an independent encoder does`() throws {
    let values = try values()
    #expect(
      CfgValSet(values, in: .ram).encode()
        == Samples.bytes(
          "b562068a2b00000100000100524000c2010023009310012a00055000000000004049400b00034085"
            + "ffffff0a00073014004668"))
    #expect(
      CfgValSet(values, in: [.batteryBacked, .flash], transaction: .start).encode()
        == Samples.bytes(
          "b562068a2b00010601000100524000c2010023009310012a00055000000000004049400b00034085"
            + "ffffff0a00073014004d8e"))
  }

  /// What pyubx2 1.4.0 builds for the same keys.
  @Test func `polls and deletes as an independent encoder does`() {
    #expect(
      CfgValGetPoll([baudRate, duty], in: .flash, from: 3).encode()
        == Samples.bytes("b562068b0c0000020300010052402a000550b497"))
    #expect(
      CfgValDel([baudRate, duty], from: [.batteryBacked, .flash], transaction: .apply).encode()
        == Samples.bytes("b562068c0c0001060300010052402a000550bade"))
  }

  @Test func `decodes what it encodes`() throws {
    let set = CfgValSet(try values(), in: [.ram, .flash], transaction: .ongoing)
    #expect(try CfgValSet.decode(set.encodePayload().span) == set)
    var answer = CfgValGet()
    answer.layer = .factory
    answer.position = 64
    answer.values = try values()
    #expect(try CfgValGet.decode(answer.encodePayload().span) == answer)
    let poll = CfgValGetPoll([baudRate, duty], in: .batteryBacked, from: 128)
    #expect(try CfgValGetPoll.decode(poll.encodePayload().span) == poll)
    let deletion = CfgValDel([baudRate], from: .flash)
    #expect(try CfgValDel.decode(deletion.encodePayload().span) == deletion)
  }

  @Test func `poll and answer are told apart by their version`() {
    let poll = CfgValGetPoll([baudRate]).encodePayload()
    #expect(throws: UBXError.payloadVersion(CfgValGet.id, found: 0)) {
      try CfgValGet.decode(poll.span)
    }
  }

  @Test func `reads over the value of a key that nobody knows`() throws {
    let payload: [UInt8] = [
      1, 0, 0, 0, 0x77, 0, 0xFF, 0x30, 1, 2, 0x01, 0, 0x52, 0x40, 0x80, 0x25, 0, 0,
    ]
    let message = try CfgValGet.decode(payload.span)
    #expect(message.values.map(\.key.rawValue) == [0x30FF_0077, 0x4052_0001])
    #expect(message.values.map(\.unsigned) == [0x0201, 9600])
  }

  @Test(arguments: [UInt8(0x00), 0x0F, 0x60, 0x70, 0x80, 0xE0])
  func `names the place of a key whose number gives no width`(size: UInt8) {
    let payload: [UInt8] = [1, 0, 0, 0, 0x01, 0, 0x52, 0x20, 5, 0x02, 0, 0x52, size, 1, 2, 3, 4]
    let key = ConfigurationKey(rawValue: UInt32(size) << 24 | 0x52_0002)
    #expect(throws: UBXError.configurationKey(CfgValGet.id, key, offset: 9)) {
      try CfgValGet.decode(payload.span)
    }
  }

  @Test func `names the item that every payload cut short ends in`() throws {
    let values = try values()
    let payload = CfgValSet(values, in: .ram).encodePayload()
    var starts = [4]
    for value in values { starts.append((starts.last ?? 0) + 4 + value.width) }
    for length in 0..<payload.count where !starts.contains(length) {
      let expected: UBXError =
        if length < 4 {
          .payloadLength(CfgValSet.id, found: length)
        } else {
          .configurationCutShort(CfgValSet.id, offset: starts.last { $0 <= length } ?? 0)
        }
      #expect(throws: expected) {
        try CfgValSet.decode(payload.span.extracting(first: length))
      }
    }
  }

  @Test func `names the key that every poll cut short ends in`() {
    let payload = CfgValDel([baudRate, duty], from: .flash).encodePayload()
    for length in 5..<payload.count where length != 8 {
      let offset = length < 8 ? 4 : 8
      #expect(throws: UBXError.configurationCutShort(CfgValDel.id, offset: offset)) {
        try CfgValDel.decode(payload.span.extracting(first: length))
      }
    }
  }

  @Test func `takes 64 items and refuses 65`() throws {
    let value = try #require(ConfigurationValue(baudRate, 9600))
    let full = [ConfigurationValue](repeating: value, count: 64)
    #expect(try CfgValSet.decode(CfgValSet(full, in: .ram).encodePayload().span).values == full)
    let long = CfgValSet(full + [value], in: .ram).encodePayload()
    #expect(throws: UBXError.configurationCount(CfgValSet.id, found: 65)) {
      try CfgValSet.decode(long.span)
    }
    let poll = CfgValGetPoll([ConfigurationKey](repeating: duty, count: 65)).encodePayload()
    #expect(throws: UBXError.configurationCount(CfgValGetPoll.id, found: 65)) {
      try CfgValGetPoll.decode(poll.span)
    }
  }

  @Test(arguments: [0, 1, 64, 65, 128, 129, 200])
  func `divides any number of values among messages of one transaction`(count: Int) throws {
    let values = try (0..<count).map { try #require(ConfigurationValue(baudRate, $0)) }
    let messages = CfgValSet.messages(setting: values, in: .batteryBacked)
    #expect(messages.flatMap(\.values) == values)
    #expect(
      messages.allSatisfy { (1...64).contains($0.values.count) && $0.layers == .batteryBacked })
    let transactions = messages.map(\.transaction)
    switch messages.count {
    case 0: #expect(count == 0)
    case 1: #expect(transactions == [.none] && messages[0].version == 0)
    default:
      #expect(transactions.first == .start && transactions.last == .apply)
      #expect(transactions.dropFirst().dropLast().allSatisfy { $0 == .ongoing })
      #expect(messages.allSatisfy { $0.version == 1 })
    }
  }
}
