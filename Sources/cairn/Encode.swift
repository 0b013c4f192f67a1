import ArgumentParser
import CommandSupport

struct Encode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes messages of the JSON lines that cairn decode prints.",
    discussion: """
      Reads one object a line, as `cairn decode --format json` writes them, and writes the bytes of \
      the messages: those that were decoded, unless a line has been changed. It looks at protocol, \
      id, talker, fields and payload; lengths and checksums are made. A line that is no message is \
      reported with its number; the others are written. CASIC messages are only read.

      Two things are not kept: octets of a UBX or RTCM 3 message after its last known field, and characters of a \
      sentence that NMEA escapes, such as * in a text, which come back as ^2A. Each message whose length changes is \
      reported.

      Examples:
        cairn decode walk.ubx --format json | cairn encode - --output copy.ubx
        cairn decode walk.ubx --format json | jq -c 'select(.id == "NAV-PVT")' | cairn encode - > pvt.ubx
        echo '{"protocol":"UBX","id":"MON-VER","fields":{}}' | cairn encode - > /dev/ttyACM0

      Exit codes: 0 done, 1 a line is no message or a file failed, 64 wrong usage.
      """)

  @Argument(help: "The JSON lines; - reads standard input.")
  var file: String

  @Option(help: "A new file. Default: standard output, unless that is a terminal.")
  var output: String?

  @Flag(help: "Ends with a JSON object of statistics on standard error.")
  var json = false

  func validate() throws {
    if output == nil && StandardOutput.isTerminal {
      throw ValidationError("name a file with --output, or send standard output somewhere")
    }
  }

  func run() throws {
    var lines = try LineInput(path: file, maximumLine: LineEncoder.maximumLine)
    let target = try RecordingFile(path: output)
    var encoder = LineEncoder(file: file == "-" ? "standard input" : file)
    defer { if json { encoder.reportStatistics() } }
    repeat {
      while let line = lines.next() { encoder.take(line, number: lines.number) }
      // What is piped in may pause here.
      try target.append(encoder.takeBytes())
    } while try lines.fill()
    try target.finish()
    guard encoder.failures == 0 else {
      if encoder.messages == 0 { target.removeIfEmpty() }
      throw CommandFailure(
        message: "\(encoder.failures) of \(encoder.lines) lines are no message; "
          + (encoder.messages == 0
            ? "nothing was written" : "the \(encoder.messages) others were written"))
    }
  }
}

/// Encodes line after line, complains and counts.
private struct LineEncoder {
  /// After so many complaints the rest is only counted.
  private static let maximumComplaints = 100
  /// Bytes. A message of 65,535 octets takes about a million characters.
  static let maximumLine = 8 << 20

  let file: String
  /// Empty lines are not counted.
  private(set) var lines = 0
  private(set) var messages = 0
  private(set) var failures = 0
  /// Messages that are not as long as the decoded ones were.
  private var losses = 0
  private var byteCount = 0
  private var bytes: [UInt8] = []

  init(file: String) { self.file = file }

  mutating func take(_ line: LineInput.Line, number: Int) {
    do throws(EncodeFailure) {
      switch line {
      case .tooLong:
        throw EncodeFailure(
          "the line is longer than any message: more than \(Self.maximumLine) bytes")
      case .line(let text):
        if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
        let object = try value(of: text)
        let frame = try MessageEncoder.frame(of: object)
        if let loss = MessageEncoder.loss(of: object, in: frame) { warn(loss, number) }
        bytes.append(contentsOf: frame)
        byteCount += frame.count
        messages += 1
      }
    } catch {
      failures += 1
      if failures <= Self.maximumComplaints {
        complain("\(file), line \(number): \(error.message)")
      } else if failures == Self.maximumComplaints + 1 {
        complain("\(file): more lines are no message; they are only counted")
      }
    }
    lines += 1
  }

  private mutating func warn(_ loss: String, _ number: Int) {
    losses += 1
    if losses <= Self.maximumComplaints {
      complain("\(file), line \(number): \(loss)")
    } else if losses == Self.maximumComplaints + 1 {
      complain(
        "\(file): more messages have another length than the decoded ones; they are not listed")
    }
  }

  /// What has been encoded since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  func reportStatistics() {
    var text = JSONText()
    text.object {
      $0.member("lines", lines)
      $0.member("messages", messages)
      $0.member("bytes", byteCount)
      $0.member("failures", failures)
    }
    text.newline()
    Outlet.standardError.put(text.bytes, .drops)
  }

  private func value(of text: ArraySlice<UInt8>) throws(EncodeFailure) -> JSONValue {
    do throws(JSONFailure) {
      return try JSONReader.value(of: text)
    } catch {
      throw EncodeFailure("not JSON: expected \(error.reason) at column \(error.column)")
    }
  }
}
