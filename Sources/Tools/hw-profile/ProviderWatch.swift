import Cairn
import CairnHAL
import CairnReceiver
import CairnTypes

/// Follows a provider's state by its events.
struct ProviderWatch {
  enum State: Hashable {
    /// There is no receiver.
    case absent
    case acquiring
    case tracking
    /// Asleep in the power state of that name.
    case asleep(String)
    /// The error in words, with its remedy.
    case failed(String)

    var name: String {
      switch self {
      case .absent: "absent"
      case .acquiring: PowerState.acquiring.name
      case .tracking: PowerState.tracking.name
      case .asleep(let name): name
      case .failed: "failed"
      }
    }

    /// The profile's figure for the power in this state; `nil` if the state's power is not known.
    var figure: HardwareProfile.Figure? {
      switch self {
      case .acquiring: .acquiringPower
      case .tracking: .trackingPower
      case .asleep(PowerState.off.name): .offPower
      case .asleep(PowerState.backup(.hardware).name): .hardwareBackupPower
      case .asleep(PowerState.backup(.software).name): .softwareBackupPower
      case .asleep(PowerState.standby.name): .standbyPower
      case .absent, .asleep, .failed: nil
      }
    }
  }

  /// Time in one state.
  struct Spell {
    let state: State
    var seconds: Double

    /// Returns joules by a profile; `nil` if the profile lacks the figure.
    func joules(by profile: HardwareProfile?) -> Double? {
      state.figure.flatMap { profile?.figures[$0]?.value }.map { $0 * seconds / 1000 }
    }
  }

  /// The present state; `nil` before the first event that reports it.
  private(set) var state: State?
  private(set) var report: ReceiverReport?
  /// Mean in dB-Hz over the satellites used in the last epoch, or all tracked ones if none is used.
  private(set) var carrierToNoise: Double?
  private var health = ProviderHealth()
  /// The last failure since there was a fix.
  private var failure: String?
  /// Description of the present issue, or else of the last failure, for a person.
  var trouble: String? { health.issues.last?.explanation ?? failure }
  private var since = MonotonicTime(nanoseconds: 0)
  private var spent: [Spell] = []
  private var fixes: [MonotonicTime] = []
  /// Number of fixes kept to compute the rate.
  private static let window = 11

  mutating func note(_ event: ProviderEvent, at now: MonotonicTime) {
    switch event {
    case .fix(let fix):
      fixes.append(fix.time)
      if fixes.count > Self.window { fixes.removeFirst() }
      enter(.tracking, at: now)
    case .noFix: enter(.acquiring, at: now)
    case .satellites(let report): note(report.satellites)
    case .receiver(let report):
      if let power = report.power {
        enter(.asleep(power), at: now)
      } else if case .asleep = state {
        enter(.acquiring, at: now)
      }
      self.report = report
    case .lifecycle(.absent): enter(.absent, at: now)
    case .lifecycle(.searching): enter(.acquiring, at: now)
    case .lifecycle(.serving): enter(.tracking, at: now)
    case .issue(let issue):
      health.raise(issue)
      if issue.isBlocking {
        enter(.failed(issue.error?.description ?? issue.explanation), at: now)
      }
    case .resolved(let kind): health.clear(kind)
    case .failure(let error): failure = error.description
    // The report contains it as well.
    default: break
    }
  }

  private mutating func note(_ satellites: [Satellite]) {
    let used = satellites.filter(\.isUsed).compactMap(\.carrierToNoise)
    let heard = used.isEmpty ? satellites.compactMap(\.carrierToNoise) : used
    carrierToNoise =
      heard.isEmpty ? nil : heard.reduce(0) { $0 + Double($1) } / Double(heard.count)
  }

  private mutating func enter(_ next: State, at now: MonotonicTime) {
    guard next != state else { return }
    spent = spells(at: now)
    since = now
    state = next
    if next == .tracking { failure = nil } else { fixes.removeAll() }
  }

  /// Returns the time spent in each state so far, in the order in which they first occurred.
  func spells(at now: MonotonicTime) -> [Spell] {
    guard let state else { return spent }
    var spells = spent
    let seconds = max(0, (now - since).inSeconds)
    if let index = spells.firstIndex(where: { $0.state.name == state.name }) {
      spells[index].seconds += seconds
    } else {
      spells.append(Spell(state: state, seconds: seconds))
    }
    return spells
  }

  /// Returns the joules used so far; `nil` if the profile lacks the power of a state. An absent
  /// receiver uses none.
  func joules(at now: MonotonicTime, by profile: HardwareProfile?) -> Double? {
    var total = 0.0
    for spell in spells(at: now) where spell.state != .absent {
      guard let joules = spell.joules(by: profile) else { return nil }
      total += joules
    }
    return total
  }

  /// Fixes per second over the last ten intervals; `nil` before the second fix.
  var fixRate: Double? {
    guard let first = fixes.first, let last = fixes.last, last > first else { return nil }
    return Double(fixes.count - 1) / (last - first).inSeconds
  }
}
