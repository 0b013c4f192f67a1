import Cairn
import CairnHAL
import CairnJSON
import CairnReports
import CairnTypes
import CairnWatch
import CommandSupport

/// Prints one JSON object a line for each delegate call and each report of the receiver.
final class JSONView: MonitorView {
  private var json = JSONText()
  private var corrections: ReceiverReport.Corrections?
  private var pulses: ReceiverReport.Pulses?
  private var receiver: ReceiverReport?
  private var intake: IntakeReport?
  private let output: StandardOutput
  /// Shortest time between satellite lists: ten times as long as a fix, they would fill a journal.
  private let skyInterval: Duration
  private var skyTime: MonotonicTime?
  private var hasUsedSatellites = false

  /// - Parameters:
  ///   - manner: the treatment of output while it is not read.
  ///   - interval: the shortest time between two fixes; `nil` if all are shown.
  init(_ manner: StandardOutput.Manner, interval: Duration?) {
    output = StandardOutput(manner)
    skyInterval = max(interval ?? .zero, .seconds(10))
    StandardOutput.describeGaps { lines in
      var json = JSONText(capacity: 64)
      json.object {
        $0.member("event", "dropped")
        $0.member("lines", lines)
      }
      json.newline()
      return json.bytes
    }
  }

  func update(_ locations: [Location]) { write { $0.report(locations) } }

  func fail(_ error: LocationError) { write { $0.report(error, as: error.description) } }

  func note(_ text: String) { complain(text) }

  func show(_ plan: PowerPlan) { write { $0.report(plan) } }

  /// Ignores a list that follows another too soon. The first used ones are shown at once.
  func show(_ satellites: SatelliteReport) {
    let areFirst = !hasUsedSatellites && satellites.satellites.contains(where: \.isUsed)
    if let skyTime, satellites.time - skyTime < skyInterval, !areFirst { return }
    if areFirst { hasUsedSatellites = true }
    skyTime = satellites.time
    write { $0.report(satellites) }
  }

  /// Ignores a report in which only figures that grow with every epoch have changed.
  func show(_ receiver: ReceiverReport) {
    guard receiver.withoutFigures != self.receiver else { return }
    self.receiver = receiver.withoutFigures
    write { $0.report(receiver) }
  }

  /// Ignores a report in which only the age has changed.
  func show(_ corrections: ReceiverReport.Corrections) {
    var known = corrections
    known.age = self.corrections?.age
    guard known != self.corrections else { return }
    self.corrections = corrections
    write { $0.report(corrections) }
  }

  /// Prints one object for each pulse; ignores a report in which only the age has changed.
  func show(_ pulses: ReceiverReport.Pulses) {
    var known = pulses
    known.age = self.pulses?.age
    guard known != self.pulses else { return }
    self.pulses = pulses
    write { $0.report(pulses) }
  }

  func show(_ energy: EnergyLedger) { write { $0.report(energy) } }

  func show(_ clients: MonitoredClients) { write { $0.report(clients) } }

  func show(_ intake: IntakeReport) {
    guard intake.isNews(after: self.intake) else { return }
    self.intake = intake
    write { $0.report(intake) }
  }

  func finish() {}

  private func write(_ body: (inout JSONText) -> Void) {
    json.clear()
    body(&json)
    json.newline()
    output.write(json.bytes)
  }
}
