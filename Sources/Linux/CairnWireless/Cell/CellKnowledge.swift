internal import CairnGeodesy
internal import CairnRadio
internal import CairnTypes

/// Cells that a provider knows, and the way it learns them.
struct CellKnowledge: LearnedKnowledge {
  /// Minimum time and metres between two questions that are asked only to learn.
  static let interval = Duration.seconds(60)
  static let spacing = 300.0

  private(set) var map: CellMap
  private(set) var hasNews = false
  private var learner = CellLearner()
  /// The last satellite fix.
  private var fix: Location?
  /// The last cells heard, until there is a satellite fix of the same place to learn from.
  private var unlearned: [CellSighting] = []
  /// Where and when the modem was last asked in order to learn.
  private var asked: (place: Coordinate, time: MonotonicTime)?

  init(packs: [any CellSource & Sendable]) { map = CellMap(packs: packs) }

  /// Takes the cells that the modem hears, to learn from them once there is a satellite fix of the
  /// same place.
  mutating func take(_ cells: [CellSighting], at now: MonotonicTime) {
    unlearned = cells
    learn(now)
  }

  /// Takes a fix of another provider.
  ///
  /// - Returns: whether to ask the modem for the cells that it hears here, because the device has
  ///   moved since it was last asked.
  mutating func take(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard fix.source.technology == .gnss else { return false }
    self.fix = fix
    learn(now)
    guard fix.horizontalAccuracy <= CellLearner.maximumFixAccuracy, fix.coordinate.isValid else {
      return false
    }
    if let asked, now - asked.time < Self.interval { return false }
    if let asked, asked.place.distance(to: fix.coordinate) < Self.spacing { return false }
    asked = (fix.coordinate, now)
    return true
  }

  private mutating func learn(_ now: MonotonicTime) {
    guard let fix, !unlearned.isEmpty else { return }
    let delay = CellLearner.maximumDelay
    let isHere = unlearned.contains { cell in
      cell.time - fix.time <= delay && fix.time - cell.time <= delay
    }
    if isHere {
      for pack in map.followed { pack.compare(unlearned, with: fix, at: now) }
    }
    if learner.learn(unlearned, at: fix, into: &map.learned) { hasNews = true }
    unlearned.removeAll { $0.time - fix.time <= CellLearner.maximumDelay }
  }

  // MARK: Between programs

  var knowsAny: Bool { map.knowsAny }
  var damage: PackDamage { map.damage }
  var followed: [FollowedPack] { map.followed }
  var isUntaught: Bool { map.learned.count == 0 }

  mutating func kept() -> LearnedCells {
    hasNews = false
    return map.learned
  }

  mutating func noteLoss() { hasNews = true }

  mutating func restore(_ learned: LearnedCells) { map.learned = learned }
}
