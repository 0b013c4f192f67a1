internal import CCairnLinux
package import CairnTypes

/// The signals that ask a service to end: SIGINT, SIGTERM and SIGHUP.
package enum EndSignals {
  /// Follows the signals from now on, which no longer end the process.
  ///
  /// Called before any other thread is started, since threads inherit what is blocked.
  ///
  /// - Returns: the descriptor for `follow`.
  package static func open() throws(DeviceError) -> Int32 {
    let descriptor = cairn_signals_open()
    guard descriptor >= 0 else {
      throw DeviceError(.monitor, path: "signals", code: -descriptor)
    }
    return descriptor
  }

  /// Follows the signals on a loop.
  ///
  /// - Returns: an element for each signal; ends if the loop cannot watch the descriptor.
  package static func follow(_ descriptor: Int32, on loop: EventLoop) -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    loop.post {
      do throws(DeviceError) {
        _ = try loop.watch(descriptor, .readable) { _ in
          while cairn_signals_read(descriptor) != 0 { signal.yield() }
        }
      } catch {
        signal.finish()
      }
    }
    return signals
  }
}
