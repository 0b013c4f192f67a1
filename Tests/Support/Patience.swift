/// When a test stops waiting for what other threads and programs do: after five minutes and a thousand turns, since tests that
/// compute may keep the pool's threads, and the machine, busy for minutes.
package struct Patience {
  private let deadline: ContinuousClock.Instant
  private var turns = 0
  /// For what must hold at some time.
  package static let limit = Duration.seconds(300)

  /// - Parameter limit: real time, where a condition may also never hold.
  package init(limit: Duration = Patience.limit) { deadline = ContinuousClock.now + limit }

  /// Lets others work: at first by a turn of the pool, and later, when it is a thing of the kernel or
  /// of another program that is waited for, without keeping a core busy.
  ///
  /// - Returns: whether to look again.
  package mutating func yield() async -> Bool {
    guard !Task.isCancelled, turns < 1000 || ContinuousClock.now < deadline else { return false }
    turns += 1
    if turns < 20 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    return true
  }

  /// Waits until a condition holds, and says whether it does.
  package static func wait(
    atMost limit: Duration = Patience.limit, until condition: () async -> Bool
  ) async -> Bool {
    var patience = Patience(limit: limit)
    while await !condition() {
      guard await patience.yield() else { return false }
    }
    return true
  }

  /// How many of the bytes that were sent will never be read: those that an opening of the line has thrown away. What the
  /// kernel still hands over is waited for, since time that went on meanwhile would let it arrive late from then on.
  package static func lost(of sent: Int, received: () async -> Int) async -> Int {
    _ = await wait(atMost: .milliseconds(500)) { await received() >= sent }
    return await max(0, sent - received())
  }
}
