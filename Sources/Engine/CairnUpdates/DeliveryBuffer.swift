public import CairnTypes

/// A queue of fixes and notices for one client.
///
/// Fixes are bounded: for a slow client, the oldest is dropped and counted. Notices (errors,
/// changes of authorization or plan) are never dropped, and the order is always kept. A plain
/// value, locked by its owner. Inlinable, because unspecialized code would look up metadata for
/// every fix.
public struct DeliveryBuffer<Notice: Sendable>: Sendable {
  /// One call to the client.
  public enum Delivery: Sendable {
    /// One or more fixes, oldest first.
    case locations([Location])
    /// Anything that is not a fix.
    case notice(Notice)
  }

  @usableFromInline var droppedCount = 0
  @usableFromInline let capacity: Int
  @usableFromInline var fixes: [Location] = []
  /// A slice, because its first element is removed in constant time.
  @usableFromInline var notices: ArraySlice<(precedingFixes: Int, notice: Notice)> = []

  /// - Parameter capacity: the maximum number of waiting fixes; at least one.
  @inlinable
  public init(capacity: Int = Defaults.queueBound) {
    self.capacity = max(1, capacity)
  }

  /// Fixes dropped because the client was slow, since the buffer was created.
  @inlinable public var dropped: Int { droppedCount }
  /// Whether nothing is waiting.
  @inlinable public var isEmpty: Bool { fixes.isEmpty && notices.isEmpty }
  /// The number of waiting fixes.
  @inlinable public var waitingFixes: Int { fixes.count }

  /// Queues a fix; if full, drops and counts the oldest one.
  @inlinable
  public mutating func put(_ fix: Location) {
    if fixes.count == capacity {
      fixes.removeFirst()
      droppedCount += 1
      advanceNotices(by: 1)
    }
    fixes.append(fix)
  }

  /// Queues fixes that were held back for one call; drops and counts the oldest beyond the capacity
  /// or the size of the batch, whichever is larger.
  @inlinable
  public mutating func put(_ batch: [Location]) {
    fixes.append(contentsOf: batch)
    let excess = fixes.count - max(capacity, batch.count)
    guard excess > 0 else { return }
    fixes.removeFirst(excess)
    droppedCount += excess
    advanceNotices(by: excess)
  }

  /// Queues a notice behind everything else.
  @inlinable
  public mutating func put(_ notice: Notice) {
    notices.append((fixes.count, notice))
  }

  /// Queues a notice that makes earlier ones like it superfluous, so that for a client that never
  /// collects, memory is bounded by the number of kinds of notices.
  ///
  /// - Parameters:
  ///   - notice: queued behind everything else.
  ///   - isReplaced: whether a waiting notice is superfluous beside the new one.
  @inlinable
  public mutating func put(_ notice: Notice, replacing isReplaced: (Notice) -> Bool) {
    notices.removeAll { isReplaced($0.notice) }
    put(notice)
  }

  /// Removes and returns the content of the next call: a notice, or all fixes before the next one.
  ///
  /// - Returns: `nil` if nothing is waiting.
  @inlinable
  public mutating func take() -> Delivery? {
    var taken: [Location] = []
    switch take(into: &taken) {
    case nil: return nil
    case .locations?: return .locations(taken)
    case .notice(let notice)?: return .notice(notice)
    }
  }

  /// Like `take()`, for a caller that reuses an array: arrays are swapped, nothing is allocated.
  ///
  /// - Parameter taken: receives the fixes of the call, replacing its previous content.
  /// - Returns: `nil` if nothing is waiting; `locations` is empty, as its fixes are in `taken`.
  @inlinable
  public mutating func take(into taken: inout [Location]) -> Delivery? {
    taken.removeAll(keepingCapacity: true)
    guard let next = notices.first else {
      guard !fixes.isEmpty else { return nil }
      swap(&taken, &fixes)
      return .locations([])
    }
    guard next.precedingFixes > 0 else {
      _ = notices.popFirst()
      return .notice(next.notice)
    }
    taken.append(contentsOf: fixes.prefix(next.precedingFixes))
    fixes.removeFirst(taken.count)
    advanceNotices(by: taken.count)
    return .locations([])
  }

  /// Discards the waiting fixes, uncounted, and keeps the notices, because the client stopped.
  @inlinable
  public mutating func clearFixes() {
    advanceNotices(by: fixes.count)
    fixes.removeAll(keepingCapacity: true)
  }

  @usableFromInline
  mutating func advanceNotices(by taken: Int) {
    for i in notices.indices {
      notices[i].precedingFixes = max(0, notices[i].precedingFixes - taken)
    }
  }
}
