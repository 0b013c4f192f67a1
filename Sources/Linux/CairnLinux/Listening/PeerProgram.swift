internal import CCairnLinux

/// The program at the other end of a Unix socket. A program cannot choose what is said here.
package struct PeerProgram: Hashable, Sendable {
  /// The number of its process.
  package let process: Int32
  /// The number of its user.
  package let user: UInt32
  /// The name of its user; `nil` for one that the system has no name for.
  package let userName: String?
  /// The path of its executable; `nil` if this process may not see it, as that of another user.
  package let executable: String?
  /// The systemd unit that it runs in; `nil` outside of services.
  package let systemdUnit: String?
  /// Whether it may see what other users' programs do: it runs as root or as the user of this process, or is in
  /// the group of this process.
  package let isOverseer: Bool

  /// See the properties.
  package init(
    process: Int32, user: UInt32, userName: String?, executable: String?, systemdUnit: String?,
    isOverseer: Bool
  ) {
    self.process = process
    self.user = user
    self.userName = userName
    self.executable = executable
    self.systemdUnit = systemdUnit
    self.isOverseer = isOverseer
  }

  /// Looks up the program that has made a connection.
  ///
  /// - Returns: `nil` once the kernel does not know it any more, and for a connection of another kind.
  init?(at descriptor: Int32) {
    var (process, user): (Int32, UInt32) = (0, 0)
    guard unsafe cairnlinux_peer(descriptor, &process, &user) == 0 else { return nil }
    let isInGroup = cairnlinux_peer_in_group(descriptor, cairnlinux_group()) == 1
    self.init(process: process, user: user, isOverseer: isInGroup)
  }

  /// Looks up a program that something else has named, such as a message bus.
  ///
  /// - Parameters:
  ///   - process: the number of its process; `nil` if that is not known.
  ///   - user: the number of its user.
  ///   - isOverseer: whether it may see what others do even as another user than root and this process's.
  package init(process: Int32?, user: UInt32, isOverseer: Bool = false) {
    let name = process.map { "\($0)" }
    self.init(
      process: process ?? 0, user: user, userName: SystemAccounts.userName(user),
      executable: name.flatMap { executableOfProcess($0) },
      systemdUnit: name.flatMap { systemdUnitOfProcess($0) },
      isOverseer: isOverseer || user == 0 || user == cairnlinux_user())
  }
}
