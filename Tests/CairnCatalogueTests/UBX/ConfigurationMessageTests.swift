import CairnTestSupport
import CairnCatalogue
import CairnTypes
import CairnUBX
import Foundation
import Testing

@Suite("Configuration messages by name")
struct ConfigurationMessageTests {
  private func printed(_ message: some UBXMessage) throws -> RecordedFields {
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: message.encode().span, into: &fields)
    return fields
  }

  private func value(_ name: String, _ number: Int) throws -> ConfigurationValue {
    let row = try #require(ConfigurationKeyTable.row(named: name))
    return try #require(ConfigurationValue(row.key, number))
  }

  @Test func `values are shown by the type of their key`() throws {
    let duty = try #require(ConfigurationKeyTable.row(named: "CFG_TP_DUTY_TP1"))
    var message = CfgValGet()
    message.values = [
      try value("CFG_UART1_BAUDRATE", 115_200), try value("CFG_TMODE_LAT", -5),
      try value("CFG_NMEA_HIGHPREC", 1), try value("CFG_INFMSG_UBX_USB", 7),
      try #require(ConfigurationValue(duty.key, real: 12.5)),
    ]
    let fields = try printed(message).flat
    #expect(fields["CFG_UART1_BAUDRATE"] == .unsigned(115_200))
    #expect(fields["CFG_TMODE_LAT"] == .integer(-5))
    #expect(fields["CFG_NMEA_HIGHPREC"] == .flag(true))
    #expect(fields["CFG_INFMSG_UBX_USB"] == .octets([7]))
    #expect(fields["CFG_TP_DUTY_TP1"] == .real(12.5))
  }

  @Test func `a key without a name is shown by its number, with its octets, and built again`()
    throws
  {
    let key = ConfigurationKey(rawValue: 0x30FF_0077)
    let message = CfgValSet([try #require(ConfigurationValue(key, 5))], in: .ram)
    let fields = try printed(message)
    #expect(fields.flat["CFG_0x30ff0077"] == .octets([5, 0]))
    #expect(UBXCatalogue.encode("CFG-VALSET", from: fields)?.frame == message.encode())
  }

  @Test func `numbers and digits of a text format build the same frame as the wire's values`()
    throws
  {
    let message = CfgValSet(
      [
        try value("CFG_UART1_BAUDRATE", 9600), try value("CFG_INFMSG_UBX_USB", 0xA7),
        try value("CFG_NMEA_HIGHPREC", 1), try value("CFG_TMODE_ECEF_X_HP", -3),
        try #require(ConfigurationValue(ConfigurationKey(rawValue: 0x20FF_0001), 9)),
      ], in: [.ram, .flash])
    var fields = RecordedFields()
    fields.field("ram", .integer(1))
    fields.field("flash", .flag(true))
    fields.field(named: "CFG_UART1_BAUDRATE", .real(9600))
    fields.field(named: "CFG_INFMSG_UBX_USB", .text("a7"))
    fields.field(named: "CFG_NMEA_HIGHPREC", .unsigned(1))
    fields.field(named: "CFG_TMODE_ECEF_X_HP", .decimal(-3, places: 0))
    fields.field(named: "CFG_0x20ff0001", .text("09"))
    let built = try #require(UBXCatalogue.encode("CFG-VALSET", from: fields))
    #expect(built.frame == message.encode())
    // Version, battery-backed memory and action, which are zero.
    #expect(built.missing == 3)
  }

  @Test(arguments: [
    ("CFG_UART1_BAUD", FieldValue.unsigned(1)), ("CFG_0x", .unsigned(1)),
    ("CFG_0x70ff0001", .unsigned(1)), ("CFG_0x20ff000g", .unsigned(1)),
    ("CFG_0x120ff0001", .unsigned(1)), ("CFG_NMEA_PROTVER", .unsigned(256)),
    ("CFG_NMEA_PROTVER", .real(0.5)), ("CFG_NMEA_PROTVER", .octets([1, 2])),
    ("CFG_NMEA_PROTVER", .text("x")), ("CFG_NMEA_PROTVER", .text("1")),
    ("CFG_NMEA_PROTVER", .absent), ("CFG_TMODE_LAT", .integer(1 << 40)),
  ])
  func `a name or value that no key has is counted and left out`(name: String, value: FieldValue)
    throws
  {
    var fields = RecordedFields()
    fields.field(named: name, value)
    let built = try #require(UBXCatalogue.encode("CFG-VALSET", from: fields))
    #expect(built.frame == CfgValSet().encode())
    // Five fields that every such message has, and the one above.
    #expect(built.missing == 6)
  }

  @Test func `poll and answer share a name, and the fields choose between them`() throws {
    let poll = CfgValGetPoll([ConfigurationKey(rawValue: 0x4052_0001)], in: .factory, from: 64)
    var answer = CfgValGet()
    answer.layer = .factory
    answer.values = [try value("CFG_UART1_BAUDRATE", 9600)]
    for frame in [poll.encode(), answer.encode()] {
      var fields = RecordedFields()
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
      #expect(UBXCatalogue.name(of: frame.span) == "CFG-VALGET")
      #expect(UBXCatalogue.encode("CFG-VALGET", from: fields)?.frame == frame)
    }
    #expect(try printed(poll).flat["keys_01"] == .unsigned(0x4052_0001))
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every key agrees with an independent decoder, and every frame is built again`() async throws
  {
    let recording = try Corpus.synthetic("cfg")
    let bytes = try recording.bytes()
    var names: Set<String> = []
    for line in try await recording.lines() {
      let json = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      let theirs = try #require(json?["f"] as? [String: Any])
      let start = try #require(json?["off"] as? Int)
      let length = try #require(json?["len"] as? Int)
      let frame = [UInt8](bytes[start..<start + length])
      var fields = RecordedFields()
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
      let ours = fields.flat
      if let keys = theirs["keys"] as? [Int] {
        let printed = (1...keys.count).map { ours[$0 < 10 ? "keys_0\($0)" : "keys_\($0)"] }
        #expect(printed == keys.map { .unsigned(UInt64($0)) })
      } else {
        for (name, value) in theirs where !name.hasPrefix("reserved") {
          #expect(
            ours[name].map { agrees($0, value) } == true,
            "\(name): \(String(describing: ours[name])) \(value)")
          names.insert(name)
        }
        #expect(ours.count == theirs.keys.count { !$0.hasPrefix("reserved") })
      }
      let built = UBXCatalogue.encode(try #require(json?["id"] as? String), from: fields)
      #expect(built?.frame == frame && built?.missing == 0)
    }
    // Of the two names of one key only the first is printed.
    #expect(names.count { $0.hasPrefix("CFG_") } == 1_342)
  }

  private func agrees(_ ours: FieldValue, _ theirs: Any) -> Bool {
    switch ours {
    case .flag(let flag): (theirs as? NSNumber)?.intValue == (flag ? 1 : 0)
    case .unsigned(let number): (theirs as? NSNumber)?.uint64Value == number
    case .integer(let number): (theirs as? NSNumber)?.int64Value == number
    case .real(let number):
      // JSONSerialization may miss the nearest number by its last bit.
      (theirs as? NSNumber).map { abs($0.doubleValue - number) <= 1e-15 * abs(number) } ?? false
    case .octets(let octets):
      theirs as? String == octets.map { String(format: "%02x", $0) }.joined()
    default: false
    }
  }
}
