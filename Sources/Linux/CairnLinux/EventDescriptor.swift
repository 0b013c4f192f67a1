internal import CCairnLinux

/// An eventfd that is readable exactly while it is set, for use with poll and epoll.
///
/// Callable from any thread; if a set and a clear race, the caller must order them.
public final class EventDescriptor: Sendable {
  /// The eventfd; -1 if the process had no descriptor left, and then it never becomes readable.
  public let descriptor: Int32

  /// Creates an event that is not set.
  public init() { descriptor = max(-1, cairnlinux_event_create()) }

  deinit { if descriptor >= 0 { _ = cairnlinux_close(descriptor) } }

  /// Makes the descriptor readable.
  public func set() { if descriptor >= 0 { _ = cairnlinux_event_signal(descriptor) } }

  /// Makes the descriptor unreadable.
  public func clear() {
    guard descriptor >= 0 else { return }
    var count: UInt64 = 0
    _ = unsafe cairnlinux_read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
