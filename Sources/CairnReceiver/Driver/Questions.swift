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

  mutating func wereAsked(at now: MonotonicTime, isAnswered: Bool, isDamaged: Bool) {
    asked &+= 1
    due = nil
    if isAnswered { return }
    if isDamaged {
      if asked < Self.mostWithDamage { due = now + Self.pauseWithDamage }
    } else if first &+ asked <= Self.pauses.count {
      due = now + Self.pauses[first &+ asked &- 1]
    }
  }
}
