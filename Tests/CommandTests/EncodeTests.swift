import CairnTestSupport
import Foundation
import Testing

@Suite("cairn encode")
struct EncodeTests {
  /// What became of some lines.
  private struct Encoded {
    let bytes: [UInt8]
    let complaints: String
    let exitCode: Int32
  }

  private func encode(_ lines: String, _ options: String...) async throws -> Encoded {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let input = Array(lines.utf8)
    let outcome =
      options.isEmpty
      ? try await Cairn.run("encode", "-", "--output", path, input: input)
      : try await Cairn.run("encode", "-", options[0], "--output", path, input: input)
    return Encoded(
      bytes: [UInt8](FileManager.default.contents(atPath: path) ?? Data()),
      complaints: outcome.complaints, exitCode: outcome.exitCode)
  }

  private func decode(_ stream: [UInt8]) async throws -> String {
    try await Cairn.run("decode", "-", "--format", "json", input: stream).output
  }

  /// NAV-SAT with one satellite, and something in the octets that are reserved.
  private let satellites = Sample.ubx(
    0x01, 0x35,
    [0x10, 0x27, 0, 0, 1, 1, 0xAB, 0xCD] + [0, 7, 44, 0xF6, 0x0E, 1, 0xFF, 0xFF, 0x5F, 0x09, 0, 0])

  @Test func `what is decoded is encoded to the same bytes`() async throws {
    let stream =
      Sample.endOfEpoch + satellites + Sample.ubx(0x05, 0x01, [6, 0x8A])
      + Sample.ubx(0x0A, 0x04, [])
    let encoded = try await encode(decode(stream))
    #expect(encoded.bytes == stream)
    #expect(encoded.complaints == "")
    #expect(encoded.exitCode == 0)
  }

  @Test func `octets of an RTCM message come back from their digits`() async throws {
    // u-blox's own message 4072, whose structure is not published.
    let stream: [UInt8] = [
      0xD3, 0x00, 0x0B, 0xFE, 0x80, 0x01, 0x00, 0x00, 0x00, 0x13,
      0x0A, 0xB8, 0x8A, 0x40, 0x3D, 0xE9, 0x55,
    ]
    let lines = try await decode(stream)
    #expect(lines.contains(#""id":"4072""#))
    #expect(try await encode(lines).bytes == stream)
  }

  @Test func `what has no decoder, or is refused by it, goes through as octets`() async throws {
    let stream =
      Sample.ubx(0xF0, 0x99, [1, 2, 0xFE]) + Sample.ubx(0xF0, 0x98, [])
      + Sample.ubx(0x01, 0x61, [1])
    let lines = try await decode(stream)
    #expect(lines.contains(#""fields":{},"payload":"0102fe"}"#))
    #expect(try await encode(lines).bytes == stream)
  }

  @Test func `a message with nothing but reserved octets does not become a poll`() async throws {
    // ESF-RAW without a measurement.
    let stream = Sample.ubx(0x10, 0x03, [1, 2, 3, 4])
    let lines = try await decode(stream)
    #expect(lines.contains(#""fields":{"reserved":["01020304"]},"payload":"01020304"}"#))
    #expect(try await encode(lines).bytes == stream)
  }

  @Test(arguments: ["?N", "7N", "  "])
  func `a talker that no sentence begins with is refused`(talker: String) async throws {
    let line = #"{"protocol":"NMEA","id":"GSA","talker":"\#(talker)","fields":{"navMode":3}}"#
    let encoded = try await encode(line + "\n")
    #expect(encoded.exitCode == 1)
    #expect(encoded.bytes.isEmpty)
    #expect(encoded.complaints.contains("line 1: GSA is not a sentence"))
  }

  @Test(
    arguments: [
      (Sample.sentence("GPTXT,01,01,02,a*b"), "characters that NMEA escapes are written with ^"),
      (
        Sample.ubx(0x01, 0x07, [UInt8](repeating: 0, count: 114)),
        "octets after its last field are not kept"
      ),
      (
        Sample.ubx(0x06, 0x3B, [UInt8](repeating: 0, count: 54)),
        "octets after its last field are not kept"
      ),
    ] as [([UInt8], String)])
  func `what is not kept is said`(message: [UInt8], words: String) async throws {
    let encoded = try await encode(decode(message))
    #expect(encoded.bytes != message && !encoded.bytes.isEmpty)
    #expect(encoded.complaints.contains("line 1: "))
    #expect(
      encoded.complaints.contains("had \(message.count) bytes and has \(encoded.bytes.count) now"))
    #expect(encoded.complaints.contains(words), "\(encoded.complaints)")
    #expect(encoded.exitCode == 0)
  }

  @Test func `a CASIC message cannot be encoded, and that is said`() async throws {
    let acknowledgement: [UInt8] = [
      0xBA, 0xCE, 0x04, 0x00, 0x05, 0x7F, 0x06, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x05, 0x7F,
    ]
    let encoded = try await encode(decode(acknowledgement))
    #expect(
      encoded.complaints.contains("CASIC-05-7F is a CASIC message, which Cairn cannot encode"))
    #expect(encoded.exitCode == 1)
  }

  @Test func `a message written by hand needs neither offset nor length`() async throws {
    let encoded = try await encode(
      """

      {"protocol":"UBX","id":"NAV-EOE","fields":{"iTOW":1e4}}\r
        {"fields" : { "iTOW" : 10000.0 } , "id" : "NAV-\\u0045OE" , "protocol" : "UBX" }
      """)
    #expect(encoded.bytes == Sample.endOfEpoch + Sample.endOfEpoch)
    #expect(encoded.exitCode == 0)
  }

  @Test func `lines that are no message are named, and the others written`() async throws {
    let good = #"{"protocol":"UBX","id":"NAV-EOE","fields":{"iTOW":10000}}"#
    let lines = [
      #"{"protocol":"UBX","id":"NAV-NONE","fields":{}}"#, good, "hello",
      #"{"protocol":"UBX","id":"NAV-EOE","fields":{"itow":1}}"#,
      #"{"protocol":"UBX","id":"NAV-EOE","fields":{"iTOW":"now"}}"#,
      #"{"protocol":"UBX","id":"NAV-EOE","valid":false,"fields":{}}"#,
    ]
    let encoded = try await encode(lines.joined(separator: "\n") + "\n" + good)
    #expect(encoded.bytes == Sample.endOfEpoch + Sample.endOfEpoch)
    #expect(encoded.exitCode == 1)
    #expect(
      encoded.complaints == """
        cairn: standard input, line 1: no UBX message is called NAV-NONE
        cairn: standard input, line 3: not JSON: expected a value at column 1
        cairn: standard input, line 4: NAV-EOE needs a field "iTOW"
        cairn: standard input, line 5: "iTOW" of NAV-EOE has a value that its field on the wire \
        cannot hold
        cairn: standard input, line 6: NAV-EOE could not be decoded and has no "payload": decode it \
        again
        cairn: 5 of 7 lines are not messages; the 2 others were written

        """)
  }

  /// Each is one byte away from a line that is fine.
  @Test(arguments: [
    (#"{"iTOW":4294967296}"#, "cannot hold"),
    (#"{"iTOW":-1}"#, "cannot hold"),
    (#"{"iTOW":0.5}"#, "cannot hold"),
    (#"{"iTOW":null}"#, "cannot hold"),
    (#"{"iTOW":99999999999999999999999}"#, "cannot hold"),
    (#"{"iTOW":1,"more":1}"#, #"NAV-EOE has no field "more""#),
    (#"{"iTOW":1,"groups":[{"x":1}]}"#, #"NAV-EOE has no field "x""#),
    (#"{"iTOW":[1]}"#, #""iTOW" is an array, not a field value"#),
    (#"{"iTOW":1,"groups":[1]}"#, #""groups" has a number, not only objects"#),
    (#"{"iTOW":1,"reserved":["0g"]}"#, #""reserved" of NAV-EOE has a value"#),
    (#"{"iTOW":1,"reserved":[7]}"#, #""reserved" of NAV-EOE has a value"#),
    (#"{"iTOW":1,"reserved":[null]}"#, #""reserved" has null"#),
    (#"[]"#, #""fields" is an array, not an object"#),
  ])
  func `values that do not fit are refused`(fields: String, complaint: String) async throws {
    let encoded = try await encode(#"{"protocol":"UBX","id":"NAV-EOE","fields":\#(fields)}"#)
    #expect(encoded.bytes == [])
    #expect(encoded.exitCode == 1)
    #expect(encoded.complaints.contains(complaint), "\(encoded.complaints)")
  }

  @Test(arguments: [
    "{", "[1,]", #"{"a":1,}"#, "01", "+1", "1.", ".5", "1e", "NaN", "'a'", #""\x""#, #""\ud800""#,
    "\"\u{1}\"", "{} {}", "truee", #"{"a" 1}"#, #"{a:1}"#, "\"", "-", #""\u12g4""#,
  ])
  func `JSON is read strictly`(text: String) async throws {
    let encoded = try await encode(text)
    #expect(encoded.exitCode == 1)
    #expect(encoded.complaints.hasPrefix("cairn: standard input, line 1: not JSON: expected "))
  }

  @Test func `nesting without end is refused, not followed`() async throws {
    let encoded = try await encode(String(repeating: "[", count: 1_000_000))
    #expect(encoded.exitCode == 1)
    #expect(encoded.complaints.contains("not JSON: expected less nesting at column 65"))
  }

  @Test func `a count that disagrees with the groups is refused`() async throws {
    let line = try await decode(satellites)
    for count in ["0", "2"] {
      let encoded = try await encode(
        line.replacingOccurrences(of: #""numSvs":1"#, with: #""numSvs":\#(count)"#))
      #expect(encoded.bytes == [])
      #expect(encoded.exitCode == 1)
    }
  }

  @Test func `texts of a fixed width are hexadecimal digits, all of them`() async throws {
    let version = Sample.ubx(
      0x0A, 0x04, Array("4130".utf8) + [UInt8](repeating: 0, count: 26) + Array("ABCDEFGHIJ".utf8))
    let line = try await decode(version)
    #expect(try await encode(line).bytes == version)
    for wrong in [
      #""hwVersion":"A""#, #""hwVersion":"4142""#, #""hwVersion":"4142434445464748494"#,
    ] {
      let changed = line.replacingOccurrences(
        of: #""hwVersion":"4142434445464748494a"#, with: wrong)
      #expect(changed != line)
      #expect(try await encode(changed).exitCode == 1)
    }
  }

  @Test func `statistics are one object on standard error`() async throws {
    let encoded = try await encode(decode(Sample.endOfEpoch + satellites), "--json")
    #expect(
      encoded.complaints
        == #"{"lines":2,"messages":2,"bytes":\#(Sample.endOfEpoch.count + satellites.count),"#
        + "\"failures\":0}\n")
  }

  @Test func `files are neither replaced nor invented`() async throws {
    let file = try TemporaryFile([1, 2, 3])
    let outcome = try await Cairn.run("encode", "-", "--output", file.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("EEXIST"))
    #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
    let missing = try await Cairn.run("encode", "/nowhere/at-all.jsonl")
    #expect(missing.exitCode == 1)
    #expect(missing.complaints.contains("/nowhere/at-all.jsonl: ENOENT"))
    #expect(try await Cairn.run("encode").exitCode == 64)
    #expect(try await Cairn.run("encode", "--help").output.contains("Exit codes:"))
  }

  /// The pipe stays open: a writer that waited for more would wait for ever.
  @Test
  func `a line that is piped in is encoded before the next one comes`() async throws {
    let process = try Cairn.start(["encode", "-"], input: .written)
    let line = #"{"protocol":"UBX","id":"NAV-EOE","fields":{"iTOW":10000}}"# + "\n"
    process.write(Array(line.utf8))
    #expect(await Patience.wait { process.outputBytes == Sample.endOfEpoch })
    process.closeInput()
    #expect(await process.end() == 0)
  }

  // MARK: - Captures

  /// Recordings of one to two thousand messages or less, of several generations of receivers.
  static let captures = [
    "gpsd/ublox-neo-m8l.log", "gpsd/ublox-zed-f9r.log", "gpsd/ublox-zoe-m8b-logbatch.log",
    "pyubx2/pygpsdata-ALL.log", "pyubx2/pygpsdata-MIXED.log", "pyubx2/pygpsdata-RXMRAWX.log",
    "pyrtcm/pygpsdata-NTRIP-1300-1302.log", "rtklib/ubx_20080526.ubx",
  ]

  /// Protocols whose sentences are text have more than one spelling of a value and are not compared.
  @Test(
    .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"),
    arguments: Self.captures)
  func `every binary message of a capture is encoded to the same bytes`(name: String) async throws {
    let file = try Corpus.file("corpus/receivers/" + name)
    let capture = [UInt8](try Data(contentsOf: file))
    let decoded = try await Cairn.run("decode", file.path, "--format", "json")
    var (lines, expected): (String, [UInt8]) = ("", [])
    for (line, object) in zip(decoded.lines, decoded.objects) {
      guard object["protocol"] as? String != "NMEA", let offset = object["offset"] as? Int,
        let length = object["length"] as? Int
      else { continue }
      lines += line + "\n"
      expected += capture[offset..<offset + length]
    }
    #expect(!expected.isEmpty)
    let encoded = try await encode(lines)
    #expect(encoded.complaints == "")
    #expect(encoded.bytes == expected)
  }
}
