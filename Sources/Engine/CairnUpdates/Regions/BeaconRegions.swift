internal import CairnTypes

/// The regions around beacons, of which there are few.
///
/// A region is entered with the first sighting, and left once no beacon of it was heard for the
/// `dwell` of its options. While nothing listens, silence means nothing, and time stands still.
struct BeaconRegions: Sendable {
  /// Devices whose last sighting a region remembers; the one that was silent for longest makes room.
  static let capacity = 64
  /// How long a beacon that is there takes to be heard: 95 % within 2.8 s at a tenth of the time.
  static let discovery = Duration.seconds(5)

  struct Watched: Sendable {
    let region: Region
    let constraint: BeaconConstraint
    let options: MonitoringOptions
    var state: RegionState
    /// When each device was last heard.
    var heard: [UInt64: MonotonicTime] = [:]
    /// When the region, or listening, began.
    var since: MonotonicTime?

    /// When the region counts as left, or as never entered; `nil` if it is left, or its time has not begun.
    var deadline: MonotonicTime? {
      guard state != .outside, let since else { return nil }
      if state == .unknown { return since + min(options.dwell, BeaconRegions.discovery) }
      return max(since, heard.values.max() ?? since) + options.dwell
    }
  }

  private(set) var regions: [Watched] = []
  /// Whether beacons would be heard.
  private var isListening = false

  subscript(identifier: String) -> Watched? {
    regions.first { $0.region.identifier == identifier }
  }

  mutating func add(_ region: Region, _ constraint: BeaconConstraint, _ options: MonitoringOptions)
  {
    regions.append(
      Watched(
        region: region, constraint: constraint, options: options, state: options.initialState))
  }

  mutating func remove(_ identifier: String) -> Bool {
    guard let index = regions.firstIndex(where: { $0.region.identifier == identifier }) else {
      return false
    }
    regions.remove(at: index)
    return true
  }

  /// When to call `fire`; `nil` if time changes nothing.
  var nextDeadline: MonotonicTime? { regions.lazy.compactMap { $0.deadline }.min() }

  /// Notes whether beacons would be heard. Silence counts from now on.
  mutating func listen(_ isListening: Bool, at now: MonotonicTime) {
    let isNew = isListening != self.isListening
    self.isListening = isListening
    for index in regions.indices where isNew || (isListening && regions[index].since == nil) {
      regions[index].since = isListening ? now : nil
    }
  }

  mutating func take(_ sighting: BeaconSighting) -> [RegionEvent] {
    guard case .proximity(let frame) = sighting.frame else { return [] }
    var events: [RegionEvent] = []
    for index in regions.indices where regions[index].constraint.matches(frame) {
      regions[index].note(sighting)
      guard regions[index].state != .inside else { continue }
      let wasUnknown = regions[index].state == .unknown
      regions[index].state = .inside
      let region = regions[index].region
      events.append(
        RegionEvent(
          identifier: region.identifier, state: .inside,
          crossing: wasUnknown || !region.notifyOnEntry ? nil : .enter, probability: 1,
          time: sighting.time, evidence: nil, beacon: sighting))
    }
    return events
  }

  /// Notes that a device has been silent since a time that is in the past.
  mutating func lose(_ device: UInt64, silentSince time: MonotonicTime) {
    for index in regions.indices {
      if let heard = regions[index].heard[device] {
        regions[index].heard[device] = min(heard, time)
      }
    }
  }

  mutating func fire(at now: MonotonicTime) -> [RegionEvent] {
    var events: [RegionEvent] = []
    for index in regions.indices {
      guard let deadline = regions[index].deadline, deadline <= now else { continue }
      let wasUnknown = regions[index].state == .unknown
      regions[index].state = .outside
      regions[index].heard = [:]
      // As for areas, to be far away at the start is no event.
      if wasUnknown { continue }
      let region = regions[index].region
      events.append(
        RegionEvent(
          identifier: region.identifier, state: .outside,
          crossing: region.notifyOnExit ? .exit : nil, probability: 1, time: now, evidence: nil))
    }
    return events
  }
}

extension BeaconRegions.Watched {
  fileprivate mutating func note(_ sighting: BeaconSighting) {
    if heard[sighting.device] == nil, heard.count >= BeaconRegions.capacity {
      if let oldest = heard.min(by: { $0.value < $1.value }) { heard[oldest.key] = nil }
    }
    heard[sighting.device] = max(heard[sighting.device] ?? sighting.time, sighting.time)
  }
}
