internal import Cairn
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// What the regions of one program may take in all, of all its services. Isolation: the event loop.
final class RegionRoom {
  private var regions = WireLimits.regions
  private var points = WireLimits.points

  /// Takes room, if there is as much.
  func take(regions: Int, points: Int) -> Bool {
    guard regions <= self.regions, points <= self.points else { return false }
    self.regions -= regions
    self.points -= points
    return true
  }

  /// Returns room that was taken.
  func giveBack(regions: Int, points: Int) {
    self.regions += regions
    self.points += points
  }
}

/// The regions of one service of a program, as far as they arrive in pieces and take room.
///
/// Isolation: the event loop.
final class NativeRegions {
  private let room: RegionRoom
  /// The number of points of each region.
  private var points: [String: Int] = [:]
  /// Regions of which neither the program nor this service knows the state.
  private(set) var undecided: Set<String> = []
  /// Points of the next region.
  private var outline: [Coordinate] = []
  /// Whether there was no room for some of them.
  private var isOutlineCut = false

  init(_ room: RegionRoom) { self.room = room }

  /// Notes points of the next region.
  func take(_ points: [Coordinate]) {
    guard !isOutlineCut, room.take(regions: 0, points: points.count) else {
      isOutlineCut = true
      return
    }
    outline += points
  }

  /// Takes room for a region with the points before it, instead of one with the same identifier.
  ///
  /// - Throws: `.regionMonitoringFailure` if there is no room, or the shape is unknown.
  func add(
    _ wire: WireRegion
  ) throws(LocationError) -> (Region, MonitoringOptions) {
    let (before, isCut) = (outline, isOutlineCut)
    forgetOutline()
    remove(wire.identifier)
    let all = before + wire.points
    guard !isCut, room.take(regions: 1, points: all.count) else {
      throw LocationError(
        .regionMonitoringFailure,
        reason: "the daemon monitors \(WireLimits.regions) regions of a program with "
          + "\(WireLimits.points) points in all, not more")
    }
    points[wire.identifier] = all.count
    if RegionState(rawValue: wire.state) ?? .unknown == .unknown {
      undecided.insert(wire.identifier)
    }
    guard let shape = Region.Shape(wire, all) else {
      throw LocationError(
        .regionMonitoringFailure, reason: "the daemon does not know the shape of the region")
    }
    var region = Region(identifier: wire.identifier, shape: shape)
    (region.notifyOnEntry, region.notifyOnExit) = (wire.notifiesOnEntry, wire.notifiesOnExit)
    return (region, MonitoringOptions(wire))
  }

  /// Notes that the program is told of the state of a region.
  func decide(_ identifier: String) { undecided.remove(identifier) }

  /// Returns the room of a region.
  func remove(_ identifier: String) {
    undecided.remove(identifier)
    guard let count = points.removeValue(forKey: identifier) else { return }
    room.giveBack(regions: 1, points: count)
  }

  /// Returns the room of everything.
  func removeAll() {
    forgetOutline()
    for identifier in Array(points.keys) { remove(identifier) }
  }

  private func forgetOutline() {
    room.giveBack(regions: 0, points: outline.count)
    (outline, isOutlineCut) = ([], false)
  }
}

extension Region {
  /// A region for what needs only the identifier.
  static func named(_ identifier: String) -> Region {
    Region(identifier: identifier, shape: .polygon([]))
  }
}

extension Region.Shape {
  /// `nil` for a shape that this version does not know, or a circle without a centre.
  fileprivate init?(_ wire: WireRegion, _ points: [Coordinate]) {
    switch (wire.kind, points.first) {
    case (.circle, let center?): self = .circle(center: center, radius: wire.size)
    case (.polygon, _): self = .polygon(points)
    case (.corridor, _): self = .corridor(points, width: wire.size)
    case (.beacon, _): self = .beacon(wire.constraint)
    case (.circle, nil), (nil, _): return nil
    }
  }
}

extension MonitoringOptions {
  fileprivate init(_ wire: WireRegion) {
    self.init()
    (confidence, dwell, hysteresis) = (wire.confidence, wire.dwell, wire.hysteresis)
    (desiredAccuracy, responsiveness) = (wire.desiredAccuracy, wire.responsiveness)
    initialState = RegionState(rawValue: wire.state) ?? .unknown
  }
}

extension WireRegionEvent {
  init(_ event: RegionEvent) {
    self.init(
      event.identifier, state: event.state.rawValue, crossing: event.crossing?.rawValue ?? 255)
    (probability, time, timestamp) = (event.probability, event.time, event.timestamp)
    (evidence, beacon) = (event.evidence, event.beacon)
  }
}

extension WireAltitude {
  init(_ altitude: RelativeAltitude) {
    self.init(
      relativeAltitude: altitude.relativeAltitude, pressure: altitude.pressure, time: altitude.time)
  }
}
