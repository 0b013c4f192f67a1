internal import CCairnLinux

/// A descriptor that is readable while any of several is. Isolation: its owner's.
final class DescriptorSet {
  /// The set's own descriptor; -1 if the process has none left.
  let descriptor: Int32

  init() { descriptor = max(-1, cairnlinux_epoll_create()) }

  deinit { if descriptor >= 0 { _ = cairnlinux_close(descriptor) } }

  /// - Returns: false if the system refuses it.
  func add(_ other: Int32) -> Bool {
    cairnlinux_epoll_control(
      descriptor, Int32(cairnlinux_epoll_add), other, UInt32(cairnlinux_epoll_in), 0) >= 0
  }

  /// Removes one that is still open.
  func remove(_ other: Int32) {
    _ = cairnlinux_epoll_control(descriptor, Int32(cairnlinux_epoll_delete), other, 0, 0)
  }
}
