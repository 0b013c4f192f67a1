package import CairnHAL
internal import CairnJSON
package import CairnReports
package import CairnTypes
package import CairnWatch

/// Something that a page shows: one object of `cairn monitor --json`.
package enum DashboardEvent: Sendable {
  /// The fixes of one delegate call.
  case update([Location])
  /// An error of a delegate call, in words.
  case error(LocationError, String)
  case plan(PowerPlan)
  case satellites(SatelliteReport)
  case receiver(ReceiverReport)
  case corrections(ReceiverReport.Corrections)
  case pulses(ReceiverReport.Pulses)
  case energy(EnergyLedger)
  case clients(MonitoredClients)
  case intake(IntakeReport)

  /// In the order in which a newcomer is told of them.
  enum Kind: Int, CaseIterable {
    case plan, receiver, corrections, pulses, satellites, energy, clients, intake, error, update

    /// Whether a newer one makes one that waits worthless; fixes are a track, and errors differ.
    var isReplaced: Bool { self != .update && self != .error }
  }

  var kind: Kind {
    switch self {
    case .update: .update
    case .error: .error
    case .plan: .plan
    case .satellites: .satellites
    case .receiver: .receiver
    case .corrections: .corrections
    case .pulses: .pulses
    case .energy: .energy
    case .clients: .clients
    case .intake: .intake
    }
  }

  /// Whether it is a position that was measured, and not one that only continues the course.
  var isMeasured: Bool {
    guard case .update(let fixes) = self else { return false }
    return fixes.contains { $0.source.fix != .estimated }
  }

  func write(to json: inout JSONText) {
    switch self {
    case .update(let fixes): json.report(fixes)
    case .error(let error, let message): json.report(error, as: message)
    case .plan(let plan): json.report(plan)
    case .satellites(let report): json.report(report)
    case .receiver(let report): json.report(report)
    case .corrections(let report): json.report(report)
    case .pulses(let report): json.report(report)
    case .energy(let ledger): json.report(ledger)
    case .clients(let clients): json.report(clients)
    case .intake(let report): json.report(report)
    }
  }
}
