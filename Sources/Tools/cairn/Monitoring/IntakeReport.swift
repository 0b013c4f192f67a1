import Cairn
import CairnUpdates

/// Counts of the fixes that were left out, and of the values that were dropped, by cause.
struct IntakeReport: Equatable {
  let accepted: Int
  let rejected: [Count]
  let repaired: [Count]

  struct Count: Equatable {
    let cause: String
    let number: Int
  }

  init(_ diagnostics: SystemDiagnostics) {
    accepted = diagnostics.intake.accepted
    rejected = Rejection.allCases.map { Count(cause: $0.rawValue, number: diagnostics.intake[$0]) }
      .filter { $0.number > 0 }
    repaired = Repair.allCases.map { Count(cause: $0.rawValue, number: diagnostics.repairs[$0]) }
      .filter { $0.number > 0 }
  }

  /// Whether there are new causes or higher counts; accepted fixes alone are not news.
  func isNews(after other: IntakeReport?) -> Bool {
    rejected != other?.rejected ?? [] || repaired != other?.repaired ?? []
  }

  /// Such as `fixes left out: 10 tooOld; values left out: 3 altitude, 3 speed`; empty if none.
  var words: String {
    [("fixes left out: ", rejected), ("values left out: ", repaired)].filter { !$0.1.isEmpty }
      .map { title, counts in
        title + counts.map { "\($0.number) \($0.cause)" }.joined(separator: ", ")
      }
      .joined(separator: "; ")
  }
}
