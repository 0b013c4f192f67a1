import Cairn
import CairnFiles
import CairnTypes
import CairnUpdates

/// Counts of the fixes that were left out, and of the values that were dropped, by cause.
struct IntakeReport: Equatable {
  let accepted: Int
  let rejected: [Count]
  let repaired: [Count]

  struct Count: Equatable {
    /// The name for machines.
    let cause: String
    /// Words for people, which follow the number.
    let words: String
    let number: Int
  }

  init(_ diagnostics: SystemDiagnostics) {
    accepted = diagnostics.intake.accepted
    rejected = Rejection.allCases.map {
      Count(cause: $0.rawValue, words: $0.words, number: diagnostics.intake[$0])
    }.filter { $0.number > 0 }
    repaired = Repair.allCases.map {
      Count(
        cause: $0.rawValue, words: Words.spaced($0.rawValue), number: diagnostics.repairs[$0])
    }.filter { $0.number > 0 }
  }

  /// Whether there are new causes or higher counts; accepted fixes alone are not news.
  func isNews(after other: IntakeReport?) -> Bool {
    rejected != other?.rejected ?? [] || repaired != other?.repaired ?? []
  }

  /// Such as `fixes left out: 10 too old; values left out: 3 altitude, 3 speed`; empty if none.
  var words: String {
    [("fixes left out: ", rejected), ("values left out: ", repaired)].filter { !$0.1.isEmpty }
      .map { title, counts in
        title + counts.map { "\($0.number) \($0.words)" }.joined(separator: ", ")
      }
      .joined(separator: "; ")
  }
}
