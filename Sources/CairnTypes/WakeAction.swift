/// What is started when a service has something to tell and its client is not there to hear it.
public enum WakeAction: Hashable, Sendable {
  /// Nothing.
  case none
  /// A unit of systemd, such as `tracker.service`; one that runs is left alone.
  case systemdUnit(String)
  /// A program by its absolute path; not while the one started before still runs.
  case execute(path: String, arguments: [String])

  /// The words of the command, the first one a path; empty for `none`.
  public var command: [String] {
    switch self {
    case .none: []
    case .systemdUnit(let name): ["/usr/bin/systemctl", "start", "--no-block", "--", name]
    case .execute(let path, let arguments): [path] + arguments
    }
  }
}
