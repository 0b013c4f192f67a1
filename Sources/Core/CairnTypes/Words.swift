/// Helps people who write files by hand: suggests what they may have meant and what they can write.
package enum Words {
  /// Returns the candidate spelt most like `word`; `nil` when none is close.
  package static func nearest(
    _ word: String, in candidates: some Sequence<String>
  ) -> String? {
    let limit = max(2, word.unicodeScalars.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = editDistance(word, candidate)
      if distance <= limit && distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Returns a name of the source code as words: `leap second` for `leapSecond`.
  package static func spaced(_ name: String) -> String {
    var words = ""
    for letter in name.unicodeScalars {
      let isCapital = ("A"..."Z").contains(letter)
      if isCapital { words += " " }
      let small = isCapital ? Unicode.Scalar(letter.value | 0x20) : letter
      words.unicodeScalars.append(small ?? letter)
    }
    return words
  }

  /// Returns the words as `a, b or c`.
  package static func choice(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns how many letters must be inserted, removed or replaced to turn `a` into `b`.
  private static func editDistance(_ a: String, _ b: String) -> Int {
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
}
