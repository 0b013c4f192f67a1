internal import CairnTypes
package import CairnUpdates

/// Counts of the fixes that were left out, and of the values that were dropped, by cause.
package struct IntakeReport: Equatable, Sendable {
  package let accepted: Int
  package let rejected: [Count]
  package let repaired: [Count]

  package struct Count: Equatable, Sendable {
    /// The name for machines.
    package let cause: String
    /// Words for people, which follow the number.
    package let words: String
    package let number: Int

    package init(_ cause: String, words: String, number: Int) {
      self.cause = cause
      self.words = words
      self.number = number
    }
  }

  package init(accepted: Int, rejected: [Count], repaired: [Count]) {
    self.accepted = accepted
    self.rejected = rejected
    self.repaired = repaired
  }

  /// Reports what the intake has counted; causes without a case are absent.
  package init(_ intake: RejectionCounts, _ repairs: RepairCounts) {
    self.init(
      accepted: intake.accepted,
      rejected: Rejection.allCases.map {
        Count($0.rawValue, words: $0.words, number: intake[$0])
      }.filter { $0.number > 0 },
      repaired: Repair.allCases.map {
        Count($0.rawValue, words: Words.spaced($0.rawValue), number: repairs[$0])
      }.filter { $0.number > 0 })
  }

  /// Whether there are new causes or higher counts; accepted fixes alone are not news.
  package func isNews(after other: IntakeReport?) -> Bool {
    rejected != other?.rejected ?? [] || repaired != other?.repaired ?? []
  }
}
