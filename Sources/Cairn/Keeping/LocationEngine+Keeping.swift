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
    if let fix = keeper.load(Self.fixKey, Location.init(decoding:)) { restore(fix) }
  }

  /// A fix whose age nobody knows is none.
  private func restore(_ kept: KeptStates.Kept<Location>) {
    var fix = kept.state
    let now = loop.now()
    if !kept.isOfThisBoot {
      guard let timestamp = fix.timestamp, let utc = keeper?.utc else { return }
      fix.time = now - (utc - timestamp)
    }
    guard fix.time <= now else { return }
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
