import CairnTypes
import CairnUBX
import Testing

@testable import CairnCatalogue

@Suite("Rows of UBX messages")
struct UBXRowTests {
  private static let tables: [StaticString] = [
    UBXCatalogue.navigation, UBXCatalogue.sensors, UBXCatalogue.monitoring, UBXCatalogue.manager,
    UBXCatalogue.notices, UBXCatalogue.timing, UBXCatalogue.configuration, UBXCatalogue.logging,
    UBXCatalogue.assistance, UBXCatalogue.aiding,
  ]

  @Test func `of every table follow the notation, and are shown to a visitor`() {
    var count = 0
    for table in Self.tables {
      for line in "\(table)".split(separator: "\n") {
        #expect(UBXRow(line) != nil, "\(line)")
        count += 1
      }
    }
    // Those of class NAV2 repeat others.
    let rows = catalogueRows()
    #expect(count == 220 && rows.count == 232)
    #expect(rows.count { $0.id.messageClass == .nav2 } == 12)
    #expect(Set(rows.map(\.name)).count == 207)
  }

  @Test func `have the length that their fields add up to`() {
    for row in catalogueRows() {
      var fixed = 0
      for field in row.fields {
        guard let size = field.size else { break }
        fixed += size
      }
      if case .group(.fixed(let count), let members, _)? = row.fields.last?.content {
        fixed += count * members.size
      }
      switch row.payloadLength {
      case .exactly(let length): #expect(fixed == length, "\(row.name)")
      case .atLeast(let length):
        // Packed measurements have at least one of the octets that they do not state.
        #expect(fixed == length || row.name.hasPrefix("RXM-MEAS"), "\(row.name)")
      case .atMost: #expect(fixed == 0, "\(row.name)")
      case .versions(let first, _, let current):
        #expect(fixed == first && current >= first, "\(row.name)")
      }
    }
  }

  @Test func `have a document that their notation names`() {
    let documents: Set = [
      "G5", "G6", "M8", "FTS", "UDR", "M9", "M10", "F9", "HPS", "F9T", "F10", "X20", "D9S", "D9C",
      "OSNMA", "pyubx2", "gpsd",
    ]
    for line in Self.tables.flatMap({ "\($0)".split(separator: "\n") }) {
      #expect(documents.contains(String(line.split(separator: " ")[3])), "\(line)")
    }
  }

  @Test(arguments: [
    "", "NAV-X", "NAV-X 01-02 4", "NAV-X 0102 4 M8 a:U4", "NAV-X 01-G2 4 M8 a:U4",
    "NAV-X 01-02 x M8 a:U4", "NAV-X 01-02 ++ M8 a:U4", "NAV-X 01-02 4 M8 a", "NAV-X 01-02 4 M8 :U4",
    "NAV-X 01-02 4 M8 a:U3", "NAV-X 01-02 4 M8 a:Q4", "NAV-X 01-02 4 M8 a:U4*x",
    "NAV-X 01-02 4 M8 a:R2", "NAV-X 01-02 4 M8 a:U4=", "NAV-X 01-02 4 M8 a:U4==1",
    "NAV-X 01-02 4 M8 a:U1==256", "NAV-X 01-02 4 M8 _", "NAV-X 01-02 4 M8 a:U4[",
    "NAV-X 01-02 4 M8 a:U4[n]", "NAV-X 01-02 4 M8 n[ a:U1 ]", "NAV-X 01-02 4 M8 0[ a:U1 ]",
    "NAV-X 01-02 4 M8 *[ a:U1", "NAV-X 01-02 4 M8 *[ a:U1[*] ]", "NAV-X 01-02 4 M8 *[ *[ a:U1 ] ]",
    "NAV-X 01-02 4 M8 a:X1(b:9)", "NAV-X 01-02 4 M8 a:X1(b:x)", "NAV-X 01-02 4 M8 a:X1(b",
    "NAV-X 01-02 4 M8 a:X3(b)", "NAV-X 01-02 4 M8 a:I4*1+b", "NAV-X 01-02 4 M8 a:CH[b]",
    "NAV-X 01-02 4 M8 a:X[*]",
  ])
  func `are refused unless all of them is readable`(line: String) {
    #expect(UBXRow(line[...]) == nil)
  }

  @Test func `tell their payloads by length and type`() throws {
    let row = try #require(UBXRow("NAV-X 01-02 4+ M8 version:U1==2 n:U1 _2 n[ a:I1*1e-1 ]"))
    #expect(row.id == MessageID(.nav, 2) && row.name == "NAV-X")
    let accepted = [[2, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0]].map { (payload: [UInt8]) in
      row.accepts(payload.span)
    }
    #expect(accepted == [true, false, false])
    var fields = WrittenFields()
    #expect(throws: UBXError.payloadVersion(row.id, found: 3)) {
      try row.printFields(of: [3, 0, 0, 0].span, into: &fields)
    }
    #expect(throws: UBXError.payloadLength(row.id, found: 3)) {
      try row.printFields(of: [2, 0, 0].span, into: &fields)
    }
    #expect(throws: UBXError.groupCount(row.id, declared: 2, found: 1)) {
      try row.printFields(of: [2, 2, 0, 0, 9].span, into: &fields)
    }
    #expect(fields.words.isEmpty)
    try row.printFields(of: [2, 2, 7, 0, 9, 0xFF].span, into: &fields)
    #expect(fields.line == "version=2 n=2 _=x07 { a=0.9 } { a=-0.1 }")
  }

  @Test func `write what the source lacks as they say, and count it`() throws {
    let row = try #require(UBXRow("NAV-X 01-02 7 M8 version:U1=3 elev:I1=-91 f:X1(a,b:2=2) d:R4"))
    var source = RecordedFields()
    source.field("a", .flag(true))
    source.field("other", .unsigned(1))
    let built = row.buildPayload(from: source)
    #expect(built.payload == [3, 0xA5, 0b101, 0, 0, 0, 0])
    #expect(built.missing == 4 && built.firstMissing == "version" && built.hasUnread)
  }

  /// Rows, and values that their fields cannot hold.
  @Test(arguments: [
    ("a:U1", FieldValue.unsigned(256)), ("a:U1", .integer(-1)), ("a:I1", .integer(128)),
    ("a:I1", .real(0.5)), ("a:I1*1e-1", .real(12.9)), ("a:X2", .octets([1])), ("a:X2", .text("0g")),
    ("f:X1(a:3)", .unsigned(8)), ("a:CH[2]", .text("abc")), ("a:CH[*]", .text("日")),
    ("a:U[2]", .wide([1, 2, 3])), ("a:R4", .text("x")), ("a:U8", .real(1e16)),
  ])
  func `count a value that does not fit`(field: String, value: FieldValue) throws {
    let row = try #require(UBXRow("NAV-X 01-02 1 M8 \(field)"))
    var source = RecordedFields()
    source.field("a", value)
    let built = row.buildPayload(from: source)
    #expect(built.missing == 1 && built.firstMissing == "a")
    #expect(built.payload.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    ("a:U8", FieldValue.unsigned(.max), [UInt8](repeating: 0xFF, count: 8)),
    ("a:I8", .integer(.min), [0, 0, 0, 0, 0, 0, 0, 0x80]), ("a:I2", .real(-2), [0xFE, 0xFF]),
    ("a:I1*1e-1", .real(-12.84), [0x80]), ("a:U1*1e-1", .real(25.54), [0xFF]),
    ("a:R4", .text("nan"), [0, 0, 0xC0, 0x7F]),
    ("a:R8", .unsigned(1), [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]),
    ("a:X2", .text("beef"), [0xBE, 0xEF]), ("a:U[3]", .unsigned(258), [2, 1, 0]),
    ("a:CH[2]", .text("4142"), [0x41, 0x42]), ("a:CH[*]", .text("é"), [0xE9]),
  ])
  func `take values in every form that text formats have`(
    field: String, value: FieldValue, octets: [UInt8]
  ) throws {
    let row = try #require(UBXRow("NAV-X 01-02 1 M8 \(field)"))
    var source = RecordedFields()
    source.field("a", value)
    let built = row.buildPayload(from: source)
    #expect(built.payload == octets && built.missing == 0)
  }
}
