internal import Cairn
internal import CairnHAL
internal import CairnLinux
internal import Synchronization

/// The satellites of a system's receiver, while a manager wants them: the newest epoch, if the program
/// is slow.
///
/// Isolation: its manager's. The lock guards the epoch, which comes from the event loop.
final class SkyWatch {
  private final class Newest: Sendable {
    private let report = Mutex<SatelliteReport?>(nil)

    func put(_ newer: SatelliteReport) { report.withLock { $0 = newer } }

    func take() -> SatelliteReport? {
      report.withLock { report in
        defer { report = nil }
        return report
      }
    }
  }

  private let system: LocationSystem
  private let newest = Newest()
  private let id: UInt32

  /// Sets `due` with each epoch.
  init(_ system: LocationSystem, due: EventDescriptor) {
    self.system = system
    id = system.follow(SharedSystem.provider) { [newest] event in
      guard case .satellites(let report) = event else { return }
      newest.put(report)
      due.set()
    }
  }

  deinit { system.unfollow(id) }

  func take() -> SatelliteReport? { newest.take() }
}
