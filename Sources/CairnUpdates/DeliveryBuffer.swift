public import CairnTypes

/// What waits for one client to collect it, in order.
///
/// Fixes are bounded: when the client is slow the oldest one makes room and is counted. Notices
/// (errors, changes of authorization or plan) are never dropped, and nothing overtakes anything.
/// Pure value: the lock around it belongs to its owner. Inlinable, because unspecialized it would look
/// up metadata for every fix.
public struct DeliveryBuffer<Notice: Sendable>: Sendable {
  /// One call to the client.
  public enum Delivery: Sendable {
    /// Never empty, oldest first.
    case locations([Location])
    /// Anything that is not a fix.
    case notice(Notice)
  }

  @usableFromInline var droppedCount = 0
  @usableFromInline let capacity: Int
  @usableFromInline var fixes: [Location] = []
  @usableFromInline var notices: [(precedingFixes: Int, notice: Notice)] = []

  /// - Parameter capacity: fixes that may wait; at least one.
  @inlinable
  public init(capacity: Int = Defaults.queueBound) {
    self.capacity = max(1, capacity)
  }

  /// Fixes that were dropped because the client was slow, since the buffer was made.
  @inlinable public var dropped: Int { droppedCount }
  /// Whether nothing waits.
  @inlinable public var isEmpty: Bool { fixes.isEmpty && notices.isEmpty }
  /// Fixes that wait.
  @inlinable public var waitingFixes: Int { fixes.count }

  /// Queues a fix; drops and counts the oldest waiting one when full.
  @inlinable
  public mutating func put(_ fix: Location) {
    if fixes.count == capacity {
      fixes.removeFirst()
      droppedCount += 1
      advanceNotices(by: 1)
    }
    fixes.append(fix)
  }

  /// Queues fixes that were held back for one call; drops and counts the oldest when more than they or the
  /// capacity would wait.
  @inlinable
  public mutating func put(_ batch: [Location]) {
    fixes.append(contentsOf: batch)
    let excess = fixes.count - max(capacity, batch.count)
    guard excess > 0 else { return }
    fixes.removeFirst(excess)
    droppedCount += excess
    advanceNotices(by: excess)
  }

  /// Queues a notice behind everything that waits.
  @inlinable
  public mutating func put(_ notice: Notice) {
    notices.append((fixes.count, notice))
  }

  /// Queues a notice that makes earlier ones like it needless, so that a client that never collects
  /// costs no more memory than there are kinds of notices.
  ///
  /// - Parameters:
  ///   - notice: goes behind everything that waits.
  ///   - isReplaced: whether a waiting notice says nothing beside the new one.
  @inlinable
  public mutating func put(_ notice: Notice, replacing isReplaced: (Notice) -> Bool) {
    notices.removeAll { isReplaced($0.notice) }
    put(notice)
  }

  /// Takes what the next call to the client carries: one notice, or all fixes before the next one.
  ///
  /// - Returns: `nil` when nothing waits.
  @inlinable
  public mutating func take() -> Delivery? {
    var taken: [Location] = []
    switch take(into: &taken) {
    case nil: return nil
    case .locations?: return .locations(taken)
    case .notice(let notice)?: return .notice(notice)
    }
  }

  /// The same for a caller that keeps an array: two arrays take turns, and nothing is allocated.
  ///
  /// - Parameter taken: gets the fixes of the call, in place of what it held.
  /// - Returns: `nil` when nothing waits; `locations` carries no fixes, they are in `taken`.
  @inlinable
  public mutating func take(into taken: inout [Location]) -> Delivery? {
    taken.removeAll(keepingCapacity: true)
    guard let next = notices.first else {
      guard !fixes.isEmpty else { return nil }
      swap(&taken, &fixes)
      return .locations([])
    }
    guard next.precedingFixes > 0 else {
      notices.removeFirst()
      return .notice(next.notice)
    }
    taken.append(contentsOf: fixes.prefix(next.precedingFixes))
    fixes.removeFirst(taken.count)
    advanceNotices(by: taken.count)
    return .locations([])
  }

  /// Discards the waiting fixes, without counting them, and keeps the notices: the client stopped.
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
