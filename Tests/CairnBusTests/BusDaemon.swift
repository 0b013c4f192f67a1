import CairnDBus
import CairnTestSupport
import Glibc
import Testing

/// A `dbus-daemon` of our own on a socket in a temporary folder.
final class BusDaemon {
  private static let program: String? = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"]
    .first { (path: String) in access(path, X_OK) == 0 }

  /// Where CI runs, its absence is a failure.
  static var isMissing: Bool {
    guard program == nil, !isContinuousIntegration else { return false }
    print("skipped: dbus-daemon is not installed; scripts/install/install-deps.sh test installs it")
    return true
  }

  let address: DBusAddress
  private let folder: TemporaryFolder
  private let process: ChildProcess

  init() async throws {
    let program = try #require(Self.program, "dbus-daemon is not installed")
    folder = try TemporaryFolder()
    address = .unixPath("\(folder.path)/bus")
    try folder.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address.text ?? "")</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*"/>
          <allow receive_sender="*"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    let process = try ChildProcess(
      program,
      ["--config-file=\(folder.path)/bus.conf", "--print-address", "--nofork", "--nopidfile"])
    self.process = process
    // It prints the address once it listens.
    let isReady = await Patience.wait { process.output.contains("\n") || process.hasEnded }
    try #require(isReady && !process.hasEnded, "dbus-daemon: \(process.complaints)")
  }

  deinit { process.kill() }

  /// Ends it, and waits until it has ended.
  func end() async {
    process.kill()
    _ = await process.end()
  }
}
