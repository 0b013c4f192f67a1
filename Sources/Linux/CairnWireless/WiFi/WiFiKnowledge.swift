internal import CairnGeodesy
internal import CairnRadio
internal import CairnTypes

/// Access points that a provider knows, its own errors, and the way it learns them.
struct WiFiKnowledge: LearnedKnowledge {
  /// How long before or after a scan a satellite fix is of the same place.
  static let simultaneity = Duration.seconds(2)

  private(set) var map: RadioMap
  private(set) var hasNews = false
  private var positioner = WiFiPositioner()
  private var learner = AccessPointLearner()
  /// The last satellite fix.
  private var fix: Location?
  /// The last scan, until there is a satellite fix of the same place to learn from.
  private var unlearned: WiFiScan?
  /// Where the accuracy was last compared with a satellite fix.
  private var comparedAt: Coordinate?

  init(packs: [any AccessPointSource & Sendable], capacity: Int) {
    map = RadioMap(packs: packs, capacity: capacity)
  }

  /// Computes the position of a scan.
  ///
  /// - Parameters:
  ///   - scan: the scan.
  ///   - now: the boot clock.
  ///   - isMoving: whether the device moves; `nil` if that is not known.
  /// - Returns: the position.
  /// - Throws: why there is none.
  func position(
    of scan: WiFiScan, at now: MonotonicTime, isMoving: Bool?
  ) throws(WiFiPositionFailure) -> WiFiPosition {
    try positioner.position(of: scan, at: now, isMoving: isMoving, from: map.source())
  }

  // MARK: Learning

  /// Takes a scan, to learn from it once there is a satellite fix of the same place.
  mutating func take(_ scan: WiFiScan, at now: MonotonicTime) {
    unlearned = scan
    learn(now)
  }

  /// Takes a fix of another provider.
  mutating func take(_ fix: Location, at now: MonotonicTime) {
    guard fix.source.technology == .gnss else { return }
    self.fix = fix
    if let day = fix.timestamp?.date?.daysSince1970 { map.note(day: UInt16(clamping: day)) }
    learn(now)
  }

  /// Learns from the last scan, once, if there is a satellite fix of the same place.
  private mutating func learn(_ now: MonotonicTime) {
    guard let scan = unlearned, let fix else { return }
    let apart = scan.time - fix.time
    guard apart <= Self.simultaneity, apart >= .zero - Self.simultaneity else { return }
    unlearned = nil
    // First, since positions are not judged by what they have taught.
    compare(scan, with: fix, now)
    for pack in map.followed { pack.compare(scan, with: fix, at: now, by: positioner) }
    let changed = learner.learn(scan, at: fix) { map.learned[$0] }
    guard !changed.isEmpty else { return }
    map.add(changed)
    hasNews = true
  }

  /// Learns from a satellite fix of the same place how wrong positions of Wi-Fi are.
  private mutating func compare(_ scan: WiFiScan, with fix: Location, _ now: MonotonicTime) {
    guard fix.coordinate.isValid,
      comparedAt.map({ $0.distance(to: fix.coordinate) >= AccuracyScale.spacing }) ?? true,
      let position = try? positioner.position(
        of: scan, at: now, from: map.source(isIndependent: true))
    else { return }
    let counts = positioner.scale.learn(
      error: position.coordinate.distance(to: fix.coordinate),
      unscaledRadius: position.unscaledAccuracy, fixAccuracy: fix.horizontalAccuracy,
      networks: position.networks)
    guard counts else { return }
    comparedAt = fix.coordinate
    hasNews = true
  }

  // MARK: Between programs

  var knowsAny: Bool { map.knowsAny }
  var damage: PackDamage { map.damage }
  var followed: [FollowedPack] { map.followed }
  var isUntaught: Bool { map.learned.isEmpty }

  mutating func kept() -> LearnedMap {
    hasNews = false
    return LearnedMap(accessPoints: map.learned, scale: positioner.scale)
  }

  mutating func noteLoss() { hasNews = true }

  mutating func restore(_ learned: LearnedMap) {
    map.add(learned.accessPoints)
    positioner.scale = learned.scale
  }
}
