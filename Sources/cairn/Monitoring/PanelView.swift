import Cairn

/// The latest fix, the satellites and the plan, redrawn in place on a terminal.
final class PanelView: MonitorView {
  private enum Style {
    static let bold = "\u{1B}[1m"
    static let dim = "\u{1B}[2m"
    static let green = "\u{1B}[32m"
    static let yellow = "\u{1B}[33m"
    static let off = "\u{1B}[0m"
    static let clear = "\u{1B}[H\u{1B}[J"
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
  }

  private let title: String
  private let output = StandardOutput(isLive: true)
  private var fix: Location?
  private var fixes = 0
  private var plan = PowerPlan.empty
  private var sky: SatelliteReport?
  private var corrections: ReceiverReport.Corrections?
  private var pulses: ReceiverReport.Pulses?
  private var receiver: ReceiverReport?
  private var errors: [LocationError] = []
  private var energy = EnergyLedger()

  init(title: String) {
    self.title = title
    output.write(Array((Style.hideCursor + Style.clear).utf8))
    draw()
  }

  func update(_ locations: [Location]) {
    fix = locations.last
    fixes += locations.count
    errors.removeAll()
    draw()
  }

  func fail(_ error: LocationError) {
    errors.removeAll { $0.code == error.code }
    errors.append(error)
    if errors.count > 3 { errors.removeFirst() }
    draw()
  }

  func show(_ plan: PowerPlan) {
    self.plan = plan
    draw()
  }

  func show(_ satellites: SatelliteReport) {
    sky = satellites
    draw()
  }

  func show(_ receiver: ReceiverReport) {
    self.receiver = receiver
    draw()
  }

  func show(_ corrections: ReceiverReport.Corrections) {
    self.corrections = corrections
    draw()
  }

  func show(_ pulses: ReceiverReport.Pulses) {
    self.pulses = pulses
    draw()
  }

  func show(_ energy: EnergyLedger) {
    self.energy = energy
    draw()
  }

  func finish() { output.write(Array(Style.showCursor.utf8)) }

  // MARK: - Picture

  private func draw() {
    var lines = ["\(Style.bold)cairn monitor\(Style.off)  \(title)", ""]
    lines += fixLines + correctionLines + [""] + skyLines + [""] + planLines + receiverLines
    for error in errors {
      lines.append("\(Style.yellow)\(error.severity): \(error.description)\(Style.off)")
    }
    lines += ["", "\(Style.dim)\(fixes) \(fixes == 1 ? "fix" : "fixes"); Ctrl-C ends\(Style.off)"]
    output.write(Array((Style.clear + lines.joined(separator: "\n") + "\n").utf8))
  }

  private var fixLines: [String] {
    guard let fix else { return ["  waiting for the first fix"] }
    let position =
      "\(fix.coordinate.latitude.text(places: 7)), \(fix.coordinate.longitude.text(places: 7))"
    let motion =
      "\(fix.speed?.text(places: 2) ?? "-") m/s, course \(fix.course?.text(places: 1) ?? "-")"
    return [
      "  \(Style.bold)\(position)\(Style.off)  ±\(fix.horizontalAccuracy.text(places: 1)) m",
      "  altitude \(fix.altitude?.text(places: 1) ?? "-") m, \(motion)",
      "  \(fix.timestamp?.description ?? "UTC unknown")  \(fix.source.fix), "
        + "\(fix.source.satellitesUsed.map { String($0) } ?? "-") satellites "
        + fix.source.flags.names.map { "[\($0)]" }.joined(separator: " "),
    ]
  }

  private var receiverLines: [String] {
    guard let receiver else { return [] }
    let lines = ["", "  receiver " + receiver.identityLine, "  " + receiver.healthLine]
    return lines + ["  " + receiver.figuresLine] + pulseLines
      + receiver.shortcomingLines.map { "  \(Style.yellow)\($0)\(Style.off)" }
  }

  private var pulseLines: [String] {
    guard let pulses else { return [] }
    let age = pulses.age.map { ", the last \($0.text(places: 1)) s ago" } ?? ""
    return [
      "  pulses \(pulses.isLive ? Style.green : Style.yellow)\(pulses.words)\(age)\(Style.off)"
    ]
  }

  private var correctionLines: [String] {
    guard let corrections else { return [] }
    let color = corrections.state == .streaming ? Style.green : Style.yellow
    let age = corrections.age.map { ", the last \($0.text(places: 1)) s ago" } ?? ""
    return [
      "  corrections \(color)\(corrections.words)\(Style.off)",
      "  \(corrections.messages) messages\(age)",
    ]
  }

  private var skyLines: [String] {
    guard let sky, !sky.satellites.isEmpty else { return ["  no satellites reported"] }
    let tracked = sky.satellites.filter { $0.carrierToNoise != nil }
      .sorted { ($0.carrierToNoise ?? 0) > ($1.carrierToNoise ?? 0) }
    return tracked.prefix(12).map { satellite in
      let level = Double(satellite.carrierToNoise ?? 0)
      let bar = String(repeating: "#", count: Int(max(0, min(30, level / 2))))
      let name = "\(satellite.system) \(satellite.number.map { String($0) } ?? "?")"
      let place =
        "\(satellite.elevation.map { String($0) } ?? "-")/"
        + "\(satellite.azimuth.map { String($0) } ?? "-")"
      let color = satellite.isUsed ? Style.green : Style.dim
      return "  \(left(name, 12)) \(left(place, 8)) \(color)\(bar)\(Style.off) "
        + "\(level.text(places: 0)) dB-Hz"
    }
  }

  private var planLines: [String] {
    plan.entries.map { entry in
      let color = entry.demand == nil ? Style.dim : Style.green
      return "  \(left(entry.provider.name, 8)) \(color)\(entry.reason)\(Style.off)"
    } + ["  total \(plan.estimatedPower.text(places: 1)) mW by the providers' models"]
      + energy.lines.map { "  \(Style.dim)\($0)\(Style.off)" }
  }
}
