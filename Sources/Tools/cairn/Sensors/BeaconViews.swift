import CairnFiles
import CairnHAL
import CairnJSON
import CairnTypes
import CommandSupport

/// Prints a line for each beacon and second, and for each event.
final class BeaconLines: BeaconView {
  private let isJSON: Bool
  private let output = StandardOutput(.live)
  private var hasHeader = false
  private var text = JSONText()

  init(isJSON: Bool) { self.isJSON = isJSON }

  func show(_ rows: [BeaconList.Row], _ state: BeaconSession.State) {
    for row in rows where row.age < 1 {
      if isJSON {
        write { row.write(to: &$0) }
        continue
      }
      if !hasHeader { output.line(BeaconList.Row.header) }
      hasHeader = true
      output.line(row.line)
    }
  }

  func show(_ issue: ProviderIssue?) {
    guard isJSON else {
      if let issue { complain("\(issue.explanation); waiting for that, Ctrl-C ends") }
      return
    }
    write {
      $0.member("event", issue == nil ? "resolved" : "issue")
      if let issue {
        $0.member("kind", "\(issue.kind)")
        $0.member("explanation", ForeignText(issue.explanation))
      }
    }
  }

  func show(_ event: String, _ region: BeaconConstraint, at time: MonotonicTime, rssi: Int8?) {
    let seconds = Double(time.nanoseconds) / 1e9
    guard isJSON else {
      let strength = rssi.map { ", \($0) dBm" } ?? ""
      return output.line("\(seconds.text(places: 3))  \(event)  \(region.uuid)\(strength)")
    }
    write {
      $0.member("event", event)
      $0.member("t", seconds, places: 3)
      $0.member("uuid", "\(region.uuid)")
      $0.member("rssi", rssi)
    }
  }

  func finish(radioSeconds: Double) {
    guard isJSON else {
      return complain("the radio has listened for \(radioSeconds.text(places: 1)) s")
    }
    write {
      $0.member("event", "end")
      $0.member("radio_s", radioSeconds, places: 2)
    }
  }

  func follow(_ end: @escaping @Sendable () -> Void) async {}

  private func write(_ members: (inout JSONText) -> Void) {
    text.clear()
    text.object { members(&$0) }
    text.newline()
    output.write(text.bytes)
  }
}

/// Shows the beacons as a list that changes in its place.
///
/// Isolation: belongs to the session's task; the task of the keys only draws through `redraw`.
final class BeaconScreen: BeaconView {
  private let screen = TerminalScreen(.live)
  private var encoder: FrameEncoder
  private var rows: [BeaconList.Row] = []
  private var state = BeaconSession.State()
  private var issue: ProviderIssue?

  init(_ traits: TerminalTraits) {
    encoder = FrameEncoder(colors: traits.colors)
    draw()
  }

  func show(_ rows: [BeaconList.Row], _ state: BeaconSession.State) {
    (self.rows, self.state) = (rows, state)
    draw()
  }

  func show(_ issue: ProviderIssue?) {
    self.issue = issue
    draw()
  }

  func show(_ event: String, _ region: BeaconConstraint, at time: MonotonicTime, rssi: Int8?) {}

  func finish(radioSeconds: Double) {
    screen.close()
    if let issue { complain(issue.explanation) }
  }

  func follow(_ end: @escaping @Sendable () -> Void) async {
    for await event in screen.events {
      switch event {
      case .key(UInt8(ascii: "q")): end()
      case .stop: screen.stop()
      case .resumed:
        screen.leave()
        screen.enter()
        encoder.reset()
        draw()
      case .wake, .resized, .key: draw()
      }
    }
  }

  private func draw() {
    guard screen.isEntered, screen.takesPictures else { return }
    let size = screen.size
    let bytes = encoder.encode(
      Self.picture(rows, state, issue, width: size.width, height: size.height))
    if !bytes.isEmpty { screen.write(bytes) }
  }

  /// Draws the list; what does not fit is counted.
  static func picture(
    _ rows: [BeaconList.Row], _ state: BeaconSession.State, _ issue: ProviderIssue?, width: Int,
    height: Int
  ) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    let share =
      state.duty > 0 ? "listening \(Int(state.duty * 100)) % of the time" : "not listening"
    let way = state.duty > 0 && state.usesBlueZ ? " through BlueZ" : ""
    canvas.put("cairn beacons: \(rows.count) in range, \(share)\(way)   q quits", x: 0, y: 0)
    canvas.put(BeaconList.Row.header, x: 0, y: 1)
    let room = max(0, height - 4)
    let shown = rows.count > room ? max(0, room - 1) : rows.count
    for (index, row) in rows.prefix(shown).enumerated() {
      canvas.put(row.line.printable, x: 0, y: 2 + index)
    }
    if shown < rows.count { canvas.put("and \(rows.count - shown) more", x: 0, y: 2 + shown) }
    var advice = issue?.explanation ?? ""
    if advice.isEmpty, state.usesBlueZ, state.duty > 0 {
      advice =
        "strengths come in steps of 8 dB; every value with: sudo setcap cap_net_raw+ep PROGRAM"
    }
    // Two rows at the bottom, broken where it fits.
    let text = Array(advice.printable)
    if height >= 6, width > 0 {
      canvas.put(String(text.prefix(width)), x: 0, y: height - 2)
      canvas.put(String(text.dropFirst(width).prefix(width)), x: 0, y: height - 1)
    }
    return canvas
  }
}
