import CairnTypes

/// Why a command ended early: one line on standard error and an exit code.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The exit code of whatever failed.
  package static let failed: Int32 = 1
  /// The exit code where there was nothing to work with.
  package static let noReceiver: Int32 = 2

  package let description: String

  /// - Parameter message: what happened, where, and what to do about it; what is hidden in it is shown.
  package init(message: String) { description = ForeignText.visible(message) }
}
