internal import CairnGeodesy
public import CairnTypes

/// Reports when the device enters and leaves regions, of which there may be many thousands.
///
/// Pass it fixes in order, sightings of beacons if `hasBeacons`, and call `fire` at `nextDeadline`. It is a value without a clock: its
/// owner supplies the time. Its cost depends on the regions near the device, not on all regions.
///
/// A region changes its state on a conclusive fix: one that with probability `confidence` lies on
/// the other side of the nearest boundary, and to leave also `hysteresis` metres beyond. The error
/// is assumed to be Gaussian and equal in all directions, the boundary straight. The new side must
/// hold for `dwell`, with at least two conclusive fixes and none on the old side. The first
/// conclusive fix after `add` decides at once, as it contradicts nothing. A fix less accurate than
/// the region's size decides nothing within twice its accuracy.
public struct RegionMonitor: Sendable {
  /// Metres along the surface from the last fix to the nearest boundary, from inside or outside;
  /// `nil` before the first fix and without regions. A removed region may count until the next fix.
  public internal(set) var nearestBoundary: Double?
  /// Ignored fixes: invalid, without accuracy, not later than the previous one, or in the future.
  public internal(set) var ignoredFixes = 0
  /// The number of regions whose distance was measured for the last fix.
  public internal(set) var measuredRegions = 0

  /// Counts every change of a region or its state, so that storing can tell whether it is needed.
  public internal(set) var changes: UInt64 = 0

  var slots: [WatchedRegion?] = []
  var freeSlots: [Int32] = []
  var index = IdentifierIndex()
  var options = OptionsPool()
  var tree = RegionTree()
  var undecided: [Int32] = []
  var active: [ActiveRegion] = []
  var pending: [PendingChange] = []
  /// The regions around beacons.
  var beacons = BeaconRegions()
  var last: LastFix?
  var fixNumber: UInt32 = 0
  /// Search stack, kept between fixes so that a fix does not allocate.
  var searchMemory: [(node: Int32, cell: RegionTree.Cell)] = []

  /// The last fix, as far as it is needed later.
  struct LastFix: Sendable {
    let time: MonotonicTime
    let accuracy: Double
    let point: GeocentricVector
  }

  /// Creates a monitor without regions.
  public init() {}

  /// The number of monitored regions.
  public var count: Int { index.count + beacons.regions.count }

  /// Whether a region is an area, so that fixes are needed.
  public var hasAreas: Bool { index.count > 0 }

  /// Whether a region is around beacons, so that they must be listened for.
  public var hasBeacons: Bool { !beacons.regions.isEmpty }

  /// The identifiers of the monitored regions, unordered.
  public var identifiers: [String] {
    slots.compactMap { $0?.region.identifier } + beacons.regions.map { $0.region.identifier }
  }

  /// Returns the region with that identifier; `nil` if it is not monitored.
  public func region(_ identifier: String) -> Region? {
    index.slot(of: identifier, in: slots).flatMap { slots[Int($0)]?.region }
      ?? beacons[identifier]?.region
  }

  /// Returns a region's state: `unknown` before a conclusive fix, `nil` if it is not monitored.
  public func state(of identifier: String) -> RegionState? {
    index.slot(of: identifier, in: slots).flatMap { slots[Int($0)]?.state }
      ?? beacons[identifier]?.state
  }

  /// Returns a region's options; `nil` if it is not monitored.
  public func options(of identifier: String) -> MonitoringOptions? {
    index.slot(of: identifier, in: slots).flatMap { slots[Int($0)] }.map { options[$0.options] }
      ?? beacons[identifier]?.options
  }

  /// Monitors a region. Replaces a region with the same identifier and forgets its state.
  ///
  /// - Parameters:
  ///   - region: any shape and place, even around a pole.
  ///   - options: the confidence and the times.
  /// - Throws: the mistake in them; the monitor is then unchanged.
  public mutating func add(
    _ region: Region, options: MonitoringOptions = MonitoringOptions()
  ) throws(RegionError) {
    guard options.isValid else { throw .options }
    if case .beacon(let constraint) = region.shape {
      remove(region.identifier)
      changes &+= 1
      return beacons.add(region, constraint, options)
    }
    let (outline, sphere) = try RegionOutline.measured(region.shape)
    remove(region.identifier)
    let slot = freeSlots.popLast() ?? Int32(slots.count)
    if Int(slot) == slots.count { slots.appendSparingly(nil) }
    slots[Int(slot)] = WatchedRegion(
      region: region, state: options.initialState, outline: outline,
      options: self.options.take(options))
    changes &+= 1
    index.insert(slot, in: slots)
    enterList(slot, .undecided)
    tree.insert(slot, sphere)
    guard let last else { return }
    let distance = outline.signedDistance(to: last.point, sphere).magnitude
    nearestBoundary = min(nearestBoundary ?? distance, distance)
  }

  /// Stops monitoring a region.
  ///
  /// - Returns: whether the region was monitored.
  @discardableResult
  public mutating func remove(_ identifier: String) -> Bool {
    guard let slot = index.remove(identifier, in: slots),
      let watched = slots[Int(slot)]
    else {
      guard beacons.remove(identifier) else { return false }
      changes &+= 1
      return true
    }
    changes &+= 1
    leaveList(slot)
    tree.remove(slot)
    options.release(watched.options)
    slots[Int(slot)] = nil
    freeSlots.append(slot)
    if !hasAreas { nearestBoundary = nil }
    return true
  }

  /// When to call `fire`; `nil` if no dwell or silence of beacons is about to end.
  public var nextDeadline: MonotonicTime? {
    let dwell = pending.lazy.filter { $0.isWitnessed }.map { $0.deadline }.min()
    guard let silence = beacons.nextDeadline else { return dwell }
    return min(dwell ?? silence, silence)
  }

  /// Whether any region starts a program.
  public var wakes: Bool {
    options.used.contains { $0.wake != .none }
      || beacons.regions.contains { $0.options.wake != .none }
  }

  /// How late an event of any region may be; `nil` without regions.
  public var responsiveness: Duration? { options.used.map { $0.responsiveness }.min() }

  /// Returns when the next fix is needed so that no crossing is missed and no fix is wasted.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - maximumSpeed: metres per second that the device does not exceed; small while a motion
  ///     sensor reports rest.
  /// - Returns: a second after the last fix or later; `now` before any fix; `nil` without regions.
  public func nextFixNeeded(at now: MonotonicTime, maximumSpeed: Double) -> MonotonicTime? {
    guard hasAreas else { return nil }
    guard let last, let nearestBoundary else { return now }
    let soonest = last.time + Defaults.regionFixInterval
    guard undecided.isEmpty, maximumSpeed > 0 else { return soonest }
    // A year is long enough, and fits any duration.
    let seconds = min((nearestBoundary - last.accuracy) / maximumSpeed, 3.2e7)
    let byDistance = seconds > 0 ? last.time + .seconds(seconds) : soonest
    let byDwell = pending.lazy.map { $0.deadline }.min() ?? byDistance
    return max(soonest, min(byDistance, byDwell))
  }
}
