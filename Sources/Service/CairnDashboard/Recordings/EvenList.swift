/// A list that takes elements without end and keeps at most `capacity` of them, evenly spread: when it is full, every
/// second one goes, of those to come as well. The newest is always there.
struct EvenList<Element> {
  let capacity: Int
  private var kept: [Element] = []
  private var newest: Element?
  /// One of so many is kept.
  private var stride = 1
  /// Elements left out since the last that was kept.
  private var skipped = 0

  /// Creates an empty list of 4 elements or more.
  init(capacity: Int) { self.capacity = max(4, capacity) }

  /// What was kept, in the order in which it came.
  var elements: [Element] { newest.map { kept + [$0] } ?? kept }

  /// - Returns: the elements that were left out by this.
  @discardableResult
  mutating func append(_ element: Element) -> [Element] {
    skipped += 1
    guard kept.isEmpty || skipped >= stride else {
      defer { newest = element }
      return newest.map { [$0] } ?? []
    }
    let replaced = newest.map { [$0] } ?? []
    (newest, skipped) = (nil, 0)
    kept.append(element)
    // The newest has a place of its own.
    return kept.count < capacity - 1 ? replaced : replaced + halve()
  }

  /// Leaves out every second one.
  ///
  /// - Returns: those.
  mutating func halve() -> [Element] {
    var (left, out): ([Element], [Element]) = ([], [])
    left.reserveCapacity(kept.count)
    for (index, element) in kept.enumerated() {
      if index.isMultiple(of: 2) { left.append(element) } else { out.append(element) }
    }
    if kept.count.isMultiple(of: 2), let last = kept.last, newest == nil {
      newest = last
      out.removeLast()
      skipped = stride
    }
    kept = left
    if stride < 1 << 40 { stride *= 2 }
    return out
  }
}
