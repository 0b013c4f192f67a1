internal import CCairnLinux
internal import Synchronization

/// The original settings of all open serial ports, so that a program that must end at once can
/// restore them all.
///
/// Callable from any thread.
package enum OpenPorts {
  private struct Found {
    var terminal: cairnlinux_tty
    let isExclusive: Bool
  }

  private static let found = Mutex<[Int32: Found]>([:])

  /// Records a port that is about to be configured.
  static func add(_ descriptor: Int32, _ terminal: cairnlinux_tty, isExclusive: Bool) {
    found.withLock { $0[descriptor] = Found(terminal: terminal, isExclusive: isExclusive) }
  }

  /// Restores a port before its descriptor is closed. Idempotent.
  static func restore(_ descriptor: Int32) {
    found.withLock { ports in
      if let port = ports.removeValue(forKey: descriptor) { restore(descriptor, port) }
    }
  }

  /// Restores all ports; for the end of the program.
  package static func restoreAll() {
    found.withLock { ports in
      for (descriptor, port) in ports { restore(descriptor, port) }
      ports = [:]
    }
  }

  /// Does not drain output: with the receiver gone, draining would block for ever.
  private static func restore(_ descriptor: Int32, _ port: Found) {
    if port.isExclusive { _ = cairnlinux_tty_exclusive(descriptor, 0) }
    var terminal = port.terminal
    _ = unsafe cairnlinux_tty_set(descriptor, &terminal)
  }
}
