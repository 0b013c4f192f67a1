public import CairnTypes

extension RegionMonitor {
  /// Processes the sighting of a beacon.
  ///
  /// - Returns: the events that it decided.
  public mutating func receive(_ sighting: BeaconSighting) -> [RegionEvent] {
    beaconEvents { $0.take(sighting) }
  }

  /// Notes that a device has been silent since a time that is in the past.
  public mutating func lose(_ device: UInt64, silentSince time: MonotonicTime) {
    beacons.lose(device, silentSince: time)
  }

  /// Notes whether beacons would be heard if there were any: without that, silence means nothing.
  public mutating func listen(_ isListening: Bool, at now: MonotonicTime) {
    beacons.listen(isListening, at: now)
  }

  mutating func beaconEvents(
    _ change: (inout BeaconRegions) -> [RegionEvent]
  ) -> [RegionEvent] {
    let before = beacons.regions.map { $0.state }
    let events = change(&beacons)
    if beacons.regions.map({ $0.state }) != before { changes &+= 1 }
    return events
  }
}
