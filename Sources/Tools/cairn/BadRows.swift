import CairnFiles
import CommandSupport

extension RowTally {
  /// Reports on standard error which rows were left out, if any.
  ///
  /// - Parameters:
  ///   - name: of the table.
  ///   - kind: what the bad rows are not, in the plural.
  func report(_ name: String, as kind: String) {
    for line in complaints(name, as: kind) { complain(line) }
  }
}

extension FixTable {
  /// Reports on standard error which rows were left out, if any.
  func reportBadRows() {
    for line in complaints { complain(line) }
  }
}

extension TableCalculation {
  /// Opens a table that a command was given, and reads its header.
  ///
  /// - Parameters:
  ///   - calculation: what is added.
  ///   - path: `-` reads standard input.
  ///   - isJSON: whether to print one JSON object per row.
  /// - Throws: a one-line message about the file or its header.
  init(_ calculation: Calculation, path: String, isJSON: Bool) throws(CommandFailure) {
    try self.init(calculation, path: path, isJSON: isJSON, progress: terminalProgress)
  }

  /// Prints the whole table to standard output.
  ///
  /// - Throws: a one-line message about the file, or how many of its rows could not be used.
  mutating func run() throws(CommandFailure) {
    try run(to: StandardOutput()) { complain($0) }
  }
}
