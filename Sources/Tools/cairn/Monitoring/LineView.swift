import Cairn
import CairnFiles
import CairnHAL
import CairnReports
import CairnWatch
import CommandSupport

/// Prints one line a fix on standard output; everything else goes to standard error.
final class LineView: MonitorView {
  private let output: StandardOutput
  private var hasHeader = false
  /// The failure that was reported since the last fix.
  private var failure = ""
  private var corrections = ""
  private var receiver = ""
  private var pulses = ReceiverReport.Pulses(source: "")
  private var arePulsesLive = false
  private var clients: [String] = []
  private var energy = EnergyLedger()
  private var intake = ""

  init(_ manner: StandardOutput.Manner) { output = StandardOutput(manner) }

  func update(_ locations: [Location]) {
    if locations.contains(where: { $0.source.fix != .estimated }) { failure = "" }
    if !hasHeader {
      hasHeader = true
      output.line(
        "UTC                        LATITUDE    LONGITUDE     +-m   ALT m    m/s  COURSE SATS FIX")
    }
    for fix in locations { output.line(fix.line) }
  }

  func fail(_ error: LocationError) {
    let line = "\(error.severity): \(error.description)"
    guard line != failure else { return }
    failure = line
    note(line)
  }

  func show(_ plan: PowerPlan) {
    for entry in plan.entries { note("plan: \(entry.provider) \(entry.reason)") }
  }

  func show(_ satellites: SatelliteReport) {}

  func show(_ receiver: ReceiverReport) {
    // Until then nothing is known about the receiver.
    let isFound = receiver.baudRate != nil || receiver.timeToFirstFix != nil
    guard receiver.isIdentified || isFound else { return }
    let line = ([receiver.identityLine, receiver.healthLine] + receiver.shortcomingLines)
      .joined(separator: "; ")
    guard line != self.receiver else { return }
    self.receiver = line
    note("receiver: \(line)")
  }

  func show(_ corrections: ReceiverReport.Corrections) {
    guard corrections.words != self.corrections else { return }
    self.corrections = corrections.words
    note("corrections \(corrections.words)")
  }

  /// Reports when pulses begin, end or fail, and once a minute.
  func show(_ pulses: ReceiverReport.Pulses) {
    let isNews =
      pulses.isLive != arePulsesLive || pulses.failure != self.pulses.failure
      || pulses.source != self.pulses.source || pulses.count >= self.pulses.count + 60
    guard isNews else { return }
    self.pulses = pulses
    arePulsesLive = pulses.isLive
    note("pulses \(pulses.words)")
  }

  /// Reports a client when it comes or wants something else.
  func show(_ clients: MonitoredClients) {
    let lines = clients.all.map { client in
      let place = [client.unit, client.userText.map { "user \($0)" }].compactMap(\.self)
      let by = (client.protocolNames + client.addressNames).joined(separator: "/")
      return
        "client: \(client.title) (\((place + [by]).joined(separator: ", "))) wants \(client.wants)"
    }
    for line in lines where !self.clients.contains(line) { note(line) }
    self.clients = lines
  }

  /// Kept and shown at the end.
  func show(_ energy: EnergyLedger) { self.energy = energy }
  func show(_ intake: IntakeReport) { self.intake = intake.words }

  func finish() {
    for line in energy.lines { note("energy: \(line)") }
    if !intake.isEmpty { note(intake) }
  }

  func note(_ text: String) { complain(text) }
}

extension EnergyLedger {
  /// One line for each account, in joules.
  var lines: [String] {
    providers.map { "\($0.energy.text) by \($0.name.isEmpty ? "others" : $0.name)" }
      + clients.map { "\($0.energy.text) for \($0.name.split(separator: "/").last ?? "others")" }
      + (unattributed == Energy.zero ? [] : ["\(unattributed.text) for nobody"])
  }
}

extension Energy? {
  fileprivate var text: String {
    map { "\($0.joules.text(places: $0.joules < 10 ? 3 : 1)) J" } ?? "unknown energy"
  }
}

extension Location {
  /// The fix as one row of columns, with a dash for an unknown value.
  fileprivate var line: String {
    let utc = timestamp?.description ?? "-"
    return [
      left(utc, 24), right(coordinate.latitude.text(places: 6), 11),
      right(coordinate.longitude.text(places: 6), 13),
      right(horizontalAccuracy.text(places: 1), 7), right(altitude?.text(places: 1), 7),
      right(speed?.text(places: 2), 6), right(course?.text(places: 1), 7),
      right(source.satellitesUsed.map { String($0) }, 4),
      source.solutionName,
      source.flags.contains(.weekRolloverCorrected) ? "date corrected" : "",
      source.flags.contains(.simulated) ? "simulated" : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Pads a text on the right to a width.
func left(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Pads a text on the left to a width; shows `nil` as a dash.
func right(_ text: String?, _ width: Int) -> String {
  let text = text ?? "-"
  return String(repeating: " ", count: max(0, width - text.count)) + text
}
