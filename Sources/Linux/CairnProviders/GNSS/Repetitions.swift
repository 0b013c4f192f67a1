internal import CairnHAL
internal import CairnTypes

/// Limits how often issues are reported that a receiver can raise with every message, so that none
/// fills a log or keeps every client busy.
struct Repetitions {
  /// The minimum time between two reports of the same kind.
  private static let interval = Duration.seconds(10)
  private var told: [ProviderIssue.Kind: MonotonicTime] = [:]

  /// Returns whether an issue may be reported now, which then counts as reported.
  mutating func permit(_ kind: ProviderIssue.Kind, at now: MonotonicTime) -> Bool {
    if let last = told[kind], now - last < Self.interval { return false }
    told[kind] = now
    return true
  }
}
