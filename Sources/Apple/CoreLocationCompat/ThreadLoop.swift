internal import CCairnRunLoop
internal import Cairn
internal import CairnTypes
internal import Foundation
internal import Synchronization

/// Wakes the run loop of a thread other than the main one when a manager's events are pending.
///
/// `@unchecked Sendable`: only the run loop's thread, on which the manager was created, reads
/// `core` and uses `timer`; any thread may call `perform` and wake the loop.
final class ThreadLoop: @unchecked Sendable {
  private weak var core: LocationManager?
  private let loop = RunLoop.current
  /// Valid as long as `loop` exists.
  private let handle = unsafe UInt(bitPattern: CCairnRunLoopCurrent())
  /// Keeps the run loop running, which ends at once if nothing is scheduled.
  private let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
  /// Whether a block is already queued, so that a loop that never runs holds at most one.
  private let isAsked = Atomic(false)

  private init(_ core: LocationManager) {
    self.core = core
    loop.add(timer, forMode: .common)
  }

  deinit {
    let timer = Carried(timer)
    perform { timer.value.invalidate() }
  }

  /// Makes the calling thread's run loop collect the manager's events while it runs.
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
