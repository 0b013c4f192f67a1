internal import CairnLinux
internal import CairnTypes

/// Does what may block away from the event loop, and returns to it.
///
/// Isolation: `run` is called on the loop, and calls `then` there.
protocol BackgroundWorker: Sendable {
  /// Runs `work` elsewhere, then `then` with its result.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void)
}

/// Gives each work a short-lived thread.
struct ThreadWorker: BackgroundWorker {
  let loop: EventLoop

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    do throws(DeviceError) {
      try loop.inBackground("cairn-sensor", work, then: then)
    } catch {
      // Without a thread, late is better than never.
      then(work())
    }
  }
}
