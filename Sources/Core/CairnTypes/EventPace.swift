/// When to look again at something that others announce changes of: at once, but once a second on
/// average under a flood of announcements.
///
/// Every announcement is followed by a look, which several may share.
package struct EventPace: Sendable {
  /// Mean time between two looks while announcements keep coming.
  package static let interval = Duration.seconds(1)
  /// Looks that may follow each other at once, as when a program starts.
  package static let burst = 8

  /// When the next look may begin, behind a full burst of them.
  private var next: MonotonicTime?
  /// When the next look is due; `nil` if nothing has been announced since the last one.
  package private(set) var due: MonotonicTime?

  package init() {}

  /// Notes an announcement.
  package mutating func note(at now: MonotonicTime) {
    guard due == nil else { return }
    let earliest = next.map { $0 - Self.interval * (Self.burst - 1) } ?? now
    due = max(now, earliest)
  }

  /// Returns whether to look now, after which nothing is due.
  package mutating func take(at now: MonotonicTime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    next = max(next ?? now, now) + Self.interval
    return true
  }
}
