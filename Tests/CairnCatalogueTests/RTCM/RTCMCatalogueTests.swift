import CairnTestSupport
import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM catalogue")
struct RTCMCatalogueTests {
  @Test func `knows 135 message numbers and 43 subtypes`() throws {
    var random = SplitMix(seed: 1)
    var numbers = 0
    for number in 0..<4095 where number != 4076 {
      numbers += try isKnown(RandomMessage.payload(UInt16(number), &random)) ? 1 : 0
    }
    #expect(numbers == 135)
    var subtypes = 0
    for subtype in 0..<256 {
      let payload = RandomMessage.payload(4076, subtype: UInt64(subtype), &random)
      subtypes += try isKnown(payload) ? 1 : 0
    }
    #expect(subtypes == 43)
  }

  @Test(arguments: UInt64(1)...3)
  func `builds again what it prints of any bits`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var built = 0
    for number in RandomMessage.numbers {
      for length in [1023, 1000, Int.random(in: 2...600, using: &random)] {
        let subtype = RandomMessage.subtypes.randomElement(using: &random) ?? 21
        let payload = RandomMessage.payload(number, subtype: subtype, length: length, &random)
        let frame = try RTCMFrame.encode(payload.span)
        var fields = RecordedFields()
        do {
          try RTCMCatalogue.printFields(of: frame.span, into: &fields)
        } catch {
          #expect(fields.order.isEmpty)
          continue
        }
        let again = RTCMCatalogue.encode(MessageNumber(rawValue: number), from: fields)
        #expect(again?.frame == frame && again?.missing == 0, "\(number)")
        built += 1
      }
    }
    #expect(built > 300)
  }

  @Test func `refuses a message that is cut short, and prints nothing of it`() throws {
    var random = SplitMix(seed: 9)
    for number in RandomMessage.numbers where number != 4072 {
      let payload = RandomMessage.payload(number, subtype: 201, length: 12, &random)
      for length in 2..<4 {
        let frame = try RTCMFrame.encode(Array(payload.prefix(length)).span)
        var fields = RecordedFields()
        do {
          try RTCMCatalogue.printFields(of: frame.span, into: &fields)
          Issue.record("\(number) of \(length) bytes is printed")
        } catch .truncated(let found, _, let bit) {
          #expect(found?.rawValue == number && bit <= 8 * length)
        } catch .unknownMessage {
          // Too short for the subtype.
          #expect(number == 4076)
        }
        #expect(fields.order.isEmpty)
      }
    }
  }

  @Test func `an unknown message and a filler are told apart`() throws {
    var fields = RecordedFields()
    let unknown = try RTCMFrame.encode([0xFF, 0xF0].span)
    #expect(throws: RTCMError.unknownMessage(MessageNumber(rawValue: 4095))) {
      try RTCMCatalogue.printFields(of: unknown.span, into: &fields)
    }
    #expect(RTCMCatalogue.name(of: unknown.span) == "4095")
    #expect(RTCMCatalogue.encode(MessageNumber(rawValue: 4095), from: fields) == nil)
    let filler = try RTCMFrame.encode([UInt8]().span)
    #expect(RTCMCatalogue.name(of: filler.span) == nil)
    #expect(throws: RTCMError.self) {
      try RTCMCatalogue.printFields(of: filler.span, into: &fields)
    }
    #expect(throws: RTCMError.notAFrame) {
      try RTCMCatalogue.printFields(of: [1, 2, 3].span, into: &fields)
    }
  }

  private func isKnown(_ payload: [UInt8]) throws -> Bool {
    let frame = try RTCMFrame.encode(payload.span)
    var fields = RecordedFields()
    do {
      try RTCMCatalogue.printFields(of: frame.span, into: &fields)
    } catch .unknownMessage {
      return false
    } catch {
      return true
    }
    return true
  }
}

/// Any bits behind a message number.
enum RandomMessage {
  /// Every number that has a type or a row, one of them by subtypes.
  static let numbers: [UInt16] =
    [Array(1001...1017), Array(1019...1027), Array(1029...1035), Array(1037...1039)].flatMap(\.self)
    + [1041, 1042, 1044, 1045, 1046] + Array(1057...1068)
    + (107...113).flatMap { family in (1...7).map { UInt16(family * 10 + $0) } }
    + [1230] + Array(1240...1264) + Array(1300...1305) + [4072, 4076]

  static let subtypes: [UInt64] =
    [20, 40, 60, 80, 100, 120].flatMap { first in (1...7).map { first + $0 } } + [201]

  static func payload(
    _ number: UInt16, subtype: UInt64 = 0, length: Int = 1000, _ random: inout SplitMix
  ) -> [UInt8] {
    var writer = RTCMBitWriter()
    writer.write(UInt64(number), 12)
    if number == 4076 {
      writer.write(random.next(), 3)
      writer.write(subtype, 8)
    } else if number / 10 >= 107 && number / 10 <= 113 {
      // So few satellites and signals that the cells fit.
      writer.write(random.next(), 61)
      writer.write(1 << (random.next() % 64) | 1 << (random.next() % 64) | 1, 64)
      writer.write(1 << (random.next() % 32) | 1 << (random.next() % 32), 32)
    }
    while writer.bytes.count < length { writer.write(random.next(), 61) }
    return Array(writer.bytes.prefix(length))
  }
}
