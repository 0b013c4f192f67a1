internal import CairnLinux
internal import CairnTypes

/// Ends demands a moment after the clients that had them: a connection that lasts only a moment, or one that comes
/// again at once, must not switch a receiver off and on.
///
/// Isolation: the event loop. `close()` ends it.
final class DemandTail {
  /// How long a demand outlives its client.
  static let length = Duration.seconds(2)

  private let loop: EventLoop
  private var waiting: [UInt32: (timer: TimerID, end: () -> Void)] = [:]
  private var last: UInt32 = 0

  init(loop: EventLoop) { self.loop = loop }

  /// Ends a demand later.
  ///
  /// - Parameter body: called once on the loop: at that time or by `close()`; never after `keep`.
  /// - Returns: what `keep` takes.
  @discardableResult
  func end(_ body: @escaping () -> Void) -> UInt32 {
    last &+= 1
    let number = last
    // `close` and `keep` cancel it.
    let timer = loop.schedule(at: loop.now() + Self.length) { [self] in
      waiting.removeValue(forKey: number)?.end()
    }
    waiting[number] = (timer, body)
    return number
  }

  /// Keeps a demand that was to end, because it is there again.
  func keep(_ number: UInt32) {
    if let entry = waiting.removeValue(forKey: number) { loop.cancel(entry.timer) }
  }

  /// Ends at once what waits. Idempotent.
  func close() {
    let all = waiting.sorted { $0.key < $1.key }.map(\.value)
    waiting = [:]
    for entry in all {
      loop.cancel(entry.timer)
      entry.end()
    }
  }
}
