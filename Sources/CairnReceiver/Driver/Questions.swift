internal import CairnTypes

/// When a receiver that did not answer is asked again what it is.
///
/// One that is starting, or has a full line, may be deaf for seconds; one that only talks never answers.
struct Questions: Sendable {
  private static let most = 3
  private static let firstPause = Duration.seconds(5)

  private var asked = 0
  /// When it is due to be asked; `nil` when it has answered, or is believed to have no ears.
  private(set) var due: MonotonicTime?

  func areDue(at now: MonotonicTime) -> Bool { due.map { now >= $0 } ?? false }

  mutating func wereAsked(at now: MonotonicTime, isAnswered: Bool) {
    asked += 1
    due = isAnswered || asked >= Self.most ? nil : now + Self.firstPause * (1 << (2 * (asked - 1)))
  }
}
