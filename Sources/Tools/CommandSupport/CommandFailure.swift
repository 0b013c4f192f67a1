import CairnTypes

/// Why a command ended early: a line for standard error.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The exit code of any other failure.
  package static let failed: Int32 = 1
  /// The exit code when there was no receiver to work with.
  package static let noReceiver: Int32 = 2

  package let description: String

  /// - Parameter message: the failure, its place and its remedy; hidden characters are shown.
  package init(message: String) { description = ForeignText.visible(message) }
}
