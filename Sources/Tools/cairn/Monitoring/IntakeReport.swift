import Cairn
import CairnFiles
import CairnReports
import CairnTypes
import CairnUpdates

extension IntakeReport {
  init(_ diagnostics: SystemDiagnostics) {
    self.init(
      accepted: diagnostics.intake.accepted,
      rejected: Rejection.allCases.map {
        Count($0.rawValue, words: $0.words, number: diagnostics.intake[$0])
      }.filter { $0.number > 0 },
      repaired: Repair.allCases.map {
        Count($0.rawValue, words: Words.spaced($0.rawValue), number: diagnostics.repairs[$0])
      }.filter { $0.number > 0 })
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
