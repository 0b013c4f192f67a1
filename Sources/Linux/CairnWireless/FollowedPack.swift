internal import CairnGeodesy
public import CairnRadio
internal import CairnTypes
internal import Synchronization

/// A pack whose file may be replaced while it is used.
///
/// `PackWatch` notices the new file and gives it here; every look-up afterwards is in it. While a new pack is on trial,
/// providers give the scans that they compare with satellite fixes to `compare` as well, and a pack that gives worse
/// positions than the one before makes way for it.
///
/// Isolation: called from any thread; replaced on the event loop of its providers, so that no position is of two packs.
public final class FollowedPack: AccessPointSource, CellSource, Sendable {
  /// The pack's path.
  public let path: String
  private let state: Mutex<State>

  private struct State: Sendable {
    var pack: RadioPack?
    var trial: Trial?
    var onChange: [String: @Sendable (String?) -> Void] = [:]
    var onJudgement: (@Sendable (PackJudge) -> Void)?
  }

  /// A new pack and the one before.
  private struct Trial: Sendable {
    let previous: RadioPack
    var judge: PackJudge
  }

  /// Creates a source of a file that is read later; until then it knows nothing.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - pack: what is in it now; `nil` if there is none.
  public init(_ path: String, _ pack: RadioPack? = nil) {
    self.path = path
    state = Mutex(State(pack: pack))
  }

  /// Whether there is a pack.
  public var isThere: Bool { state.withLock { $0.pack != nil } }

  /// The pack in use; `nil` if there is none.
  public var pack: RadioPack? { state.withLock { $0.pack } }

  public func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? {
    pack?.accessPoints.accessPoint(bssid)
  }

  public func cell(_ identity: CellIdentity) -> KnownCell? { pack?.cells.cell(identity) }

  public func area(of identity: CellIdentity) -> KnownCell? { pack?.cells.area(of: identity) }

  // MARK: - Replacement

  /// Calls `body` on the loop when the pack has been replaced, with what a person must know of that, if anything.
  ///
  /// - Parameters:
  ///   - listener: the caller's name; a second closure of the same name takes the place of the first.
  ///   - body: the closure.
  func onChange(of listener: String, _ body: @escaping @Sendable (_ news: String?) -> Void) {
    state.withLock { $0.onChange[listener] = body }
  }

  /// Calls `body` on the loop after each place that was compared.
  package func onJudgement(_ body: (@Sendable (PackJudge) -> Void)?) {
    state.withLock { $0.onJudgement = body }
  }

  /// Uses another pack.
  ///
  /// - Parameters:
  ///   - pack: the pack; `nil` for none.
  ///   - previous: the one to compare it with; `nil` if it is not on trial.
  ///   - news: what a person must know.
  package func replace(
    with pack: RadioPack?, onTrialAgainst previous: RadioPack?, news: String? = nil
  ) {
    let listeners = state.withLock { state in
      state.pack = pack
      if let pack, let previous {
        let judge = PackJudge(of: pack.fingerprint, against: previous.fingerprint)
        if state.trial?.judge.subject != judge.subject {
          state.trial = Trial(previous: previous, judge: judge)
        }
      } else {
        state.trial = nil
      }
      return Array(state.onChange.values)
    }
    for listener in listeners { listener(news) }
  }

  /// Goes on with what an earlier program has compared, if that was of the same packs.
  package func restore(_ judge: PackJudge) {
    state.withLock { state in
      guard let trial = state.trial, trial.judge.subject == judge.subject,
        trial.judge.count < judge.count
      else { return }
      state.trial?.judge = judge
    }
  }

  /// Ends the trial.
  ///
  /// - Parameter goesBack: whether the pack before is used again.
  package func endTrial(goesBack: Bool) {
    state.withLock { state in
      if goesBack, let trial = state.trial { state.pack = trial.previous }
      state.trial = nil
    }
  }

  // MARK: - Trial

  /// The judge of the new pack; `nil` if none is on trial.
  package var judge: PackJudge? { state.withLock { $0.trial?.judge } }

  /// Compares the positions of a scan by both packs with a satellite fix of the same place.
  func compare(
    _ scan: WiFiScan, with fix: Location, at now: MonotonicTime, by positioner: WiFiPositioner
  ) {
    guard fix.coordinate.isValid else { return }
    compare(PackJudge.Place(fix.coordinate), with: fix) { pack in
      try? positioner.position(of: scan, at: now, from: pack.accessPoints).coordinate
    }
  }

  /// The same of cells.
  func compare(_ cells: [CellSighting], with fix: Location, at now: MonotonicTime) {
    guard fix.coordinate.isValid, let serving = cells.first(where: \.isServing)?.identity else {
      return
    }
    compare(PackJudge.Place(serving), with: fix) { pack in
      try? CellPositioner.position(of: cells, at: now, from: pack.cells).coordinate
    }
  }

  private func compare(
    _ place: PackJudge.Place, with fix: Location, _ position: (RadioPack) -> Coordinate?
  ) {
    let (pack, trial) = state.withLock { ($0.pack, $0.trial) }
    guard let pack, var judge = trial?.judge, let previous = trial?.previous, judge.wants(place),
      // Where one of them knows nothing, the other is not at fault.
      let new = position(pack), let old = position(previous),
      judge.add(
        place, new: new.distance(to: fix.coordinate), old: old.distance(to: fix.coordinate),
        fixAccuracy: fix.horizontalAccuracy)
    else { return }
    let judged = judge
    let listener = state.withLock { state in
      state.trial?.judge = judged
      return state.onJudgement
    }
    listener?(judged)
  }
}
