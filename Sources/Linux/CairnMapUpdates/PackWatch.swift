internal import CairnHAL
package import CairnLinux
internal import CairnMaps
package import CairnRadio
internal import CairnTypes
package import CairnWireless

/// Follows the file of a pack: gives a new one to the providers as soon as it is in place, and takes it back when it
/// gives worse positions.
///
/// Isolation: belongs to its event loop. Files are read and written on a thread of their own.
package final class PackWatch {
  /// How long after a failure the record is written again.
  private static let retryInterval = Duration.seconds(60)

  private let pack: FollowedPack
  private let files: MapFiles
  private let loop: EventLoop
  private let watch: FolderWatch
  private let keeper: LearnedStateKeeper<PackJudge>
  private let log: (String) -> Void
  /// What is in use, as the disk identifies it.
  private var identity: [UInt64]?
  private var isReading = false
  /// Whether the file has changed since it was read.
  private var isStale = false
  private var retry: TimerID?

  /// - Parameters:
  ///   - pack: the pack.
  ///   - loop: the loop of its providers.
  ///   - log: receives a line for each thing that a person should know.
  package init(_ pack: FollowedPack, loop: EventLoop, log: @escaping (String) -> Void) {
    self.pack = pack
    self.loop = loop
    self.log = log
    files = MapFiles(pack.path)
    watch = FolderWatch(files.folder, loop: loop)
    keeper = LearnedStateKeeper(files.folder, key: "\(files.name)-trial", loop: loop)
  }

  /// Begins to follow.
  package func start() {
    let watch = Carried(WeakWatch(watch: self))
    // Providers compare on the loop.
    pack.onJudgement { judge in watch.value.watch?.take(judge) }
    do throws(DeviceError) {
      try self.watch.start { [weak self] in self?.look() }
    } catch {
      log(
        "\(files.pack) is not watched, and a new one is used after a restart: \(error.explanation)")
    }
    look()
  }

  /// Ends it, and keeps what was compared.
  package func stop() {
    watch.stop()
    pack.onJudgement(nil)
    if let retry { loop.cancel(retry) }
    retry = nil
    if let judge = pack.judge, judge.count > 0 {
      keeper.keep {
        judge
      } then: {
      }
    }
  }

  /// Calls `body` once everything is on the disk, or has failed.
  package func whenIdle(_ body: @escaping () -> Void) { keeper.whenIdle(body) }

  private struct WeakWatch {
    weak var watch: PackWatch?
  }

  // MARK: - The file

  /// What is on the disk.
  private struct Found: Sendable {
    var identity: [UInt64]?
    var pack: RadioPack?
    /// The pack to compare it with.
    var previous: RadioPack?
    var failure: String?
  }

  private func look() {
    guard !isReading else { return isStale = true }
    guard identity == nil || FileSystem.identity(files.pack) != identity else { return }
    isReading = true
    let files = files
    inBackground({ Self.read(files) }) { [weak self] found in self?.take(found) }
  }

  private static func read(_ files: MapFiles) -> Found {
    var found = Found(identity: FileSystem.identity(files.pack))
    guard found.identity != nil else { return found }
    do throws(MapFailure) {
      let record = try files.readRecord()
      if let record, !record.refused.isEmpty {
        try files.change { () throws(MapFailure) in try files.completeRefusal() }
        found.identity = FileSystem.identity(files.pack)
      }
      let pack = try MapFiles.open(files.pack)
      found.pack = pack
      guard let record, !record.isProven, record.current?.fingerprint == pack.fingerprint,
        let previous = try? MapFiles.open(files.previous),
        previous.fingerprint != pack.fingerprint, !record.refuses(previous.fingerprint)
      else { return found }
      found.previous = previous
    } catch {
      found.failure = error.description
    }
    return found
  }

  private func take(_ found: Found) {
    isReading = false
    defer {
      if isStale {
        isStale = false
        look()
      }
    }
    if let failure = found.failure { log(failure) }
    identity = found.identity
    // The pack in use stays in memory where the new one is of no use or gone.
    guard let new = found.pack else { return }
    let isOther = pack.pack?.fingerprint != new.fingerprint
    pack.replace(with: new, onTrialAgainst: found.previous)
    if isOther { log("\(files.pack) has been replaced, and is used") }
    guard found.previous != nil else { return }
    keeper.load { [weak self] result in
      if case .success(let judge?) = result { self?.pack.restore(judge) }
    }
  }

  // MARK: - The trial

  private func take(_ judge: PackJudge) {
    switch judge.verdict {
    case .open: keeper.schedule { [weak self] in self?.keep() }
    case .sound:
      pack.endTrial(goesBack: false)
      forget()
      note(judge, nil)
    case .worse:
      let reason =
        "at \(judge.worse) of \(judge.count) places farther from satellite fixes than before, and nearer at "
        + "\(judge.better); the errors there are \(Self.text(judge.medianRatio)) times as large"
      pack.endTrial(goesBack: true)
      forget()
      note(judge, reason)
    }
  }

  private func keep() {
    guard let judge = pack.judge else { return }
    keeper.keep {
      judge
    } then: {
    }
  }

  /// Overwrites the places that were compared, which nobody needs any more.
  private func forget() {
    keeper.keep {
      PackJudge(of: 0, against: 0)
    } then: {
    }
  }

  /// Writes a verdict into the record, and puts the pack before in its place if there is a reason.
  private func note(_ judge: PackJudge, _ reason: String?) {
    let files = files
    inBackground({ Self.write(files, judge.subject, reason) }) { [weak self] result in
      self?.noted(judge, reason, result)
    }
  }

  /// - Returns: the versions that were refused and that are used again; `nil` for those that are unknown.
  private static func write(
    _ files: MapFiles, _ subject: UInt64, _ reason: String?
  ) -> Result<Versions, MapFailure> {
    do throws(MapFailure) {
      return .success(
        try files.change { () throws(MapFailure) in
          guard var record = try files.readRecord(), let current = record.current,
            let previous = try? MapFiles.open(files.previous),
            PackJudge(of: current.fingerprint, against: previous.fingerprint).subject == subject
          else { return Versions() }
          if let reason { record.refuseCurrent(because: reason) } else { record.isProven = true }
          // First, so that power that is lost now does not bring the refused pack back: `completeRefusal`.
          try files.write(record)
          try files.completeRefusal()
          return Versions(name: record.name, old: record.current?.version, new: current.version)
        })
    } catch {
      return .failure(error)
    }
  }

  private struct Versions: Sendable {
    var name: String?
    var old: Int?
    var new: Int?
  }

  private func noted(_ judge: PackJudge, _ reason: String?, _ result: Result<Versions, MapFailure>)
  {
    switch result {
    case .failure(let error):
      log(error.description)
      retry = loop.schedule(at: loop.now() + Self.retryInterval) { [weak self] in
        self?.note(judge, reason)
      }
    case .success(let versions):
      guard let reason, let name = versions.name, let new = versions.new else { return }
      let old = versions.old.map { "version \($0)" } ?? "the pack before"
      let news =
        "version \(new) of the map \(name) gives worse positions here: \(reason); \(old) is used again, and \(new) "
        + "is not taken any more"
      log(news)
      pack.replace(with: pack.pack, onTrialAgainst: nil, news: news)
    }
  }

  private static func text(_ ratio: Double) -> String {
    let tenths = Int(max(0, min(1e6, ratio * 10 + 0.5)))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func inBackground<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    do throws(DeviceError) {
      try loop.inBackground("pack", work, then: then)
    } catch {
      isReading = false
      log(error.explanation)
    }
  }
}

extension PackJudge: LearnedState {}
