import ArgumentParser
import CairnFiles
import CairnJSON
import CommandSupport

struct Encode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Encodes messages from the JSON lines that cairn decode prints.",
    discussion: """
      Reads one object per line, as `cairn decode --format json` prints them, and writes the bytes of \
      the messages. An unchanged line gives the bytes that were decoded. Protocol, id, talker, valid, \
      checked, fields and payload are used; lengths and checksums are computed. A line that is not a \
      message is reported with its number; the others are written. CASIC messages cannot be encoded.

      Two things are not kept: octets of a UBX or RTCM 3 message after its last known field, and characters of a \
      sentence that NMEA escapes, such as * in a text, which come back as ^2A. Each message whose length changes is \
      reported.

      Examples:
        cairn decode walk.ubx --format json | cairn encode - --output copy.ubx
        cairn decode walk.ubx --format json | jq -c 'select(.id == "NAV-PVT")' | cairn encode - > pvt.ubx
        echo '{"protocol":"UBX","id":"MON-VER","fields":{}}' | cairn encode - > /dev/ttyACM0

      Exit codes: 0 done, 1 a line is not a message or a file failed, 64 wrong usage.
      """)

  @Argument(help: "The JSON lines; - reads standard input.")
  var file: String

  @Option(help: "A new file. Default: standard output, unless that is a terminal.")
  var output: String?

  @Flag(help: "Print a JSON object of statistics on standard error at the end.")
  var json = false

  func validate() throws {
    if output == nil && StandardOutput.isTerminal {
      throw ValidationError("name a file with --output, or send standard output somewhere")
    }
  }

  func run() throws {
    var lines = try LineInput(
      path: file, maximumLine: LineEncoder.maximumLine, progress: terminalProgress)
    let target = try RecordingFile(path: output)
    var encoder = LineEncoder(file: file == "-" ? "standard input" : file)
    defer { if json { encoder.reportStatistics() } }
    repeat {
      while let line = lines.next() { encoder.take(line, number: lines.number) }
      // Piped input may pause here.
      try target.append(encoder.takeBytes())
    } while try lines.fill()
    try target.finish()
    guard encoder.failures == 0 else {
      if encoder.messages == 0 { target.removeIfEmpty() }
      throw CommandFailure(
        message: "\(encoder.failures) of \(encoder.lines) lines are not messages; "
          + (encoder.messages == 0
            ? "nothing was written" : "the \(encoder.messages) others were written"))
    }
  }
}

/// Encodes one line after another, reports failures and counts.
private struct LineEncoder {
  /// Complaints that are printed; further ones are only counted.
  private static let maximumComplaints = 100
  /// Longest line, in bytes. A message of 65,535 octets takes about a million characters.
  static let maximumLine = 8 << 20

  let file: String
  /// Lines read, without empty ones.
  private(set) var lines = 0
  private(set) var messages = 0
  private(set) var failures = 0
  /// Messages whose length differs from that of the decoded ones.
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
        complain("\(file): more lines are not messages; they are only counted")
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
        "\(file): more messages differ in length from the decoded ones; they are not listed")
    }
  }

  /// Returns the bytes encoded since the last call.
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
