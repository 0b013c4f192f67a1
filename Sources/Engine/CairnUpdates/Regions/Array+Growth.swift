extension Array {
  /// Appends and, if full, makes room for an eighth more: with the usual doubling, an array of many
  /// regions could waste as much as it holds.
  mutating func appendSparingly(_ element: Element) {
    if count == capacity { reserveCapacity(count + count / 8 + 8) }
    append(element)
  }
}
