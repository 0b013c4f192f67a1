internal import CCairnLinux

/// A descriptor that is readable exactly while something is set: an eventfd for poll and epoll.
///
/// Callable from any thread; a set and a clear that race must be ordered by the caller.
public final class EventDescriptor: Sendable {
  /// -1 when the process has no descriptor left; then nothing ever becomes readable.
  public let descriptor: Int32

  /// Not readable at first.
  public init() { descriptor = max(-1, cairn_event_create()) }

  deinit { if descriptor >= 0 { _ = cairn_close(descriptor) } }

  /// Makes it readable.
  public func set() { if descriptor >= 0 { _ = cairn_event_signal(descriptor) } }

  /// Makes it unreadable.
  public func clear() {
    guard descriptor >= 0 else { return }
    var count: UInt64 = 0
    _ = unsafe cairn_read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
