internal import CairnTypes
internal import CairnUpdates

/// What a service beside the standard one tells its manager.
enum ServiceEvent: Sendable {
  /// A position that is far from the last one.
  case change(Location)
  case visit(Visit)
  case crossing(RegionEvent, Region)
  /// An answer to who asked.
  case state(RegionState, Region)
  case regionFailure(LocationError, Region?)
  /// Region monitoring goes on, although nothing may come for a while.
  case trouble(LocationError)
  /// It may not go on.
  case ended(LocationError)
}

/// The services of one manager that run beside the standard one, by the numbers of their clients; 0 for
/// one that does not.
struct RunningServices {
  var significantChange: UInt32 = 0
  var visits: UInt32 = 0
  var monitoring: UInt32 = 0

  var all: [UInt32] { [significantChange, visits, monitoring].filter { $0 != 0 } }

  func contains(_ id: UInt32) -> Bool { all.contains(id) }

  mutating func forget(_ id: UInt32) {
    if significantChange == id { significantChange = 0 }
    if visits == id { visits = 0 }
    if monitoring == id { monitoring = 0 }
  }
}
