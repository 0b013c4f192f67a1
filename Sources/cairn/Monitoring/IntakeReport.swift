import Cairn

/// Fixes that were left out, and values of others that were, with their causes.
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

  /// Whether the causes are others, or have happened more often: that fixes come is no news.
  func isNews(after other: IntakeReport?) -> Bool {
    rejected != other?.rejected ?? [] || repaired != other?.repaired ?? []
  }

  /// `fixes left out: 10 tooOld; values left out: 3 altitude, 3 speed`; empty where there are none.
  var words: String {
    [("fixes left out: ", rejected), ("values left out: ", repaired)].filter { !$0.1.isEmpty }
      .map { title, counts in
        title + counts.map { "\($0.number) \($0.cause)" }.joined(separator: ", ")
      }
      .joined(separator: "; ")
  }
}
