internal import CairnJSON

/// What a page may ask for besides events: files of the user's, each only where there is one.
package struct DashboardSources: Sendable {
  /// The street map.
  package var map: MapFile?
  /// At most ten, in place of a live system.
  package var recordings: [DashboardRecording] = []

  /// Packs of places.
  package var places: DashboardPlaces?

  /// Creates a server's sources without any.
  package init() {}

  /// Tells a page what there is.
  func introduce(to json: inout JSONText) {
    if let map {
      json.object("map") { $0.member("size", map.size) }
    } else {
      json.key("map")
      json.null()
    }
    json.member("outlines", places != nil)
    json.member("addresses", places != nil)
    json.array("recordings") { list in
      for recording in recordings { list.object { recording.introduce(to: &$0) } }
    }
  }
}
