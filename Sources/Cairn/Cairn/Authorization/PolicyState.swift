internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

/// The present rules of a `FilePolicy`, with its temporary permissions.
///
/// Isolation: a lock guards the contents; rules are evaluated and observers called outside of it.
final class PolicyState: Sendable {
  /// A grant of full accuracy for a while.
  private struct Permission {
    let purpose: String
    let end: MonotonicTime
  }

  private struct Contents {
    /// The last good rules; `nil` if there have been none.
    var rules: PolicyRules?
    var failure: PolicyFailure?
    var permissions: [ClientIdentity: Permission] = [:]
    var observers: [@Sendable () -> Void] = []
    /// Continued when the first reading has ended, well or not.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isKnown: Bool { rules != nil || failure != nil }
  }

  private let otherwise: Authorization
  private let report: @Sendable (PolicyFailure) -> Void
  private let contents = Mutex(Contents())

  init(otherwise: Authorization, report: @escaping @Sendable (PolicyFailure) -> Void) {
    self.otherwise = otherwise
    self.report = report
  }

  var failure: PolicyFailure? { contents.withLock { $0.failure } }

  /// Whether the files have been read, well or not.
  var isKnown: Bool { contents.withLock { $0.isKnown } }

  /// Waits until the files have been read, well or not.
  func becomesKnown() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isKnown = contents.withLock { contents in
        if !contents.isKnown { contents.waiting.append(continuation) }
        return contents.isKnown
      }
      if isKnown { continuation.resume() }
    }
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {
    contents.withLock { $0.observers.append(changed) }
  }

  // MARK: - Files

  /// Adopts the result of a reading. Called by one thread at a time.
  func adopt(_ reading: Result<PolicyRules, PolicyFailure>) {
    do throws(PolicyFailure) {
      let new = try reading.get()
      let isNews = contents.withLock { contents in
        defer { contents.rules = new }
        contents.failure = nil
        return contents.rules != new
      }
      if isNews { tell() }
    } catch {
      fail(error)
    }
  }

  /// Notes a failure and keeps the present rules. The same failure is reported once.
  func fail(_ failure: PolicyFailure) {
    let (isNews, isFirst) = contents.withLock { contents in
      defer { contents.failure = failure }
      return (contents.failure != failure, !contents.isKnown)
    }
    if isNews { report(failure) }
    if isFirst { tell() }
  }

  // MARK: - Answers

  func purpose(for client: ClientIdentity) -> String? {
    contents.withLock { $0.rules }.flatMap { answer($0, client).purpose }
  }

  func authorization(for client: ClientIdentity, at now: MonotonicTime) -> Authorization {
    let (rules, failure, permission) = contents.withLock {
      ($0.rules, $0.failure, $0.permissions[client])
    }
    guard let rules else {
      guard let failure else {
        return Authorization(status: .notDetermined, reason: "the policy files are being read")
      }
      return Authorization(status: .denied, reason: "no good policy file yet: \(failure)")
    }
    let answer = answer(rules, client)
    var authorization = answer.authorization
    // A permission ends when its rule is removed.
    if let permission, now < permission.end, authorization.accuracy == .reducedAccuracy,
      answer.temporaryFullAccuracy[permission.purpose] != nil
    {
      authorization.accuracy = .fullAccuracy
      authorization.reason += ", full accuracy for '\(permission.purpose)' for a while"
    }
    return authorization
  }

  private func answer(_ rules: PolicyRules, _ client: ClientIdentity) -> PolicyAnswer {
    rules.answer(
      for: client.name, unit: client.systemdUnit, aliases: client.aliases, otherwise: otherwise)
  }

  // MARK: - Full accuracy for a while

  /// Stores a permission if a rule allows it.
  func permit(
    _ client: ClientIdentity, purpose: String, at now: MonotonicTime
  ) throws(LocationError) -> Authorization {
    guard let rules = contents.withLock({ $0.rules }) else { throw LocationError(.denied) }
    let answer = answer(rules, client)
    guard answer.authorization.status.allowsLocation else { throw LocationError(.denied) }
    guard answer.authorization.accuracy == .reducedAccuracy else { return answer.authorization }
    guard let duration = answer.temporaryFullAccuracy[purpose] else {
      throw LocationError(.promptDeclined)
    }
    contents.withLock {
      $0.permissions[client] = Permission(purpose: purpose, end: now + duration)
    }
    tell()
    return authorization(for: client, at: now)
  }

  /// When the first permission ends; `nil` if there is none.
  var firstEnd: MonotonicTime? { contents.withLock { $0.permissions.values.map(\.end).min() } }

  /// Removes the permissions that have ended.
  func expire(at now: MonotonicTime) {
    let isNews = contents.withLock { contents in
      let count = contents.permissions.count
      contents.permissions = contents.permissions.filter { now < $0.value.end }
      return contents.permissions.count != count
    }
    if isNews { tell() }
  }

  private func tell() {
    let (observers, waiting) = contents.withLock { contents in
      defer { contents.waiting = [] }
      return (contents.observers, contents.waiting)
    }
    for changed in observers { changed() }
    for continuation in waiting { continuation.resume() }
  }
}
