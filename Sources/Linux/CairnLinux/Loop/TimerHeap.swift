internal import CairnTypes

/// Identifies one scheduled timer; harmless after the timer has fired or was cancelled.
public struct TimerID: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
}

/// Pending timers, earliest first; timers of one instant keep the order in which they were added.
///
/// A binary heap of slots: adding and cancelling take O(log n) and, once the arrays have grown, no
/// allocation.
struct TimerHeap {
  private struct Slot {
    var generation: UInt32 = 0
    /// The slot's position in `heap`; -1 while free.
    var position = -1
    var body: (() -> Void)?
  }

  private struct Entry {
    let deadline: MonotonicTime
    let sequence: UInt64
    let slot: Int

    func precedes(_ other: Entry) -> Bool {
      deadline == other.deadline ? sequence < other.sequence : deadline < other.deadline
    }
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var heap: [Entry] = []
  private(set) var nextSequence: UInt64 = 0

  var earliest: MonotonicTime? { heap.first?.deadline }
  var count: Int { heap.count }

  mutating func add(_ deadline: MonotonicTime, _ body: @escaping () -> Void) -> TimerID {
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = slots.count
      slots.append(Slot())
    }
    slots[slot].body = body
    slots[slot].position = heap.count
    heap.append(Entry(deadline: deadline, sequence: nextSequence, slot: slot))
    nextSequence &+= 1
    rise(heap.count - 1)
    return TimerID(slot: UInt32(truncatingIfNeeded: slot), generation: slots[slot].generation)
  }

  /// Returns the cancelled body, so that the caller releases it once this struct is consistent.
  mutating func cancel(_ id: TimerID) -> (() -> Void)? {
    let slot = Int(id.slot)
    guard slot < slots.count, slots[slot].generation == id.generation, slots[slot].position >= 0
    else { return nil }
    return take(slot)
  }

  /// Removes and returns the earliest timer if it is due at `now` and was added before `sequence`.
  mutating func popDue(at now: MonotonicTime, before sequence: UInt64) -> (() -> Void)? {
    guard let first = heap.first, first.deadline <= now, first.sequence < sequence else {
      return nil
    }
    return take(first.slot)
  }

  private mutating func take(_ slot: Int) -> (() -> Void)? {
    let position = slots[slot].position
    let body = slots[slot].body
    slots[slot].body = nil
    slots[slot].position = -1
    slots[slot].generation &+= 1
    free.append(slot)
    let last = heap.removeLast()
    if position < heap.count {
      heap[position] = last
      slots[last.slot].position = position
      rise(position)
      sink(slots[last.slot].position)
    }
    return body
  }

  private mutating func rise(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var smallest = parent
      for child in (2 * parent + 1)...(2 * parent + 2)
      where child < heap.count && heap[child].precedes(heap[smallest]) { smallest = child }
      guard smallest != parent else { return }
      exchange(parent, smallest)
      parent = smallest
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    slots[heap[a].slot].position = a
    slots[heap[b].slot].position = b
  }
}
