package import CairnReceiver
import CairnTypes

/// `--format text`: writes a line for each message, and a `=>` line for each epoch it completes.
package struct TextWriter: MessageWriter {
  private let output: any LineOutput

  package init(_ output: some LineOutput) { self.output = output }

  package mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo) {
    let message = Message(frame, info.wireProtocol)
    let name = message.name(of: frame)
    var sink = TextFieldSink()
    let isValid = message.print(frame, into: &sink) != .invalid
    let offset = String(info.offset)
    var text = String(repeating: " ", count: max(0, 9 - offset.utf8.count)) + offset
    text += " \(info.wireProtocol.label) \((name.talker ?? "") + name.id)"
    if !isValid {
      let count = info.wireProtocol.payload(of: frame)?.count ?? 0
      text += " (payload of \(count) bytes cannot be decoded)"
    }
    if !info.isChecked { text += " (no checksum)" }
    if sink.text.isEmpty && isValid && info.wireProtocol != .nmea {
      text += " (\(frame.count) bytes)"
    }
    output.line(text + sink.text + sink.groupNote)
  }

  package func show(_ events: [ReceiverEvent]) {
    for event in events {
      switch event {
      case .epoch(let epoch): output.line("=> " + epoch.summary)
      case .satellites(let view):
        let used = view.satellites.count { $0.isUsed }
        output.line("=> \(view.satellites.count) signals in view, \(used) used")
      }
    }
  }

  package func finish(_ summary: DecodeSummary) {
    output.line(summary.text)
  }
}

private struct TextFieldSink: FieldSink {
  private(set) var text = ""
  private var groupCount = 0
  /// Number of groups that enclose the present field.
  private var depth = 0

  /// The number of groups; `--format json` shows their content.
  var groupNote: String { groupCount == 0 ? "" : " [\(groupCount) groups]" }

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    guard depth == 0, value != .absent else { return }
    text += " \(name)=\(shown(value))"
  }

  mutating func field(named name: String, _ value: FieldValue) {
    guard depth == 0, value != .absent else { return }
    text += " \(name)=\(shown(value))"
  }

  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {
    guard depth == 0 else { return }
    text += number == 1 ? " \(name)=\(shown(value))" : ",\(shown(value))"
  }

  mutating func beginGroup(_ index: Int) {
    depth += 1
    if depth == 1 { groupCount = max(groupCount, index + 1) }
  }

  mutating func endGroup() { depth -= 1 }

  mutating func reserved(_ value: FieldValue) {}

  private func shown(_ value: FieldValue) -> String {
    switch value {
    case .absent: ""
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .decimal(let number, let places): number.text(places: places)
    case .real(let number): "\(number)"
    case .flag(let flag): flag ? "1" : "0"
    case .text(let characters): ForeignText(characters).description
    case .octets(let octets): readable(octets)
    case .wide(let octets): "0x" + hexadecimal(octets.reversed())
    }
  }

  /// Returns zero-padded text as text and anything else as hexadecimal digits.
  private func readable(_ octets: [UInt8]) -> String {
    let characters = octets.prefix { $0 != 0 }
    let isText =
      octets.dropFirst(characters.count).allSatisfy { $0 == 0 }
      && characters.allSatisfy { (0x20..<0x7F).contains($0) }
    return isText ? "\"\(String(decoding: characters, as: UTF8.self))\"" : hexadecimal(octets)
  }
}

extension Epoch {
  /// One line that describes the epoch to a person.
  package var summary: String {
    var words = [timestamp?.description ?? "time unknown"]
    guard hasPosition, let coordinate else { return (words + ["no fix"]).joined(separator: "  ") }
    words.append(fix.words + (dimensions == 2 ? ", 2D" : ""))
    words.append("\(coordinate.latitude.text(places: 7)) \(coordinate.longitude.text(places: 7))")
    if let horizontalAccuracy { words.append("±\(horizontalAccuracy.text(places: 2)) m") }
    if let altitude { words.append("altitude \(altitude.text(places: 1)) m") }
    if let speed { words.append("\(speed.text(places: 2)) m/s") }
    if let course { words.append("course \(course.text(places: 1))°") }
    if let satellitesUsed { words.append("\(satellitesUsed) satellites") }
    return words.joined(separator: "  ")
  }
}

extension FixQuality {
  fileprivate var words: String {
    switch self {
    case .unknown: "unknown"
    case .none: "no fix"
    case .timeOnly: "time only"
    case .twoD, .threeD: "fix"
    case .differential: "differential"
    case .rtkFloat: "RTK float"
    case .rtkFixed: "RTK fixed"
    case .deadReckoning: "dead reckoning"
    case .gnssDeadReckoning: "GNSS with dead reckoning"
    case .fixedPosition: "fixed position"
    case .estimated: "estimated"
    }
  }
}

extension DecodeSummary {
  /// One line that describes the counts to a person.
  package var text: String {
    var counts: [String] = []
    for (name, count) in [("NMEA", nmea), ("UBX", ubx), ("RTCM3", rtcm3), ("CASIC", casic)] {
      let wrong = count.checksumFailures
      guard count.frames > 0 || wrong > 0 else { continue }
      counts.append("\(count.frames) \(name)" + (wrong > 0 ? " (\(wrong) wrong checksums)" : ""))
    }
    let found = counts.isEmpty ? "no message" : counts.joined(separator: ", ")
    return "-- \(found); \(bytesSkipped) of \(bytesReceived) bytes belong to none"
  }
}
