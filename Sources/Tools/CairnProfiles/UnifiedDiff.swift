/// The difference of two texts, in the form that `diff -u` writes and `patch` reads.
enum UnifiedDiff {
  private enum Change { case kept, removed, added }
  private typealias Line = (change: Change, text: String)

  /// Number of unchanged lines shown around a change.
  private static let context = 3

  /// - Parameters:
  ///   - before: the old lines.
  ///   - after: the new lines.
  ///   - file: the name used for both.
  /// - Returns: empty if the lines are the same.
  static func text(from before: [String], to after: [String], file: String) -> String {
    // The text after the last line end is not a line.
    let before = before.last == "" ? before.dropLast() : before[...]
    let after = after.last == "" ? after.dropLast() : after[...]
    let lines = lines(Array(before), Array(after))
    let changes = lines.indices.filter { lines[$0].change != .kept }
    guard !changes.isEmpty else { return "" }
    var text = "--- \(file)\n+++ \(file)\n"
    var rest = changes[...]
    while let first = rest.first {
      var last = first
      while let next = rest.first, next - last <= 2 * context + 1 {
        last = next
        rest.removeFirst()
      }
      text += hunk(lines, max(0, first - context)..<min(lines.count, last + context + 1))
    }
    return text
  }

  private static func hunk(_ lines: [Line], _ range: Range<Int>) -> String {
    func place(_ other: Change) -> String {
      let start = lines[..<range.lowerBound].count { $0.change != other }
      let count = lines[range].count { $0.change != other }
      return "\(count == 0 ? start : start + 1),\(count)"
    }
    var text = "@@ -\(place(.added)) +\(place(.removed)) @@\n"
    for line in lines[range] {
      let mark =
        switch line.change {
        case .kept: " "
        case .removed: "-"
        case .added: "+"
        }
      text += mark + line.text + "\n"
    }
    return text
  }

  /// Returns the lines of both texts, aligned by their longest common subsequence.
  private static func lines(_ before: [String], _ after: [String]) -> [Line] {
    let width = after.count + 1
    var lengths = [Int](repeating: 0, count: (before.count + 1) * width)
    for i in before.indices.reversed() {
      for j in after.indices.reversed() {
        lengths[i * width + j] =
          before[i] == after[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (i, j) = (0, 0)
    var result: [Line] = []
    while i < before.count || j < after.count {
      if i < before.count, j < after.count, before[i] == after[j] {
        result.append((.kept, before[i]))
        (i, j) = (i + 1, j + 1)
      } else if j == after.count
        || i < before.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]
      {
        result.append((.removed, before[i]))
        i += 1
      } else {
        result.append((.added, after[j]))
        j += 1
      }
    }
    return result
  }
}
