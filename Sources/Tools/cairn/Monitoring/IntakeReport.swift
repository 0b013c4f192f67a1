import CairnReports

extension IntakeReport {
  /// Such as `fixes left out: 10 too old; values left out: 3 altitude, 3 speed`; empty if none.
  var words: String {
    [("fixes left out: ", rejected), ("values left out: ", repaired)].filter { !$0.1.isEmpty }
      .map { title, counts in
        title + counts.map { "\($0.number) \($0.words)" }.joined(separator: ", ")
      }
      .joined(separator: "; ")
  }
}
