internal import CairnGeodesy
public import CairnTypes

extension RegionMonitor {
  /// Processes one fix.
  ///
  /// - Parameters:
  ///   - fix: a fix later than all before.
  ///   - now: the boot clock.
  /// - Returns: the events that it decided, after those of dwells that had ended by then.
  public mutating func receive(_ fix: Location, at now: MonotonicTime) -> [RegionEvent] {
    guard isUsable(fix, at: now) else {
      ignoredFixes &+= 1
      return []
    }
    var events = endDwells { $0 < fix.time }
    let point = GeocentricVector(fix.coordinate)
    last = LastFix(time: fix.time, accuracy: fix.horizontalAccuracy, point: point)
    fixNumber &+= 1
    measuredRegions = 0
    var nearest = Double.infinity
    // Backwards: a region that leaves the list is replaced by the last one, already judged.
    for position in active.indices.reversed() {
      judge(active[position].slot, fix, point, &nearest, &events)
    }
    let deviation = CrossingOdds.deviation(of: fix)
    for position in undecided.indices.reversed() {
      let slot = undecided[position]
      if !isFarOutside(slot, point, deviation) { judge(slot, fix, point, &nearest, &events) }
    }
    var search = RegionSearch(from: point, reach: nearest, memory: searchMemory)
    searchMemory = []
    while let slot = search.next(in: tree) {
      guard slots[Int(slot)]?.measured != fixNumber else { continue }
      judge(slot, fix, point, &nearest, &events)
      search.reach = nearest
    }
    searchMemory = search.end()
    nearestBoundary = nearest.isFinite ? nearest : nil
    return events
  }

  /// Processes the passing of time.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: the events of dwells that have ended, and of beacons that have been silent for
  ///   long; empty if woken early.
  public mutating func fire(at now: MonotonicTime) -> [RegionEvent] {
    endDwells { $0 <= now } + beaconEvents { $0.fire(at: now) }
  }

  private func isUsable(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard fix.coordinate.isValid, fix.horizontalAccuracy.isFinite, fix.horizontalAccuracy >= 0,
      fix.time <= now + Defaults.futureTolerance
    else { return false }
    return last.map { fix.time > $0.time } ?? true
  }

  private mutating func endDwells(where isOver: (MonotonicTime) -> Bool) -> [RegionEvent] {
    guard !pending.isEmpty else { return [] }
    let due = pending.filter { $0.isWitnessed && isOver($0.deadline) }
      .sorted { ($0.deadline, $0.slot) < ($1.deadline, $1.slot) }
    var events: [RegionEvent] = []
    for change in due {
      turn(
        change.slot, at: change.deadline, by: change.evidence, change.probability, &events)
    }
    return events
  }

  /// Decides most of thousands of new regions without measuring them: at this distance even the
  /// highest confidence is reached.
  private mutating func isFarOutside(
    _ slot: Int32, _ point: GeocentricVector, _ deviation: Double
  ) -> Bool {
    guard let state = slots[Int(slot)]?.state, state != .inside,
      !tree.spheres[Int(slot)].isWithin(NormalDistribution.certainty * deviation, of: point)
    else { return false }
    if state == .unknown { changes &+= 1 }
    slots[Int(slot)]?.state = .outside
    leaveList(slot)
    return true
  }

  private mutating func judge(
    _ slot: Int32, _ fix: Location, _ point: GeocentricVector, _ nearest: inout Double,
    _ events: inout [RegionEvent]
  ) {
    guard let outline = slots[Int(slot)]?.outline else { return }
    let distance = outline.signedDistance(to: point, tree.spheres[Int(slot)])
    nearest = min(nearest, distance.magnitude)
    measuredRegions += 1
    slots[Int(slot)]?.measured = fixNumber
    let isBlunt = fix.horizontalAccuracy > outline.size
    if isBlunt, distance.magnitude <= 2 * fix.horizontalAccuracy { return }
    decide(slot, distance, fix, &events)
  }

  private mutating func decide(
    _ slot: Int32, _ distance: Double, _ fix: Location, _ events: inout [RegionEvent]
  ) {
    guard let watched = slots[Int(slot)] else { return }
    // Outside and uncontradicted, like most regions that a search finds.
    if watched.list == .idle, distance > 0 { return }
    let options = options[watched.options]
    let odds = CrossingOdds(state: watched.state, distance: distance, fix: fix, options: options)
    if watched.list == .undecided {
      if odds.isSure {
        turn(slot, at: fix.time, by: fix, odds.probability, &events)
      } else if odds.isContradicted {
        enterList(slot, watched.state == .inside ? .active : .idle)
      }
    } else if odds.isSure {
      guard options.dwell > .zero else {
        return turn(slot, at: fix.time, by: fix, odds.probability, &events)
      }
      witness(slot, fix, odds.probability, dwell: options.dwell, &events)
    } else if !odds.isPossible {
      forgetPending(slot)
      if watched.state == .outside { enterList(slot, .idle) }
    }
  }

  private mutating func witness(
    _ slot: Int32, _ fix: Location, _ probability: Double, dwell: Duration,
    _ events: inout [RegionEvent]
  ) {
    if slots[Int(slot)]?.list != .active { enterList(slot, .active) }
    guard let position = slots[Int(slot)]?.position else { return }
    let index = Int(active[Int(position)].pending)
    guard index >= 0 else {
      active[Int(position)].pending = Int32(pending.count)
      pending.append(
        PendingChange(
          slot: slot, deadline: fix.time + dwell, evidence: fix, probability: probability))
      return
    }
    pending[index].witnesses &+= 1
    pending[index].evidence = fix
    pending[index].probability = probability
    if pending[index].isWitnessed, fix.time >= pending[index].deadline {
      turn(slot, at: fix.time, by: fix, probability, &events)
    }
  }

  /// Changes a region to the other state, or from unknown to the side of the fix.
  private mutating func turn(
    _ slot: Int32, at time: MonotonicTime, by fix: Location, _ probability: Double,
    _ events: inout [RegionEvent]
  ) {
    guard let watched = slots[Int(slot)] else { return }
    forgetPending(slot)
    let wasUnknown = watched.state == .unknown
    let isInside =
      wasUnknown
      ? watched.outline.signedDistance(
        to: GeocentricVector(fix.coordinate), tree.spheres[Int(slot)]) <= 0
      : watched.state == .outside
    changes &+= 1
    slots[Int(slot)]?.state = isInside ? .inside : .outside
    enterList(slot, isInside ? .active : .idle)
    // Thousands of regions start far away, which is no event.
    if wasUnknown, !isInside { return }
    let isWanted = isInside ? watched.region.notifyOnEntry : watched.region.notifyOnExit
    let crossing: RegionEvent.Crossing? =
      wasUnknown || !isWanted ? nil : isInside ? .enter : .exit
    events.append(
      RegionEvent(
        identifier: watched.region.identifier, state: isInside ? .inside : .outside,
        crossing: crossing, probability: probability, time: time, evidence: fix))
  }
}
