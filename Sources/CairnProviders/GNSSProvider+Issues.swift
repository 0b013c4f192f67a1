internal import CairnHAL

// What stands between the receiver and its best; each change is told once.

extension GNSSProvider {
  /// Tells that an issue stands, unless that was told in the same words.
  func raise(_ issue: ProviderIssue) {
    guard !health.issues.contains(issue) else { return }
    health.raise(issue)
    sink?.send(.issue(issue))
  }

  /// Tells that an issue no longer stands, if it did.
  func clear(_ kind: ProviderIssue.Kind) {
    if health.clear(kind) { sink?.send(.resolved(kind)) }
  }

  /// Raises an issue, or with an explanation of `nil` clears it.
  func set(_ kind: ProviderIssue.Kind, _ explanation: String?) {
    if let explanation { raise(ProviderIssue(kind, explanation)) } else { clear(kind) }
  }

  /// What kept the receiver from being opened no longer does.
  func clearObstacles() {
    for issue in health.issues where issue.isBlocking { clear(issue.kind) }
  }
}
