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

  /// Whether there are new causes or higher counts; accepted fixes alone are not news.
  package func isNews(after other: IntakeReport?) -> Bool {
    rejected != other?.rejected ?? [] || repaired != other?.repaired ?? []
  }
}
