/// The work that one look-up may still do, so that a pack that was made to be slow gives an error
/// instead of an answer that never comes.
///
/// A step is the reading of one node, border, area, place or search word. Names are counted by their
/// bytes, because folding their case and accents takes as long for each.
struct LookupBudget {
  /// Steps of looking a position up: 80 times as many as the most in the packs of
  /// `Tests/Scores/geocoding.py`, 3,285.
  static let position = 1 << 18
  /// Steps of looking a name up: eight times as many as the most there, 506,788 for all that begins with one
  /// letter; a question of one or two words takes 33,684 at most.
  static let name = 1 << 22

  private var left: Int

  init(steps: Int = Self.position) { left = steps }

  /// Takes steps, of which there are fewer than 2^40, off the budget.
  ///
  /// - Throws: `.effort` with the section that was being read, when nothing is left.
  mutating func spend(_ steps: Int, on section: GeoPackSection) throws(GeoPackError) {
    guard steps <= left else { throw .effort(section) }
    left &-= steps
  }
}
