internal import Yams

/// Collects what is wrong with one file while it is read to its end, so that one run shows everything.
///
/// Isolation: belongs to the one call of `ProfileReader.read` that made it.
final class Findings {
  let file: String
  private(set) var errors: [ProfileError] = []
  /// The keys that the reader knows, by the place they are at: what the schema must say too.
  private(set) var keys: [String: Set<String>] = [:]

  init(file: String) { self.file = file }

  func report(_ mark: Mark?, _ what: String, _ advice: String) {
    report((mark?.line ?? 1, mark?.column ?? 1), what, advice)
  }

  func report(_ place: (line: Int, column: Int), _ what: String, _ advice: String) {
    errors.append(
      ProfileError(file: file, line: place.line, column: place.column, what: what, advice: advice))
  }

  func note(_ key: String, at path: String) { keys[path, default: []].insert(key) }
}

/// The candidate that is spelt most like the word; `nil` when none is near.
func nearest(_ word: String, in candidates: some Sequence<String>) -> String? {
  let limit = max(2, word.unicodeScalars.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(word, candidate)
    if distance <= limit && distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// How many letters must be put in, taken out or replaced to make one word the other.
private func editDistance(_ a: String, _ b: String) -> Int {
  let b = Array(b.unicodeScalars)
  var row = Array(0...b.count)
  for (i, letter) in a.unicodeScalars.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
    }
  }
  return row[b.count]
}

/// `a, b or c`.
func choice(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
