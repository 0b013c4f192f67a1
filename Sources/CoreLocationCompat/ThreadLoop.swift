internal import CCairnRunLoop
internal import Cairn
internal import Foundation
internal import Synchronization

/// The run loop of a thread that is not the main one, told from elsewhere that a manager's events wait.
///
/// Unchecked because the type system cannot see it: `core` is read, and `timer` used, by the thread of the run
/// loop alone, where the manager was made; `perform` and the wake may be called by any thread.
final class ThreadLoop: @unchecked Sendable {
  private weak var core: LocationManager?
  private let loop = RunLoop.current
  /// Valid as long as `loop`.
  private let handle = unsafe UInt(bitPattern: CCairnRunLoopCurrent())
  /// A run loop in which nothing is scheduled ends at once.
  private let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
  /// Whether a block waits already: a loop that never runs keeps one and no more.
  private let isAsked = Atomic(false)

  private init(_ core: LocationManager) {
    self.core = core
    loop.add(timer, forMode: .common)
  }

  deinit {
    let timer = Carried(value: timer)
    perform { timer.value.invalidate() }
  }

  /// Has the run loop of the calling thread collect the manager's events, as long as it runs.
  static func serve(_ core: LocationManager) {
    let thread = ThreadLoop(core)
    core.onEvents { thread.ask() }
  }

  private func ask() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    perform { [self] in
      isAsked.store(false, ordering: .releasing)
      core?.processPendingEvents()
    }
  }

  private func perform(_ body: @escaping @Sendable () -> Void) {
    loop.perform(inModes: [.common], block: body)
    guard let handle = unsafe UnsafeMutableRawPointer(bitPattern: handle) else { return }
    unsafe CCairnRunLoopWakeUp(handle)
  }
}
