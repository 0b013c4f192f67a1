internal import CCairnLinux
package import CairnTypes

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs a call that may block, such as a name look-up, on its own thread with signals blocked.
package func runInBackground(
  _ name: String, _ body: @escaping @Sendable () -> Void
) throws(DeviceError) {
  let context = unsafe Unmanaged.passRetained(ThreadBody(body))
  var thread: UInt = 0
  let result = unsafe cairnlinux_thread_start(
    name,
    { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
    }, context.toOpaque(), &thread)
  guard result == 0 else {
    unsafe context.release()
    throw DeviceError(.monitor, path: "thread \(name)", code: -result)
  }
  cairnlinux_thread_detach(thread)
}

/// Lets the calling thread sleep, for threads that have nothing else to do.
///
/// - Parameter time: rounded up to milliseconds.
@Sendable package func pauseThread(_ time: Duration) {
  let (seconds, rest) = time.components
  guard seconds >= 0, seconds < 1_000_000, rest >= 0 else { return }
  let milliseconds = seconds * 1000 + (rest + 999_999_999_999_999) / 1_000_000_000_000_000
  _ = cairnlinux_poll(-1, 0, Int32(clamping: milliseconds))
}

extension EventLoop {
  /// Runs work that may wait for a disk or a name server on a short-lived thread of its own.
  ///
  /// Isolation: the event loop.
  ///
  /// - Parameters:
  ///   - name: the thread's name.
  ///   - work: runs on that thread.
  ///   - then: receives the result, on the loop.
  /// - Throws: when no thread can be started; neither closure is called then.
  package func inBackground<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) throws(DeviceError) {
    let then = Carried(then)
    try runInBackground(name) { [self] in
      let value = work()
      post { then.value(value) }
    }
  }
}
