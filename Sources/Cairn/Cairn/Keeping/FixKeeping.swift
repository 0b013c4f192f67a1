internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

/// Stores the last fix, and restores that of an earlier program. Isolation: the event loop.
struct FixKeeping {
  static let key = "fix"

  /// Stores states; `nil` without a storage.
  let keeper: StateKeeper?
  /// When the last fix is to be stored again.
  private(set) var due: MonotonicTime
  /// The time of the fix that was stored last.
  private var stored: MonotonicTime?
  /// A fix of an earlier boot, held until UTC tells its age.
  private var earlier: Location?

  init(_ keeper: StateKeeper? = nil) {
    self.keeper = keeper
    due = keeper == nil ? .distantFuture : MonotonicTime(nanoseconds: .min)
  }

  /// Stores the last fix if it has changed.
  mutating func keepFix(of shared: SharedState, at now: MonotonicTime) {
    guard let keeper, let time = shared.last?.time, time != stored else { return }
    stored = time
    due = now + Defaults.keptFixInterval
    keeper.keep(Self.key) {
      let fix = shared.last
      return { fix?.encoded ?? [] }
    }
  }

  /// Takes the fix that an earlier program has stored, and returns it if its age is known.
  mutating func take(_ kept: KeptStates.Kept<Location>, at now: MonotonicTime) -> Location? {
    if kept.isOfThisBoot { return restored(kept.state, at: now) }
    earlier = kept.state
    return earlierFix(at: now)
  }

  /// Returns the fix of an earlier boot, once. Its age is known only with UTC, which may come late.
  mutating func earlierFix(at now: MonotonicTime) -> Location? {
    guard var fix = earlier, let utc = keeper?.utc else { return nil }
    earlier = nil
    guard let timestamp = fix.timestamp else { return nil }
    fix.time = now - (utc - timestamp)
    return restored(fix, at: now)
  }

  private mutating func restored(_ fix: Location, at now: MonotonicTime) -> Location? {
    guard fix.time <= now + Defaults.futureTolerance else { return nil }
    var fix = fix
    fix.source.flags.insert(.cached)
    stored = fix.time
    return fix
  }
}

// States that outlast the program: the last fix here, the others with their services.

extension LocationEngine {
  /// Starts to store states, and asks for the fix that an earlier program has stored.
  func startKeeping(_ states: KeptStates) {
    let keeper = StateKeeper(states, loop: loop) { [self] error in
      assumeIsolated { $0.tell(error) }
    }
    keeping = FixKeeping(keeper)
    keeper.load(FixKeeping.key, Location.init(decoding:)) { [self] kept in
      assumeIsolated { $0.take(kept) }
    }
  }

  /// Takes the stored fix, unless there is a newer one by now, and shows it to the services that
  /// have begun without it.
  private func take(_ kept: KeptStates.Kept<Location>?) {
    guard let kept, shared.last == nil, let fix = keeping.take(kept, at: loop.now()) else { return }
    shared.setLast(fix)
    tell { $0.recall(fix, at: loop.now()) }
  }

  /// Stores everything as it is now.
  func keepAll() {
    keeping.keepFix(of: shared, at: loop.now())
    for client in clients { client.keepAll() }
  }

  /// Waits until everything is on the disk.
  func finishKeeping() async { await keeping.keeper?.finish() }

  /// Tells every manager that storing failed; nothing else stops.
  private func tell(_ error: LocationError) {
    for listener in listeners.values { listener.mailbox.put(error) }
  }
}
