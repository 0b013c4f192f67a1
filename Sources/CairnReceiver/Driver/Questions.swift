internal import CairnTypes

/// When a receiver that did not answer is asked again what it is.
///
/// One that is starting, or has a full line, may be deaf for seconds; one that only talks never answers.
struct Questions: Sendable {
  private static let pauses: [Duration] = [pauseWithDamage, .seconds(5), .seconds(20)]
  /// On a line that damages what it carries silence says less.
  private static let mostWithDamage = 8
  private static let pauseWithDamage = Duration.milliseconds(300)

  /// The first pause, by its place in `pauses`.
  private var first = 1
  /// How often it was asked.
  private(set) var asked = 0
  /// When it is due to be asked; `nil` when it has answered, or is believed to have no ears.
  private(set) var due: MonotonicTime?

  /// For what lacks answers of a configuration: its receiver has ears, and was deaf for a while at most.
  static var repairs: Questions {
    var repairs = Questions()
    repairs.first = 0
    return repairs
  }

  func areDue(at now: MonotonicTime) -> Bool { due.map { now >= $0 } ?? false }

  /// They were asked.
  ///
  /// - Parameters:
  ///   - now: when that ended.
  ///   - isAnswered: whether nothing is left to ask.
  ///   - isDamaged: whether the line damages what it carries.
  ///   - isUrgent: whether reports lack what was not answered; otherwise it has five seconds.
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
