internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

// States that outlast the program: the last fix here, the others with their services.

extension LocationEngine {
  private static let fixKey = "fix"

  /// Starts to store states, and asks for the fix that an earlier program has stored.
  func startKeeping(_ states: KeptStates) {
    let keeper = StateKeeper(states, loop: loop) { [self] error in
      assumeIsolated { $0.tell(error) }
    }
    self.keeper = keeper
    fixDue = MonotonicTime(nanoseconds: .min)
    keeper.load(Self.fixKey, Location.init(decoding:)) { [self] kept in
      assumeIsolated { $0.take(kept) }
    }
  }

  /// Takes the stored fix, unless there is a newer one by now, and shows it to the services that
  /// have begun without it.
  private func take(_ kept: KeptStates.Kept<Location>?) {
    guard let kept, shared.last == nil else { return }
    earlierFix = kept.state
    if kept.isOfThisBoot {
      earlierFix = nil
      restore(kept.state)
    } else {
      restoreEarlierFix()
    }
    guard let last = shared.last else { return }
    var effects: ClientEffects = []
    for client in clients { effects.formUnion(client.recall(last, at: loop.now())) }
    follow(effects)
  }

  /// Restores a fix of an earlier boot. Its age is known only with UTC, which may come late.
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

  /// Stores the last fix if it has changed.
  func keepFix() {
    guard let keeper, let time = shared.last?.time, time != keptFix else { return }
    keptFix = time
    fixDue = loop.now() + Defaults.keptFixInterval
    keeper.keep(Self.fixKey) { [shared] in
      let fix = shared.last
      return { fix?.encoded ?? [] }
    }
  }

  /// Stores everything as it is now.
  func keepAll() {
    keepFix()
    for client in clients { client.keepAll() }
  }

  /// Waits until everything is on the disk.
  func finishKeeping() async { await keeper?.finish() }

  /// Tells every manager that storing failed; nothing else stops.
  private func tell(_ error: LocationError) {
    for listener in listeners.values { listener.mailbox.put(error) }
  }
}
