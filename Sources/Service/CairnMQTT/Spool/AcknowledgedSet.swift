/// The sequence numbers that need not be sent any more: all up to `floor`, and some above it.
package struct AcknowledgedSet: Hashable, Sendable {
  /// All numbers up to this one.
  package private(set) var floor: UInt64 = 0
  /// Ascending, none adjacent to another or to `floor`.
  package private(set) var ranges: [ClosedRange<UInt64>] = []

  package init() {}

  /// Whether a number is in the set.
  package func contains(_ number: UInt64) -> Bool {
    if number <= floor { return true }
    let place = self.place(of: number)
    return place < ranges.count && ranges[place].contains(number)
  }

  /// Returns the highest number below `number` that is in the set; 0 stands for none.
  package func last(before number: UInt64) -> UInt64 {
    guard number > floor else { return number > 0 ? number - 1 : 0 }
    let place = self.place(of: number)
    if place < ranges.count, ranges[place].lowerBound < number { return number - 1 }
    return place > 0 ? ranges[place - 1].upperBound : floor
  }

  /// Adds numbers, from 1.
  package mutating func insert(_ numbers: ClosedRange<UInt64>) {
    guard numbers.upperBound > floor else { return }
    var (low, high) = (max(numbers.lowerBound, floor + 1), numbers.upperBound)
    // All that touch it, of which there are few.
    let touches = { (range: ClosedRange<UInt64>) in
      range.upperBound >= low - 1 && (high == .max || range.lowerBound <= high + 1)
    }
    let first = ranges.firstIndex(where: touches) ?? ranges.count
    var end = first
    while end < ranges.count, touches(ranges[end]) {
      low = min(low, ranges[end].lowerBound)
      high = max(high, ranges[end].upperBound)
      end += 1
    }
    if low == floor + 1 {
      floor = high
      ranges.removeSubrange(first..<end)
    } else if first < end {
      ranges.replaceSubrange(first..<end, with: CollectionOfOne(low...high))
    } else {
      ranges.insert(low...high, at: ranges.firstIndex { $0.lowerBound > low } ?? ranges.count)
    }
  }

  /// Adds all numbers of another set.
  package mutating func formUnion(_ other: AcknowledgedSet) {
    if other.floor > 0 { insert(1...other.floor) }
    for range in other.ranges { insert(range) }
  }

  /// The first range that ends at `number` or above it.
  private func place(of number: UInt64) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
