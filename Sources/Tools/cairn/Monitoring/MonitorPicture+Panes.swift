import Cairn
import CairnFiles
import CairnReports
import CommandSupport

extension MonitorPicture {
  /// Draws a row for each satellite, in as many columns as needed; only the best if not all fit.
  mutating func drawSatellites(_ area: Area) {
    let used = state.satellites.count(where: \.isUsed)
    let note = state.hasNoSatellites ? "" : "\(used) used of \(state.satellites.count)"
    frame(area, title: "satellites", note: note + (note.isEmpty ? "" : ", C/N0 in dB-Hz"))
    let inside = area.inside
    guard inside.height > 0, inside.width > 0 else { return }
    guard !state.hasNoSatellites else {
      let words = state.hasReceiverOff ? "none: the receiver is off" : "none reported yet"
      put(words, in: area, row: 0, style: .dim)
      return
    }
    let most = max(1, inside.width / 18)
    let columns = min(most, (state.satellites.count + inside.height - 1) / inside.height)
    let room = columns * inside.height
    var shown = state.satellites
    if shown.count > room {
      // The last place shows the number of hidden satellites.
      let best = Set(shown.sorted(by: SatelliteLine.isBetter).prefix(room - 1))
      shown = shown.filter { best.contains($0) }
    }
    let width = inside.width / columns
    let rows = min(inside.height, (state.satellites.count + columns - 1) / columns)
    for (index, satellite) in shown.prefix(room).enumerated() {
      let (column, row) = (index / rows, index % rows)
      draw(satellite, x: inside.x + column * width, y: inside.y + row, width: width - 1)
    }
    let hidden = state.satellites.count - shown.count
    if hidden > 0 {
      put(
        "  and \(hidden) more", x: inside.x + (columns - 1) * width,
        y: inside.y + inside.height - 1, before: inside.x + inside.width, style: .dim)
    }
  }

  /// Draws a row such as `●G07 ██████████▌ 43 x2 55/182`; the last parts need a wide column.
  private mutating func draw(_ satellite: SatelliteLine, x: Int, y: Int, width: Int) {
    let end = x + width
    let style = Style(color: satellite.color, isDim: !satellite.isUsed)
    put(satellite.isUsed ? usedMark : " ", x: x, y: y, before: end, style: style)
    put(satellite.name, x: x + 1, y: y, before: end, style: style)
    var tail = satellite.level.map { right($0.text(places: 0), 3) } ?? "  -"
    if width >= 26 { tail += satellite.bands > 1 ? " x\(min(satellite.bands, 9))" : "   " }
    if width >= 34 {
      let place = [satellite.elevation.map { "\($0)" }, satellite.azimuth.map { "\($0)" }]
        .map { $0 ?? "-" }.joined(separator: "/")
      tail += " " + right(place, 7)
    }
    let bar = min(40, width - 6 - tail.count)
    put(self.bar(satellite.level ?? 0, width: bar), x: x + 6, y: y, before: end, style: style)
    put(tail, x: x + 6 + max(0, bar), y: y, before: end, style: satellite.isUsed ? .plain : .dim)
  }

  /// Returns a bar for levels from 10 to 55 dB-Hz.
  private func bar(_ level: Double, width: Int) -> String {
    let share = min(max((level - 10) / 45, 0), 1)
    let eighths = Int(share * Double(max(0, width)) * 8)
    guard characters == .unicode else { return String(repeating: "#", count: (eighths + 4) / 8) }
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  // MARK: Power

  mutating func drawPower(_ area: Area) {
    let power =
      state.plannedPower.map { "\($0.text(places: $0 < 1 ? 2 : 1)) mW planned" }
      ?? "planned power unknown"
    let note = state.providers.isEmpty ? "" : "\(power), \(state.wanted.text) wanted"
    frame(area, title: "power", note: note)
    let inside = area.inside
    var lines = powerLines(width: inside.width)
    var most = 3
    while lines.count > inside.height, most > 0 {
      lines = powerLines(width: inside.width, most: most)
      most -= 1
    }
    drawLines(lines, in: area)
  }

  /// The lines for the plan and the energy used so far; at most so many for each reason.
  func powerLines(width: Int, most: Int = .max) -> [(String, Style)] {
    var lines: [(String, Style)] = []
    for provider in state.providers {
      let style = provider.isOn ? Style.green : .dim
      let name = left(provider.name, 7) + " "
      let words = clean(provider.words)
      var reason = words.wrapped(to: max(1, width - name.count))
      if reason.count > most {
        let cut = words.wrapped(to: max(1, width - name.count - 3))
        reason = Array(cut.prefix(most))
        reason[most - 1] += "..."
      }
      for (row, line) in reason.enumerated() {
        lines.append(((row == 0 ? name : left("", name.count)) + line, style))
      }
    }
    if lines.isEmpty { lines = [("no plan yet", .dim)] }
    let drawn = state.energy.lines.joined(separator: ", ")
    return lines + clean(drawn).wrapped(to: width).map { ($0, .plain) }
  }

  // MARK: Receiver

  mutating func drawReceiver(_ area: Area) {
    frame(area, title: "receiver", note: state.receiver?.path ?? "")
    drawLines(receiverLines(width: area.inside.width), in: area)
  }

  func receiverLines(width: Int) -> [(String, Style)] {
    guard let receiver = state.receiver else { return [("not opened yet", .dim)] }
    var lines: [(String, Style)] = [
      (receiver.identityLine, .plain), (receiver.healthLine, .plain),
      (receiver.figuresLine, .plain),
    ]
    if !state.intake.isEmpty { lines.append((state.intake, .plain)) }
    if let corrections = receiver.corrections {
      let age = corrections.age.map { ", the last \($0.text(places: 1)) s ago" } ?? ""
      lines.append(
        (
          "corrections \(corrections.words), \(corrections.messages) messages\(age)",
          corrections.state == .streaming ? .green : .yellow
        ))
    }
    if let pulses = receiver.pulses {
      lines.append(("pulses \(pulses.words)", pulses.isLive ? .green : .yellow))
    }
    lines += receiver.shortcomingLines.map { ($0, .yellow) }
    return lines.flatMap { text, style in
      clean(text).wrapped(to: width).map { ($0, style) }
    }
  }

  mutating func drawLines(_ lines: [(String, Style)], in area: Area) {
    let height = area.inside.height
    // The last place shows the number of hidden lines.
    let fit = lines.count <= height ? lines.count : max(0, height - 1)
    for (row, line) in lines.prefix(fit).enumerated() {
      put(line.0, in: area, row: row, style: line.1)
    }
    if fit < lines.count {
      put("and \(lines.count - fit) more lines", in: area, row: fit, style: .dim)
    }
  }
}
