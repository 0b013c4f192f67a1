/// Program to start when a service has an event for a client that is not running.
@nonexhaustive
public enum WakeAction: Hashable, Sendable {
  /// Nothing.
  case none
  /// A systemd unit such as `tracker.service`; one that already runs is left alone.
  case systemdUnit(String)
  /// A program by its absolute path, unless the one started before is still running.
  case execute(path: String, arguments: [String])

  /// Words of the command, the first one a path; empty for `none`.
  public var command: [String] {
    switch self {
    case .none: []
    case .systemdUnit(let name): ["/usr/bin/systemctl", "start", "--no-block", "--", name]
    case .execute(let path, let arguments): [path] + arguments
    }
  }
}
