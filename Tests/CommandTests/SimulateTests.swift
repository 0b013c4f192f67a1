import Foundation
import Testing

@Suite("hw-profile simulate")
struct SimulateTests {
  private static let hello =
    #"{"ev":"hello","t":0,"profile":{"host":{"wake_mJ":2},"wifi":{"scan_mJ":860,"scan_s":3}},"request":{"D":100}}"#

  private func session(_ lines: String...) throws -> (
    replies: [Substring], complaints: String, status: Int32
  ) {
    let process = Process()
    process.executableURL = Cairn.executable.deletingLastPathComponent().appending(
      path: "hw-profile")
    process.arguments = ["simulate"]
    let (input, output, complaints) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    input.fileHandleForWriting.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      text.split(separator: "\n"), String(decoding: errors, as: UTF8.self),
      process.terminationStatus
    )
  }

  @Test func `answers each event by one line, and ends with its input`() throws {
    let outcome = try session(
      Self.hello, #"{"ev":"fix","src":"wifi","t":3,"x":10,"y":20,"r68":30}"#,
      #"{"ev":"motion","t":40,"moving":false}"#, #"{"ev":"cellchange","t":50,"id":7}"#)
    #expect(outcome.status == 0)
    #expect(outcome.complaints.contains("booked"))
    #expect(outcome.replies.count == 4)
    #expect(outcome.replies.first?.hasPrefix(#"{"cmds":[{"p":"wifi"}],"wake":"#) == true)
    #expect(
      outcome.replies.dropFirst().first?.contains(#""report":[10.0,20.0],"r68":30.0"#) == true)
  }

  @Test(arguments: [
    ("", "no JSON object"), ("{", "no JSON object"), (#"{"ev":"banana","t":1}"#, "'ev'"),
    (#"{"ev":"fix","t":1,"x":1,"y":1,"r68":-5}"#, "no usable 'r68'"),
    (#"{"ev":"fix","t":1,"x":1e300,"y":1,"r68":5}"#, "no usable 'x and y'"),
    (#"{"ev":"fix","t":1}"#, "no usable 'x'"), (#"{"ev":"motion","t":1}"#, "no usable 'moving'"),
    (#"{"ev":"nofix","src":"radar","t":1}"#, "src 'radar' is not known"),
    (#"{"ev":"request","t":1,"client":"a"}"#, "no usable 'request'"),
    (#"{"ev":"request","t":1,"request":{"D":0}}"#, "no usable 'request'"),
    (#"{"ev":"request","t":1,"client":7,"request":null}"#, "'client' has a wrong value"),
    (#"{"ev":"nofix","src":"wifi","t":1,"heard":{"2412":-1}}"#, "no usable 'heard'"),
    (#"{"ev":"nofix","src":"wifi","t":1,"heard":{"channel 1":2}}"#, "no usable 'heard'"),
    (#"{"ev":"wake","t":-1}"#, "no usable 't'"), (#"{"ev":"wake","t":1e300}"#, "no usable 't'"),
  ])
  func `says what is wrong with a line and ends in status 1`(line: String, words: String) throws {
    let outcome = try session(Self.hello, line)
    #expect(outcome.status == 1)
    #expect(outcome.replies.count == 1)
    #expect(outcome.complaints.contains("line 2"))
    #expect(outcome.complaints.contains(words))
  }

  @Test func `clients come and go, and each pays for what was on for it`() throws {
    let outcome = try session(
      Self.hello, #"{"ev":"request","t":1,"client":"nav","request":{"D":100}}"#,
      #"{"ev":"fix","src":"wifi","t":3,"x":10,"y":20,"r68":30}"#,
      #"{"ev":"request","t":4,"client":"nav","request":null}"#,
      // Who is not there may leave.
      #"{"ev":"request","t":5,"client":"nav","request":null}"#,
      #"{"ev":"request","t":6,"request":null}"#, #"{"ev":"wake","t":600}"#,
      #"{"ev":"request","t":601,"request":{"D":300}}"#)
    #expect(outcome.status == 0)
    let commands = outcome.replies.map { $0.contains(#""p":"wifi""#) }
    #expect(commands == [true, false, false, false, false, false, false, true])
    // Nobody asks, nothing is due.
    #expect(outcome.replies.dropFirst(6).first?.contains(#""wake":1000000000}"#) == true)
    #expect(
      outcome.complaints.hasSuffix(
        "booked 862 mJ: 431 mJ for first, 431 mJ for nav, 0 mJ for nobody\n"),
      "\(outcome.complaints)")
  }

  @Test func `later scans are of the channels that were heard, and cost their share`() throws {
    let found =
      #""src":"wifi","x":10,"y":20,"r68":30,"heard":{"2412":3,"2437":0,"5180":1}}"#
    let request = #""ev":"request","request":{"D":100}}"#
    let outcome = try session(
      Self.hello, #"{"ev":"fix","t":3,\#(found)"#,
      #"{"ev":"request","t":4,"request":null}"#, #"{"t":300,\#(request)"#,
      // Where the few are not enough, all are scanned.
      #"{"ev":"nofix","t":301,"src":"wifi"}"#, #"{"ev":"fix","t":304,\#(found)"#)
    #expect(outcome.status == 0)
    let scans = outcome.replies.map { $0.split(separator: "]").first.map(String.init) ?? "" }
    #expect(scans[0] == #"{"cmds":[{"p":"wifi"}"#)
    #expect(scans[3].hasPrefix(#"{"cmds":[{"p":"wifi","channels":[2412, 5180"#), "\(scans[3])")
    #expect(scans[4] == #"{"cmds":[{"p":"wifi"}"#)
    // Two whole scans, and two channels of 38.
    #expect(outcome.complaints.contains("booked 1769 mJ"), "\(outcome.complaints)")
  }

  @Test func `wants hello first`() throws {
    let outcome = try session(#"{"ev":"wake","t":1}"#)
    #expect(outcome.status == 1)
    #expect(outcome.complaints.contains("wake comes before hello"))
  }

  @Test func `time does not go back`() throws {
    let outcome = try session(Self.hello, #"{"ev":"wake","t":9}"#, #"{"ev":"wake","t":8}"#)
    #expect(outcome.status == 1)
    #expect(outcome.complaints.contains("time goes back"))
  }
}
