package import CairnHAL
internal import CairnJSON
package import CairnReports
package import CairnTypes
package import CairnUpdates
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
  case heading(Heading)
  /// A stay that has begun or ended.
  case visit(Visit)
  case region(RegionState, Region)
  /// The beacons in range.
  case beacons([Beacon])

  /// In the order in which a newcomer is told of them: an error that is still known is newer than the last position.
  enum Kind: Int, CaseIterable {
    case plan, receiver, corrections, pulses, satellites, energy, clients, intake
    case heading, beacons, region, visit, update, error

    /// Whether a newer one makes one that waits worthless; fixes are a track, and errors, regions and visits differ.
    var isReplaced: Bool {
      switch self {
      case .update, .error, .region, .visit: false
      default: true
      }
    }
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
    case .heading: .heading
    case .visit: .visit
    case .region: .region
    case .beacons: .beacons
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
    case .heading(let heading): json.report(heading)
    case .visit(let visit): json.report(visit)
    case .region(let state, let region): json.report(state, of: region)
    case .beacons(let beacons): json.report(beacons)
    }
  }
}
