internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

// What outlasts the program: the last fix here, the rest with its service.

extension LocationEngine {
  private static let fixKey = "fix"

  /// Begins to keep states, with the fix that an earlier program has left.
  func startKeeping(_ states: KeptStates) {
    let keeper = StateKeeper(states, loop: loop) { [self] error in
      assumeIsolated { $0.tell(error) }
    }
    self.keeper = keeper
    fixDue = MonotonicTime(nanoseconds: .min)
    guard let kept = keeper.load(Self.fixKey, Location.init(decoding:)) else { return }
    if kept.isOfThisBoot { return restore(kept.state) }
    earlierFix = kept.state
    restoreEarlierFix()
  }

  /// A fix whose age nobody knows is none: UTC may come long after the start of the device.
  func restoreEarlierFix() {
    guard var fix = earlierFix, let utc = keeper?.utc else { return }
    earlierFix = nil
    guard shared.last == nil, let timestamp = fix.timestamp else { return }
    fix.time = loop.now() - (utc - timestamp)
    restore(fix)
  }

  private func restore(_ fix: Location) {
    var fix = fix
    guard fix.time <= loop.now() + Defaults.futureTolerance else { return }
    fix.source.flags.insert(.cached)
    shared.setLast(fix)
    keptFix = fix.time
  }

  /// Keeps the last fix, if it is another one than was kept.
  func keepFix() {
    guard let keeper, let time = shared.last?.time, time != keptFix else { return }
    keptFix = time
    fixDue = loop.now() + Defaults.keptFixInterval
    keeper.keep(Self.fixKey) { [shared] in
      let fix = shared.last
      return { fix?.encoded ?? [] }
    }
  }

  /// Keeps everything as it is now.
  func keepAll() {
    keepFix()
    for client in clients { (client as? any KeptClient)?.keepAll() }
  }

  /// Waits until everything that is kept is on the disk.
  func finishKeeping() async { await keeper?.finish() }

  /// A failure to keep anything stops nothing; every manager is told.
  private func tell(_ error: LocationError) {
    for listener in listeners.values { listener.mailbox.put(error) }
  }
}
