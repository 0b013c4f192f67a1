internal import CCairnLinux

/// Blocks one thread until another one signals.
///
/// `@unchecked Sendable`: the only state is the address of a POSIX semaphore, which any thread may
/// use; the semaphore is freed with the last reference.
@safe final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutableRawPointer?

  init() { unsafe semaphore = cairnlinux_semaphore_create() }

  deinit {
    if let semaphore = unsafe semaphore { unsafe cairnlinux_semaphore_destroy(semaphore) }
  }

  func signal() {
    if let semaphore = unsafe semaphore { unsafe cairnlinux_semaphore_signal(semaphore) }
  }

  func wait() {
    if let semaphore = unsafe semaphore { unsafe cairnlinux_semaphore_wait(semaphore) }
  }
}
