internal import CairnTypes

/// Limits how often the faults are told that a receiver can raise with every message, so that none fills a log or keeps
/// every client busy.
struct Repetitions {
  enum Fault {
    case antenna, interference, load
  }

  /// From one fault to the same one.
  private static let interval = Duration.seconds(10)
  private var told: [Fault: MonotonicTime] = [:]

  /// Whether a fault is told, which then counts as told.
  mutating func permit(_ fault: Fault, at now: MonotonicTime) -> Bool {
    if let last = told[fault], now - last < Self.interval { return false }
    told[fault] = now
    return true
  }
}
