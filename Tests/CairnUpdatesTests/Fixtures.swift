import CairnGeodesy
import CairnTypes
import CairnUpdates
import Testing

let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)
let allowed = Authorization(status: .authorizedAlways, reason: "test")
let reduced = Authorization(
  status: .authorizedAlways, accuracy: .reducedAccuracy, reason: "test")
let plain = FixIntake.ProviderTraits(accuracyFloor: 1.5)

/// Seconds since boot; the tests begin late enough for caches to be older than their start.
func at(_ seconds: Double) -> MonotonicTime {
  MonotonicTime(nanoseconds: 1_000_000_000_000 + Int64((seconds * 1e9).rounded()))
}

/// So many seconds after a second of November 2026.
func utc(_ second: Int) -> Timestamp {
  Timestamp(nanosecondsSince1970: Int64(1_795_000_000 + second) * 1_000_000_000)
}

/// A 3-D fix of a satellite receiver, `north` and `east` metres off Seoul City Hall.
func fix(
  _ seconds: Double, north: Double = 0, east: Double = 0, accuracy: Double = 3,
  provider: ProviderID = "gnss", quality: FixQuality = .threeD
) -> Location {
  Location(
    coordinate: seoul.moved(by: north, bearing: 0).moved(by: east, bearing: 90),
    horizontalAccuracy: accuracy, time: at(seconds),
    source: LocationSource(provider: provider, technology: .gnss, fix: quality))
}

extension LocationConfiguration {
  init(_ change: (inout LocationConfiguration) -> Void) {
    self.init()
    change(&self)
  }
}

extension StandardUpdates {
  /// Running since second 0, without a cached fix.
  static func started(
    authorization: Authorization = allowed,
    _ change: (inout LocationConfiguration) -> Void = { _ in }
  ) -> StandardUpdates {
    var updates = StandardUpdates(
      configuration: LocationConfiguration(change), authorization: authorization)
    _ = updates.start(at: at(0), cached: nil)
    return updates
  }

  /// Receives a fix at the moment it was measured.
  mutating func live(_ fix: Location) -> Location? { shown(fix, at: fix.time) }
}

extension FixIntake {
  /// The position made of a fix that arrives at the moment it was measured.
  mutating func live(_ fix: Location, _ traits: ProviderTraits = plain) -> Location? {
    position(of: fix, traits, at: fix.time)
  }

  /// The position made of a fix.
  mutating func position(
    of fix: Location, _ traits: ProviderTraits = plain, at now: MonotonicTime
  ) -> Location? {
    var fix = fix
    return take(&fix, traits: traits, at: now).givesPosition ? last : nil
  }

  /// The fix as a client without a filter gets it.
  mutating func repaired(
    _ fix: Location, _ traits: ProviderTraits = plain, at now: MonotonicTime? = nil
  ) -> Location? {
    var fix = fix
    return take(&fix, traits: traits, at: now ?? fix.time).passesFix ? fix : nil
  }

  /// The same of a fix that has to be passed.
  mutating func passed(_ fix: Location, _ traits: ProviderTraits = plain) throws -> Location {
    let passed = repaired(fix, traits)
    return try #require(passed)
  }
}

extension StandardUpdates.Output {
  var locations: [Location] {
    if case .locations(let fixes) = self { fixes } else { [] }
  }
  var error: LocationError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Runs the rules for a while: fixes at their times, timers exactly when they are due.
func run(
  _ updates: inout StandardUpdates, _ fixes: [Location], until end: Double
) -> [(time: MonotonicTime, output: StandardUpdates.Output)] {
  var log: [(time: MonotonicTime, output: StandardUpdates.Output)] = []
  var waiting = fixes[...]
  while true {
    let deadline = updates.nextDeadline ?? .distantFuture
    let next = waiting.first?.time ?? .distantFuture
    let now = min(deadline, next)
    guard now <= at(end) else { return log }
    if next <= deadline, let fix = waiting.popFirst() {
      if let shown = updates.shown(fix, at: now) { log.append((now, .locations([shown]))) }
      if updates.hasDue { log += updates.takeDue(at: now).map { (now, $0) } }
    } else {
      log += updates.fire(at: now).map { (now, $0) }
    }
  }
}

extension StandardUpdates {
  /// What the client gets for a fix.
  mutating func shown(_ fix: Location, at now: MonotonicTime) -> Location? {
    var fix = fix
    return receive(&fix, at: now) ? fix : nil
  }
}
