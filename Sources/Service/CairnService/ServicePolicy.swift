package import Cairn
package import CairnLinux
package import CairnTypes
internal import Synchronization

/// Who may have positions of the service: the rules of a folder, which the settings may change while clients are
/// connected.
///
/// Until a folder is named, nothing is decided. Callable from any thread; a lock guards the contents.
package final class ServicePolicy: AuthorizationPolicy {
  private struct Contents {
    var folder = ""
    var rules: FilePolicy?
    var observers: [@Sendable () -> Void] = []
  }

  private let loop: EventLoop
  private let log: @Sendable (String) -> Void
  private let contents = Mutex(Contents())

  /// Creates a policy that has decided nothing.
  ///
  /// - Parameters:
  ///   - loop: the service's, which watches the folder.
  ///   - log: gets lines for a person about files that cannot be used, on any thread.
  package init(loop: EventLoop, log: @escaping @Sendable (String) -> Void) {
    self.loop = loop
    self.log = log
  }

  /// Takes the rules of a folder, or reads those of the same folder again. While its files have a mistake, the last good
  /// rules of the same folder stay in force.
  package func use(_ folder: String) {
    let known = contents.withLock { $0.folder == folder ? $0.rules : nil }
    if let known { return known.readAgain() }
    let rules = FilePolicy(folder: folder, loop: loop) { [log] in log("policy: \($0)") }
    contents.withLock {
      $0.folder = folder
      $0.rules = rules
    }
    rules.observe { [weak self] in self?.tell() }
    tell()
  }

  package func authorization(for client: ClientIdentity) -> Authorization {
    contents.withLock { $0.rules }?.authorization(for: client)
      ?? Authorization(status: .notDetermined, reason: "the service is starting")
  }

  package func observe(_ changed: @escaping @Sendable () -> Void) {
    contents.withLock { $0.observers.append(changed) }
  }

  package func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization {
    guard let rules = contents.withLock({ $0.rules }) else { throw LocationError(.denied) }
    return try await rules.requestTemporaryFullAccuracy(for: client, purpose: purpose)
  }

  private func tell() { for changed in contents.withLock({ $0.observers }) { changed() } }
}
