internal import CCairnLinux

/// A socket that systemd has opened and passed to this program.
///
/// Source: sd_listen_fds(3).
package struct InheritedSocket: Hashable, Sendable {
  /// The first descriptor that is passed.
  private static let first: Int32 = 3
  /// Sockets that are taken; a unit has a few.
  private static let limit = 64

  /// The name that the unit gives it (`FileDescriptorName=`), or that of the unit.
  package let name: String
  package let descriptor: Int32

  /// Whether it is a Unix socket that keeps messages apart (SOCK_SEQPACKET).
  package var keepsMessages: Bool { (try? ListenAddress.place(of: self))?.keepsMessages ?? false }

  /// Takes over the sockets that were passed to this process: programs that it starts do not get them.
  ///
  /// - Returns: an empty list for a process that systemd has not started for a socket.
  package static func take() -> [InheritedSocket] {
    let sockets = passed(
      to: Int(cairnlinux_process_id()), process: environmentVariable("LISTEN_PID"),
      count: environmentVariable("LISTEN_FDS"), names: environmentVariable("LISTEN_FDNAMES"))
    return sockets.filter { cairnlinux_adopt($0.descriptor) == 0 }
  }

  /// Returns the sockets that the variables of the environment describe: the number of the process that they
  /// are meant for, how many there are, and their names with colons between them.
  static func passed(
    to own: Int, process: String?, count: String?, names: String?
  ) -> [InheritedSocket] {
    guard process.flatMap({ Int($0) }) == own, let count = count.flatMap({ Int($0) }), count > 0
    else { return [] }
    let names = (names ?? "").split(separator: ":", omittingEmptySubsequences: false)
    return (0..<min(count, limit)).map { index in
      InheritedSocket(
        name: index < names.count ? String(names[index]) : "",
        descriptor: first + Int32(index))
    }
  }

  /// Closes a socket that nobody uses.
  package func close() { _ = cairnlinux_close(descriptor) }
}
