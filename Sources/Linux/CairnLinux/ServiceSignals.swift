internal import CCairnLinux
package import CairnTypes

/// The signals that a service obeys: SIGINT and SIGTERM ask it to end, and SIGHUP to read its
/// configuration again.
package enum ServiceSignals {
  /// What a signal asks for.
  package enum Wish: Hashable, Sendable {
    case end, reload
  }

  /// Follows the signals from now on, which no longer end the process.
  ///
  /// Called before any other thread is started, since threads inherit what is blocked.
  ///
  /// - Returns: the descriptor for `follow`.
  package static func open() throws(DeviceError) -> Int32 {
    let descriptor = cairnlinux_signals_open()
    guard descriptor >= 0 else {
      throw DeviceError(.monitor, path: "signals", code: -descriptor)
    }
    return descriptor
  }

  /// Follows the signals on a loop.
  ///
  /// A service that runs in a terminal ends with it: there, SIGHUP means that the terminal is closed.
  ///
  /// - Parameters:
  ///   - descriptor: that of `open`.
  ///   - loop: watches it.
  ///   - receive: called on the loop for each signal; with `end` if it cannot watch them.
  package static func follow(
    _ descriptor: Int32, on loop: EventLoop, _ receive: @escaping @Sendable (Wish) -> Void
  ) {
    var terminal = cairnlinux_tty()
    let isInTerminal = unsafe cairnlinux_tty_get(2, &terminal) >= 0
    loop.post {
      do throws(DeviceError) {
        _ = try loop.watch(descriptor, .readable) { _ in
          while let signal = next(descriptor) {
            receive(signal == Int32(cairnlinux_SIGHUP) && !isInTerminal ? .reload : .end)
          }
        }
      } catch {
        receive(.end)
      }
    }
  }

  private static func next(_ descriptor: Int32) -> Int32? {
    let signal = cairnlinux_signals_read(descriptor)
    return signal == 0 ? nil : signal
  }
}
