import CairnCatalogue
import CairnRTCM
import CairnTestSupport
import CairnTypes
import Testing

@Suite("RTCM messages as rows of data")
struct RTCMLayoutTests {
  @Test func `1004 repeats its fields for every satellite`() throws {
    var fields = RecordedFields()
    fields.field(named: "DF006", .unsigned(2))
    for (index, satellite) in [5, 12].enumerated() {
      fields.beginGroup(index)
      fields.field(named: "DF009", .unsigned(UInt64(satellite)))
      fields.field(named: "DF011", .decimal(123_456.78, places: 2))
      fields.field(named: "DF012", .decimal(-0.0125, places: 4))
      fields.endGroup()
    }
    let built = try #require(RTCMCatalogue.encode("1004", from: fields))
    // 64 bits, then 125 for each of two satellites; two fields of the header are not given, and
    // nine of each satellite.
    #expect(built.frame.count == 6 + 40 && built.missing == 5 + 2 * 9)
    let printed = try flat(built.frame)
    #expect(printed["DF002"] == .unsigned(1004))
    #expect(printed["DF009_02"] == .unsigned(12))
    #expect(printed["DF011_01"] == .decimal(123_456.78, places: 2))
    #expect(printed["DF012_02"] == .decimal(-0.0125, places: 4))
  }

  @Test func `a count without its elements is filled with zeros and counted`() throws {
    var fields = RecordedFields()
    fields.field(named: "DF006", .unsigned(3))
    let built = try #require(RTCMCatalogue.encode("1002", from: fields))
    #expect(built.missing == 5 + 1)
    #expect(try flat(built.frame)["DF015_03"] == .decimal(0, places: 2))
  }

  @Test func `groups lie in groups`() throws {
    var fields = RecordedFields()
    fields.field(named: "DF387", .unsigned(1))
    fields.beginGroup(0)
    fields.field(named: "DF068", .unsigned(31))
    fields.field(named: "DF379", .unsigned(2))
    for index in 0..<2 {
      fields.beginGroup(index)
      fields.field(named: "DF380", .unsigned(UInt64(index)))
      fields.field(named: "DF383", .decimal(-3.25, places: 2))
      fields.endGroup()
    }
    fields.endGroup()
    let printed = try flat(try #require(RTCMCatalogue.encode("1059", from: fields)).frame)
    #expect(printed["DF380_01_02"] == .unsigned(1))
    #expect(printed["DF383_01_01"] == .decimal(-3.25, places: 2))
  }

  @Test(arguments: [(0, 0, 3, 1), (1, 0, 5, 2), (14, 14, 136, 120), (3, 1, 12, 7), (1, 6, 0, 0)])
  func `spherical harmonics have as many coefficients as degree and order say`(
    degree: Int, order: Int, cosines: Int, sines: Int
  ) throws {
    var fields = RecordedFields()
    fields.field(named: "DF472", .unsigned(1))
    fields.beginGroup(0)
    fields.field(named: "DF474", .unsigned(UInt64(degree)))
    fields.field(named: "DF475", .unsigned(UInt64(order)))
    fields.endGroup()
    let printed = try flat(try #require(RTCMCatalogue.encode("1264", from: fields)).frame)
    #expect(printed.keys.count { $0.hasPrefix("DF476_01") } == cosines)
    #expect(printed.keys.count { $0.hasPrefix("DF477_01") } == sines)
  }

  @Test func `the subtype of 4076 is one of its fields`() throws {
    var fields = RecordedFields()
    fields.field(named: "IDF002", .unsigned(62))
    fields.field(named: "IDF010", .unsigned(0))
    let built = try #require(RTCMCatalogue.encode("4076_062", from: fields))
    #expect(RTCMCatalogue.name(of: built.frame.span) == "4076_062")
    fields = RecordedFields()
    fields.field(named: "IDF002", .unsigned(8))
    #expect(RTCMCatalogue.encode("4076_008", from: fields) == nil)
  }

  @Test func `an auxiliary station lies up to 13 degrees away`() throws {
    var fields = RecordedFields()
    fields.field(named: "DF062", .decimal(99, places: 6))
    fields.field(named: "DF063", .decimal(-0.000025, places: 6))
    let printed = try flat(try #require(RTCMCatalogue.encode("1014", from: fields)).frame)
    #expect(printed["DF062"] == .decimal(13.107175, places: 6))
    #expect(printed["DF063"] == .decimal(-0.000025, places: 6))
  }

  @Test func `orbits of 4076 have the same fields with and without clocks`() throws {
    var orbits: [[String]] = []
    for subtype: UInt64 in [21, 23] {
      var fields = RecordedFields()
      fields.field(named: "IDF002", .unsigned(subtype))
      fields.field(named: "IDF010", .unsigned(1))
      let built = try #require(RTCMCatalogue.encode("4076", from: fields))
      var printed = RecordedFields()
      try RTCMCatalogue.printFields(of: built.frame.span, into: &printed)
      orbits.append(Array(printed.order.drop { $0 != "IDF011" }.prefix(8)))
    }
    #expect(orbits[0] == (11...18).map { "IDF0\($0)" } && orbits[0] == orbits[1])
  }

  @Test func `a text is text when it can be, and comes back when it cannot`() throws {
    for name in ["ETRF2000", "Ünïcode", "", "\u{1}", "a\u{0}b", "ETRF2000\u{0}\u{0}"] {
      var writer = RTCMBitWriter()
      writer.write(1300, 12)
      writer.write(UInt64(name.utf8.count), 5)
      for unit in name.utf8 { writer.write(UInt64(unit), 8) }
      writer.write(2400, 16)
      let frame = try RTCMFrame.encode(writer.bytes.span)
      var fields = RecordedFields()
      try RTCMCatalogue.printFields(of: frame.span, into: &fields)
      if !name.contains("\u{0}") { #expect(fields.flat["DF563"] == .text(name)) }
      #expect(RTCMCatalogue.encode("1300", from: fields)?.frame == frame)
    }
  }

  @Test func `a sign without a magnitude comes back`() throws {
    var message = GLONASSEphemeris()
    message.satellite = 1
    var payload = try message.encodePayload()
    // The sign of the first derivative of x, bit 48.
    payload[6] |= 0x80
    let frame = try RTCMFrame.encode(payload.span)
    var fields = RecordedFields()
    try RTCMCatalogue.printFields(of: frame.span, into: &fields)
    #expect(fields.flat["DF111"] == .real(-0.0))
    #expect(RTCMCatalogue.encode("1020", from: fields)?.frame == frame)
  }

  @Test func `what lies behind the last field comes back`() throws {
    let payload = Array(try StationPosition().encodePayload())
    for tail: [UInt8] in [[], [0], [0, 0, 0], [1], [0, 7, 0]] {
      let frame = try RTCMFrame.encode((payload + tail).span)
      var fields = RecordedFields()
      try RTCMCatalogue.printFields(of: frame.span, into: &fields)
      #expect(RTCMCatalogue.encode("1005", from: fields)?.frame == frame)
    }
  }

  private func flat(_ frame: [UInt8]) throws -> [String: FieldValue] {
    var fields = RecordedFields()
    try RTCMCatalogue.printFields(of: frame.span, into: &fields)
    return fields.flat
  }
}
