import ArgumentParser
import CairnFiles
import CairnLinux
import CommandSupport
import Glibc

/// The folder in which providers keep what they learn.
struct StateFolder: ParsableArguments {
  @Option(
    help: """
      A folder that keeps what is learnt about receivers and access points for the next start. Default: the one \
      that systemd names in STATE_DIRECTORY, else none.
      """)
  var state: String?

  /// The folder, if any. systemd may name several; the first is the unit's own.
  var path: String? {
    state ?? Environment.value(of: "STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
  }

  /// Returns the folder, if any, in which this user may write.
  ///
  /// - Throws: a one-line message that says what to do.
  func writable() throws -> String? {
    guard let folder = path else { return nil }
    guard access(folder, R_OK | W_OK | X_OK) == 0 else {
      throw CommandFailure(
        message: "cannot keep states in \(folder): \(errnoName(errno)) (\(errnoText(errno))); "
          + "make that folder, and let this user write to it")
    }
    return folder
  }
}
