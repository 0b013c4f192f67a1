import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX catalogue")
struct UBXCatalogueTests {
  private let foreign = UBXFrame.encode(MessageID(MessageClass(rawValue: 0xF0), 1), [9].span)

  @Test func `a poll is named and has no fields`() throws {
    let poll = UBXFrame.encode(MonVer.id, [UInt8]().span)
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: poll.span, into: &fields)
    #expect(fields.order.isEmpty)
    #expect(UBXCatalogue.name(of: poll.span) == "MON-VER")
    #expect(UBXCatalogue.encode("MON-VER", from: RecordedFields())?.frame == poll)
  }

  @Test func `an unknown message is no frame's fault`() {
    var fields = RecordedFields()
    let id = MessageID(MessageClass(rawValue: 0xF0), 1)
    #expect(throws: UBXError.unknownMessage(id)) {
      try UBXCatalogue.printFields(of: foreign.span, into: &fields)
    }
    #expect(throws: UBXError.notAFrame) {
      try UBXCatalogue.printFields(of: [1, 2, 3].span, into: &fields)
    }
    #expect(UBXCatalogue.name(of: foreign.span) == nil)
    #expect(UBXCatalogue.encode("NAV-NONE", from: RecordedFields()) == nil)
  }

  @Test func `a payload that a message cannot have is refused, and named all the same`() {
    let frame = UBXFrame.encode(NavDOP.id, [1, 2, 3].span)
    var fields = RecordedFields()
    #expect(throws: UBXError.payloadLength(NavDOP.id, found: 3)) {
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
    }
    #expect(fields.order.isEmpty)
    #expect(UBXCatalogue.name(of: frame.span) == "NAV-DOP")
  }

  @Test func `fields build a frame, and what is missing is counted`() throws {
    var fields = RecordedFields()
    fields.field("iTOW", .unsigned(5000))
    fields.field("pDOP", .decimal(1.25, places: 2))
    let built = try #require(UBXCatalogue.encode("NAV-DOP", from: fields))
    #expect(built.missing == 6)
    let message = try NavDOP.decode(UBXFrame.payload(of: built.frame.span))
    #expect(message.timeOfWeek == 5000 && message.position == 1.25)
  }
}
