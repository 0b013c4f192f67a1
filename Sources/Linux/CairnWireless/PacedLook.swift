internal import CairnLinux
internal import CairnTypes

/// Looks again at what another program announces changes of, at the pace of `EventPace`.
///
/// Isolation: belongs to its event loop.
final class PacedLook {
  private let loop: EventLoop
  private let look: () -> Void
  private var pace = EventPace()
  private var timer: TimerID?

  /// - Parameters:
  ///   - loop: the loop of the caller.
  ///   - look: called on the loop, within `note` or later; must not hold its owner strongly.
  init(loop: EventLoop, _ look: @escaping () -> Void) {
    self.loop = loop
    self.look = look
  }

  /// Notes an announcement.
  func note() {
    pace.note(at: loop.now())
    advance()
  }

  /// Forgets what was announced.
  func cancel() {
    if let timer { loop.cancel(timer) }
    timer = nil
    pace = EventPace()
  }

  private func advance() {
    if pace.take(at: loop.now()) { return look() }
    guard timer == nil, let due = pace.due else { return }
    timer = loop.schedule(at: due) { [weak self] in
      self?.timer = nil
      self?.advance()
    }
  }
}
