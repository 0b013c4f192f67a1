internal import CairnGeodesy
public import CairnTypes

/// Tells when the device enters and leaves regions, of which there may be many thousands.
///
/// Feed it fixes in order and wake it at `nextDeadline`. It is a value without a clock: its owner gives
/// the time. What it costs is measured by the regions near the device, not by all.
///
/// A region changes its state when a fix is sure: with the probability `confidence`, of an error that is
/// Gaussian and equal in all directions, it lies on the other side of the nearest boundary, taken for a
/// straight line, and to leave also `hysteresis` metres beyond. That must hold for `dwell`: at least two
/// fixes are sure and none between them lies on the old side. The first sure fix after `add` decides at
/// once, since there is nothing it contradicts. A fix less accurate than the region is large decides
/// nothing within twice its accuracy.
public struct RegionMonitor: Sendable {
  /// Metres along the surface from the last fix to the nearest boundary of any region, from inside or
  /// outside; `nil` before the first fix and without regions. A region that has been removed may count
  /// until the next fix.
  public internal(set) var nearestBoundary: Double?
  /// Fixes that were not looked at: not valid, without accuracy, not later than the one before, or later
  /// than the clock.
  public internal(set) var ignoredFixes = 0
  /// Regions whose distance was measured for the last fix.
  public internal(set) var measuredRegions = 0

  /// Counts every change of a region or its state: what was kept holds while it stays.
  public internal(set) var changes: UInt64 = 0

  var slots: [WatchedRegion?] = []
  var freeSlots: [Int32] = []
  var index = IdentifierIndex()
  var options = OptionsPool()
  var tree = RegionTree()
  var undecided: [Int32] = []
  var active: [ActiveRegion] = []
  var pending: [PendingChange] = []
  var last: LastFix?
  var fixNumber: UInt32 = 0
  /// Of the search, kept so that a fix allocates nothing.
  var searchMemory: [(node: Int32, cell: RegionTree.Cell)] = []

  /// What later questions need of the last fix.
  struct LastFix: Sendable {
    let time: MonotonicTime
    let accuracy: Double
    let point: GeocentricVector
  }

  /// Without regions.
  public init() {}

  /// Regions monitored.
  public var count: Int { index.count }

  /// Of the regions monitored, in no order.
  public var identifiers: [String] { slots.compactMap { $0?.region.identifier } }

  /// The region of that name; `nil` where none is monitored.
  public func region(_ identifier: String) -> Region? {
    index.slot(of: identifier, in: slots).flatMap { slots[Int($0)]?.region }
  }

  /// What is known about a region: `unknown` before the first sure fix, `nil` where none of that name is
  /// monitored.
  public func state(of identifier: String) -> RegionState? {
    index.slot(of: identifier, in: slots).flatMap { slots[Int($0)]?.state }
  }

  /// With what it is monitored; `nil` where none of that name is.
  public func options(of identifier: String) -> MonitoringOptions? {
    index.slot(of: identifier, in: slots).flatMap { slots[Int($0)] }.map { options[$0.options] }
  }

  /// Begins to monitor a region. One of the same name is replaced and what was known of it forgotten.
  ///
  /// - Parameters:
  ///   - region: any shape and place, also around a pole.
  ///   - options: how sure and how long.
  /// - Throws: what is wrong with them; the monitor is as it was.
  public mutating func add(
    _ region: Region, options: MonitoringOptions = MonitoringOptions()
  ) throws(RegionError) {
    guard options.isValid else { throw .options }
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

  /// Ends to monitor a region.
  ///
  /// - Returns: whether there was one of that name.
  @discardableResult
  public mutating func remove(_ identifier: String) -> Bool {
    guard let slot = index.remove(identifier, in: slots),
      let watched = slots[Int(slot)]
    else { return false }
    changes &+= 1
    leaveList(slot)
    tree.remove(slot)
    options.release(watched.options)
    slots[Int(slot)] = nil
    freeSlots.append(slot)
    if count == 0 { nearestBoundary = nil }
    return true
  }

  /// When to call `fire`; `nil` while nothing is to come.
  public var nextDeadline: MonotonicTime? {
    pending.lazy.filter { $0.isWitnessed }.map { $0.deadline }.min()
  }

  /// Whether anything is to be started for any region.
  public var wakes: Bool { options.used.contains { $0.wake != .none } }

  /// How late an event of any region may be; `nil` without regions.
  public var responsiveness: Duration? { options.used.map { $0.responsiveness }.min() }

  /// When the next fix is needed, so that no crossing goes unnoticed and no fix is wasted.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - maximumSpeed: metres per second that the device does not exceed; a motion sensor that feels no
  ///     motion makes it small.
  /// - Returns: not earlier than a second after the last fix; `now` where there was none; `nil` without
  ///   regions.
  public func nextFixNeeded(at now: MonotonicTime, maximumSpeed: Double) -> MonotonicTime? {
    guard count > 0 else { return nil }
    guard let last, let nearestBoundary else { return now }
    let soonest = last.time + Defaults.regionFixInterval
    guard undecided.isEmpty, maximumSpeed > 0 else { return soonest }
    // A year is long enough, and every duration can hold it.
    let seconds = min((nearestBoundary - last.accuracy) / maximumSpeed, 3.2e7)
    let byDistance = seconds > 0 ? last.time + .seconds(seconds) : soonest
    let byDwell = pending.lazy.map { $0.deadline }.min() ?? byDistance
    return max(soonest, min(byDistance, byDwell))
  }
}
