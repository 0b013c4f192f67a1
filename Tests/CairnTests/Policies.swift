import CairnTestSupport
import Cairn
import Synchronization

/// The same answer for everybody.
struct FixedPolicy: AuthorizationPolicy {
  let accuracy: AccuracyAuthorization

  init(_ accuracy: AccuracyAuthorization) { self.accuracy = accuracy }

  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: .authorizedAlways, accuracy: accuracy, reason: "test")
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {}
}

/// An answer that a test changes while the system runs.
final class SwitchedPolicy: AuthorizationPolicy {
  private let status = Mutex(AuthorizationStatus.authorizedAlways)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  func observe(_ changed: @escaping @Sendable () -> Void) {
    observer.withLock { $0 = changed }
  }

  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: status.withLock { $0 }, reason: "switched by the test")
  }

  func set(_ new: AuthorizationStatus) {
    status.withLock { $0 = new }
    observer.withLock { $0 }?()
  }
}

extension FilePolicy {
  /// Waits until the files have been read for the first time, by a thread that no clock drives.
  func isRead() async -> Bool {
    await Patience.wait { authorization(for: .process).status != .notDetermined }
  }
}

extension Bench {
  /// Lets the engine and other threads work until `condition` holds. For what resumes through the
  /// concurrency runtime's own threads.
  ///
  /// - Returns: whether it does; what the loop does in the same turn has been done then, too.
  func waitUntil(_ condition: () -> Bool) async -> Bool {
    let holds = await Patience.wait {
      if condition() { return true }
      loop.settle()
      return false
    }
    loop.settle()
    return holds
  }
}
