internal import CairnLinux
internal import CairnTypes

/// Starts what clients that are not there want to be started. Isolation: the event loop.
final class Waker {
  private let loop: EventLoop
  private var running: Set<WakeAction> = []
  private(set) var counts = WakeCounts()

  init(loop: EventLoop) { self.loop = loop }

  /// Starts it, unless it still runs.
  func wake(_ action: WakeAction) {
    let command = action.command
    guard !command.isEmpty, running.insert(action).inserted else { return }
    counts.started += 1
    Program.run(command, on: loop) { [weak self] result in
      guard let self else { return }
      running.remove(action)
      if result != .success(0) { counts.failed += 1 }
    }
  }
}

/// How often programs were started for clients that were not there.
public struct WakeCounts: Hashable, Sendable {
  /// All that were tried.
  public var started = 0
  /// Those that could not be started, or ended with another status than 0.
  public var failed = 0
}
