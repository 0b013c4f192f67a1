/// Collects everything that is wrong with one file, so that one run shows it all.
///
/// Isolation: belongs to the call of `ProfileReader.read` that created it.
final class Findings {
  let file: String
  /// Errors and warnings, in the order found.
  private(set) var all: [ProfileError] = []
  /// The keys that the reader asked for, by path; the schema must list the same ones.
  private(set) var keys: [String: Set<String>] = [:]

  init(file: String) { self.file = file }

  var errors: [ProfileError] { all.filter { !$0.isWarning } }
  var warnings: [ProfileError] { all.filter { $0.isWarning } }

  func report(_ mark: YAMLMark?, _ what: String, _ advice: String) {
    report((mark?.line ?? 1, mark?.column ?? 1), what, advice)
  }

  func report(_ place: (line: Int, column: Int), _ what: String, _ advice: String) {
    add(
      ProfileError(file: file, line: place.line, column: place.column, what: what, advice: advice))
  }

  func warn(_ mark: YAMLMark?, _ what: String, _ advice: String) {
    var warning = ProfileError(
      file: file, line: mark?.line ?? 1, column: mark?.column ?? 1, what: what, advice: advice)
    warning.isWarning = true
    add(warning)
  }

  /// The most errors, and the most warnings, that are kept: a file can be wrong in every letter.
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
