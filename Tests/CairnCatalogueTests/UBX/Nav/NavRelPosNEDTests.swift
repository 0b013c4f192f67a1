import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX-NAV-RELPOSNED and UBX-NAV-DAHEADING")
struct NavRelPosNEDTests {
  private func old(version: UInt8) -> [UInt8] {
    WirePayload().u1(version).zeros(1).u2(4095).u4(1000)
      .i4(-10_000).i4(250).i4(3).i1(-99).i1(1).i1(-1).zeros(1)
      .u4(100).u4(200).u4(300).u4(0b1_0111).bytes
  }

  /// Bytes 8 to 63 of version 1.
  private func tail(_ head: WirePayload, flags: UInt32) -> [UInt8] {
    head.i4(-10_000).i4(250).i4(3).i4(10_003).i4(17_850_000).zeros(4)
      .i1(-99).i1(1).i1(-1).i1(12).u4(100).u4(200).u4(300).u4(400).u4(50_000).zeros(4)
      .u4(flags).bytes
  }

  private func new(flags: UInt32, version: UInt8 = 1) -> [UInt8] {
    tail(WirePayload().u1(version).zeros(1).u2(7).u4(1000), flags: flags)
  }

  @Test func `version 0 has components and neither length nor heading`() throws {
    let message = try NavRelPosNEDV0.decode(old(version: 0).span)
    #expect(message.referenceStation == 4095)
    #expect(message.north == -100.0099 && message.east == 2.5001 && message.down == 0.0299)
    #expect(message.flags.carrierSolution == .fixed && !message.flags.isMoving)
    #expect(abs(message.downAccuracy - 0.03) < 1e-12)
  }

  @Test func `version 1 adds length in centimetres and tenths of millimetres, and heading`() throws
  {
    let vector = try NavRelPosNED.decode(new(flags: 0b1_0011_0111).span).vector
    #expect(vector.north == -100.0099 && vector.east == 2.5001 && vector.down == 0.0299)
    #expect(vector.length == 100.0312)
    #expect(vector.heading == 17_850_000 * 1e-5)
    #expect(abs(vector.headingAccuracy - 0.5) < 1e-12)
    #expect(abs(vector.lengthAccuracy - 0.04) < 1e-12)
    #expect(vector.flags.isMoving && vector.flags.carrierSolution == .fixed)
  }

  @Test func `vector and heading are valid apart from each other`() throws {
    let vector = try NavRelPosNED.decode(new(flags: 0b100).span).vector
    #expect(vector.length != nil && vector.heading == nil)
    let heading = try NavRelPosNED.decode(new(flags: 1 << 8).span).vector
    #expect(heading.length == nil && heading.north == nil && heading.heading == 17_850_000 * 1e-5)
  }

  @Test func `the catalogue chooses the version by type and length`() throws {
    func fields(_ payload: [UInt8]) throws -> Set<String> {
      var fields = RecordedFields()
      let frame = UBXFrame.encode(NavRelPosNED.id, payload.span)
      #expect(UBXCatalogue.name(of: frame.span) == "NAV-RELPOSNED")
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
      return Set(fields.flat.keys)
    }
    #expect(try !fields(old(version: 0)).contains("relPosLength"))
    #expect(try fields(new(flags: 0)).contains("relPosLength"))
    #expect(throws: UBXError.payloadVersion(NavRelPosNED.id, found: 1)) {
      try fields(old(version: 1))
    }
    #expect(throws: UBXError.payloadLength(NavRelPosNED.id, found: 63)) {
      try fields(Array(new(flags: 0).dropLast()))
    }
  }

  @Test func `both versions print sums of coarse and fine parts, and the fine parts`() throws {
    for payload in [old(version: 0), new(flags: 0)] {
      var fields = RecordedFields()
      let frame = UBXFrame.encode(NavRelPosNED.id, payload.span)
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
      #expect(fields.flat["relPosN"] == .decimal(-10_000.99, places: 2))
      #expect(fields.flat["relPosE"] == .decimal(250.01, places: 2))
      #expect(fields.flat["relPosD"] == .decimal(2.99, places: 2))
      #expect(fields.flat["relPosHPD"] == .decimal(-0.01, places: 2))
      guard payload.count == 64 else { continue }
      #expect(fields.flat["relPosLength"] == .decimal(10_003.12, places: 2))
      #expect(fields.flat["relPosHPLength"] == .decimal(0.12, places: 2))
    }
  }

  @Test func `both versions are built from the fields that they print`() throws {
    for payload in [old(version: 0), new(flags: 0x1FF)] {
      var fields = RecordedFields()
      let frame = UBXFrame.encode(NavRelPosNED.id, payload.span)
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
      let built = try #require(UBXCatalogue.encode("NAV-RELPOSNED", from: fields))
      #expect(built.frame == frame && built.missing == 0)
    }
  }

  @Test func `the antenna vector of version 2 is in millimetres`() throws {
    let payload = WirePayload().u1(2).zeros(3).u4(1000)
      .i4(-500).i4(866).i4(1).i4(1000).i4(12_000_000).zeros(4)
      .u4(1).u4(2).u4(3).u4(4).u4(30_000).zeros(4).u4(0b101_0101).bytes
    var message = try NavDAHeading.decode(payload.span)
    #expect(message.north == -0.5 && message.east == 0.866 && message.length == 1)
    #expect(message.heading == 12_000_000 * 1e-5)
    #expect(message.flags.carrierSolution == .fixed && message.flags.isPositionValid)
    message.heading = nil
    #expect(try NavDAHeading.decode(message.encodePayload().span).heading == nil)
  }

  @Test func `the longer antenna vector has high precision`() throws {
    let payload = tail(WirePayload().u1(0).zeros(3).u4(1000), flags: 0x104)
    let message = try NavDAHeadingHP.decode(payload.span)
    #expect(message.vector.length == 100.0312 && message.vector.heading == 17_850_000 * 1e-5)
    let frame = UBXFrame.encode(NavDAHeading.id, payload.span)
    #expect(UBXCatalogue.name(of: frame.span) == "NAV-DAHEADING")
  }
}
