internal import CairnReceiver
internal import CairnTypes
internal import CairnUpdates

/// What a client is told besides its fixes. Never dropped.
enum Notice: Sendable {
  case failure(LocationError)
  case paused(Bool)
  case answer(Int32, Acquisition.Outcome)
  case change(Location)
  case visit(VisitEvent)
  case satellites(SatelliteView)
  /// Entered, left, or inside by the first conclusive fix.
  case crossing(RegionEvent)
  /// The state of a region that was asked for.
  case state(String, RegionState)
  /// What the policy grants, which never changes here.
  case authorization

  /// Whether a client that is told `newer` can do without this notice.
  func isReplaced(by newer: Notice) -> Bool {
    switch (self, newer) {
    case (.failure(let old), .failure(let new)): old.code == new.code
    case (.paused, .paused), (.satellites, .satellites): true
    case (.state(let old, _), .state(let new, _)): old == new
    default: false
    }
  }
}
