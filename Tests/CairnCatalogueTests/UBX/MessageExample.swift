import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

/// A message in the octets of the wire, beside the line that `WrittenFields` makes of it.
struct MessageExample: Sendable, CustomTestStringConvertible {
  let name: String
  let frame: [UInt8]
  let line: String

  /// - Parameters:
  ///   - name: name in the interface description.
  ///   - digits: a whole frame, or the payload, in hexadecimal digits; `00*20` stands for 20 zeros.
  ///   - line: the fields.
  init(_ name: String, _ digits: String, _ line: String) {
    self.name = name
    self.line = line
    let bytes = digits.split(separator: " ").flatMap { word -> [UInt8] in
      let parts = word.split(separator: "*")
      let once = octets(String(parts.first ?? ""))
      return (0..<(parts.count > 1 ? Int(parts[1]) ?? 0 : 1)).flatMap { _ in once }
    }
    frame = bytes.starts(with: [0xB5, 0x62]) ? bytes : UBXFrame.encode(id(name), bytes.span)
  }

  var payload: [UInt8] { Array(frame[6..<(frame.count - 2)]) }
  var testDescription: String { "\(name), \(frame.count) bytes" }
}

@Suite("UBX messages of the interface descriptions")
struct MessageExampleTests {
  static let examples =
    MessageExample.positions + MessageExample.satellites + MessageExample.sensors
    + MessageExample.monitoring + MessageExample.manager + MessageExample.timing
    + MessageExample.ports + MessageExample.configuration + MessageExample.configurationForms
    + MessageExample.logging + MessageExample.assistance

  @Test(arguments: examples)
  func `are printed as the description shows them`(example: MessageExample) throws {
    let check = UBXFrame.check(example.frame.span)
    #expect(check == .frame(length: example.frame.count, isChecked: true))
    #expect(UBXCatalogue.name(of: example.frame.span) == example.name)
    var fields = WrittenFields()
    try UBXCatalogue.printFields(of: example.frame.span, into: &fields)
    #expect(fields.line == example.line)
  }

  /// Of two forms with the same fields the first is built.
  @Test(arguments: examples)
  func `are built again from the fields that they print`(example: MessageExample) throws {
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: example.frame.span, into: &fields)
    let built = try #require(UBXCatalogue.encode(example.name, from: fields))
    #expect(built.missing == 0 && !built.hasUnread)
    var again = WrittenFields()
    try UBXCatalogue.printFields(of: built.frame.span, into: &again)
    #expect(built.frame == example.frame || again.line == example.line)
  }

  /// A shorter payload is refused with its length, or is another form, which prints all its octets.
  @Test(arguments: examples)
  func `are refused or another form when cut short`(example: MessageExample) {
    for length in 0..<example.payload.count {
      let frame = UBXFrame.encode(id(example.name), example.payload.span.extracting(first: length))
      var fields = RecordedFields()
      do throws(UBXError) {
        try UBXCatalogue.printFields(of: frame.span, into: &fields)
        // Reserved octets alone make a poll.
        if fields.order.isEmpty { continue }
        let name = UBXCatalogue.name(of: frame.span) ?? ""
        #expect(UBXCatalogue.encode(name, from: fields)?.frame == frame, "\(length) bytes")
      } catch {
        #expect(fields.order.isEmpty)
        switch error {
        case .payloadLength(id(example.name), found: length): break
        case .groupCount(id(example.name), _, _), .payloadVersion(id(example.name), _): break
        default: Issue.record("\(length) bytes: \(error)")
        }
      }
    }
  }
}
