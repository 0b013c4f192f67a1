internal import CairnHAL

// Issues of the receiver; each change is reported once.

extension GNSSProvider {
  /// Reports an issue, unless it was already reported in the same words.
  func raise(_ issue: ProviderIssue) {
    guard !health.issues.contains(issue) else { return }
    health.raise(issue)
    sink?.send(.issue(issue))
  }

  /// Reports that an issue is resolved, if it was present.
  func clear(_ kind: ProviderIssue.Kind) {
    if health.clear(kind) { sink?.send(.resolved(kind)) }
  }

  /// Raises an issue, or with an explanation of `nil` clears it.
  func set(_ kind: ProviderIssue.Kind, _ explanation: String?) {
    if let explanation { raise(ProviderIssue(kind, explanation)) } else { clear(kind) }
  }

  /// Clears the issues that kept the receiver from being opened.
  func clearObstacles() {
    for issue in health.issues where issue.isBlocking { clear(issue.kind) }
  }
}
