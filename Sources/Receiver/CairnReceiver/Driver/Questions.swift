internal import CairnTypes

/// Decides when to ask a receiver again what it is, after it did not answer.
///
/// One that starts, or has a full line, may be deaf for seconds; one that only talks never answers.
struct Questions: Sendable {
  private static let pauses: [Duration] = [pauseWithDamage, .seconds(5), .seconds(20)]
  /// On a line that damages data, silence says less.
  private static let mostWithDamage = 8
  private static let pauseWithDamage = Duration.milliseconds(300)

  /// The index in `pauses` of the first pause.
  private var first = 1
  /// How often it was asked.
  private(set) var asked = 0
  /// When it must be asked again; `nil` if it has answered or probably cannot hear.
  private(set) var due: MonotonicTime?

  /// For unanswered parts of a configuration: the receiver can hear, and was only deaf for a while.
  static var repairs: Questions {
    var repairs = Questions()
    repairs.first = 0
    return repairs
  }

  func areDue(at now: MonotonicTime) -> Bool { due.map { now >= $0 } ?? false }

  /// Notes that the questions were asked.
  ///
  /// - Parameters:
  ///   - now: when that ended.
  ///   - isAnswered: whether nothing is left to ask.
  ///   - isDamaged: whether the line damages data.
  ///   - isUrgent: whether reports need what was not answered; otherwise it may wait 5 s.
  mutating func wereAsked(
    at now: MonotonicTime, isAnswered: Bool, isDamaged: Bool, isUrgent: Bool = true
  ) {
    asked &+= 1
    due = nil
    if isAnswered { return }
    if isDamaged {
      if asked < Self.mostWithDamage { due = now + Self.pauseWithDamage }
    } else {
      let place = max(first &+ asked &- 1, isUrgent ? 0 : 1)
      if place < Self.pauses.count { due = now + Self.pauses[place] }
    }
  }
}
