internal import Yams

/// Collects what is wrong with one file while it is read to its end, so that one run shows everything.
///
/// Isolation: belongs to the one call of `ProfileReader.read` that made it.
final class Findings {
  let file: String
  /// Errors and warnings, in the order in which they are met.
  private(set) var all: [ProfileError] = []
  /// The keys that the reader knows, by the place they are at: what the schema must say too.
  private(set) var keys: [String: Set<String>] = [:]

  init(file: String) { self.file = file }

  var errors: [ProfileError] { all.filter { !$0.isWarning } }
  var warnings: [ProfileError] { all.filter { $0.isWarning } }

  func report(_ mark: Mark?, _ what: String, _ advice: String) {
    report((mark?.line ?? 1, mark?.column ?? 1), what, advice)
  }

  func report(_ place: (line: Int, column: Int), _ what: String, _ advice: String) {
    add(
      ProfileError(file: file, line: place.line, column: place.column, what: what, advice: advice))
  }

  func warn(_ mark: Mark?, _ what: String, _ advice: String) {
    var warning = ProfileError(
      file: file, line: mark?.line ?? 1, column: mark?.column ?? 1, what: what, advice: advice)
    warning.isWarning = true
    add(warning)
  }

  /// Of errors and of warnings, so many are kept: a file can be wrong in every letter.
  private static let limit = 200
  private var counts: [Bool: Int] = [:]

  private func add(_ finding: ProfileError) {
    let count = counts[finding.isWarning, default: 0] + 1
    counts[finding.isWarning] = count
    if count <= Self.limit { all.append(finding) }
    guard count == Self.limit + 1 else { return }
    var last = ProfileError(
      file: file, line: finding.line, column: finding.column,
      what: "from here on more is wrong, which is not shown", advice: "correct the rest first")
    last.isWarning = finding.isWarning
    all.append(last)
  }

  func note(_ key: String, at path: String) { keys[path, default: []].insert(key) }
}
