package import CairnTypes
package import CairnUpdates

/// An event of a service besides the standard one, sent to its manager.
package indirect enum ServiceEvent: Sendable {
  /// A position that is far from the last one.
  case change(Location)
  case visit(Visit)
  case crossing(RegionEvent, Region)
  /// The answer to a request for a state.
  case state(RegionState, Region)
  case regionFailure(LocationError, Region?)
  /// States of regions may have become known, of which some are no event; for programs that keep them.
  case statesChanged
  /// Region monitoring goes on, but events may be missing for a while.
  case trouble(LocationError)
  case heading(Heading)
  /// The compass needs calibration: whether the client shows guidance.
  case calibrationQuestion
  /// What the service needs has failed, such as the compass or the daemon; it waits for that.
  case interrupted(LocationError)
  case altitude(RelativeAltitude)
  case ranged([Beacon], BeaconConstraint)
  /// Beacons cannot be heard; for good if the error is fatal.
  case rangingFailure(LocationError, BeaconConstraint)
  /// The service has ended.
  case ended(LocationError)
}

/// The services of one manager besides the standard one, by the numbers of their clients; 0 for a
/// service that does not run.
struct RunningServices {
  var significantChange: UInt32?
  var visits: UInt32?
  var monitoring: UInt32?
  var heading: UInt32?
  var altitude: UInt32?

  /// Clients that range beacons, by constraint.
  var ranging: [BeaconConstraint: UInt32] = [:]

  var all: [UInt32] {
    [significantChange, visits, monitoring, heading, altitude].compactMap(\.self) + ranging.values
  }

  func contains(_ id: UInt32) -> Bool { all.contains(id) }

  mutating func forget(_ id: UInt32?) {
    if significantChange == id { significantChange = nil }
    if visits == id { visits = nil }
    if monitoring == id { monitoring = nil }
    if heading == id { heading = nil }
    if altitude == id { altitude = nil }
    for (constraint, number) in ranging where number == id { ranging[constraint] = nil }
  }
}
