extension Array {
  /// Appends and, where there is no room, makes some for an eighth more: an array of many regions that had
  /// room for twice as many would waste as much as it holds.
  mutating func appendSparingly(_ element: Element) {
    if count == capacity { reserveCapacity(count + count / 8 + 8) }
    append(element)
  }
}
