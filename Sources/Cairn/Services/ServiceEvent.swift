internal import CairnTypes
internal import CairnUpdates

/// An event of a service besides the standard one, sent to its manager.
enum ServiceEvent: Sendable {
  /// A position that is far from the last one.
  case change(Location)
  case visit(Visit)
  case crossing(RegionEvent, Region)
  /// The answer to a request for a state.
  case state(RegionState, Region)
  case regionFailure(LocationError, Region?)
  /// Region monitoring goes on, but events may be missing for a while.
  case trouble(LocationError)
  case heading(Heading)
  /// The compass needs calibration: whether the client shows guidance.
  case calibrationQuestion
  /// The compass has failed, and the service waits for it.
  case headingTrouble(LocationError)
  case ranged([Beacon], BeaconConstraint)
  /// Beacons cannot be heard; for good if the error is fatal.
  case rangingFailure(LocationError, BeaconConstraint)
  /// The service has ended.
  case ended(LocationError)
}

/// The services of one manager besides the standard one, by the numbers of their clients; 0 for a
/// service that does not run.
struct RunningServices {
  var significantChange: UInt32 = 0
  var visits: UInt32 = 0
  var monitoring: UInt32 = 0
  var heading: UInt32 = 0

  /// Those that range beacons.
  var ranging: [BeaconConstraint: UInt32] = [:]

  var all: [UInt32] {
    [significantChange, visits, monitoring, heading].filter { $0 != 0 } + ranging.values
  }

  func contains(_ id: UInt32) -> Bool { all.contains(id) }

  mutating func forget(_ id: UInt32) {
    if significantChange == id { significantChange = 0 }
    if visits == id { visits = 0 }
    if monitoring == id { monitoring = 0 }
    if heading == id { heading = 0 }
    for (constraint, number) in ranging where number == id { ranging[constraint] = nil }
  }
}
