internal import CCairnLinux
public import CairnTypes

/// A pseudo-terminal: a serial port whose other end is this program; for simulators and tests.
///
/// Isolation: not `Sendable`; belongs to its creator.
public final class PseudoTerminal {
  /// The slave's node, `/dev/pts/N`.
  public let path: String
  /// The symbolic link that was asked for.
  public let link: String?
  /// The master, non-blocking; -1 after `hangUp()`. Watch it to see when the other program writes.
  public private(set) var descriptor: Int32
  /// Kept open so that the line survives closing and reopening by its user, as a UART does; -1 if it is to
  /// be seen whether there is a user.
  private var slave: Int32

  /// Opens a pseudo-terminal pair.
  ///
  /// - Parameters:
  ///   - link: a symbolic link to create, replacing a link of that name; removed at the end.
  ///   - isRaw: whether the line starts raw; a fresh UART echoes instead.
  /// - Throws: `.open` when the system has no pair left or the link cannot be created.
  public convenience init(link: String? = nil, isRaw: Bool = true) throws(DeviceError) {
    try self.init(link: link, isRaw: isRaw, keepsLineOpen: true)
  }

  /// Opens a pseudo-terminal pair.
  ///
  /// - Parameters:
  ///   - link: see the other initializer.
  ///   - isRaw: see the other initializer.
  ///   - keepsLineOpen: whether the line survives its user; otherwise `isInUse` says whether it has one.
  /// - Throws: as the other initializer.
  package init(
    link: String?, isRaw: Bool = true, keepsLineOpen: Bool
  ) throws(DeviceError) {
    var number: UInt32 = 0
    let master = unsafe cairnlinux_pty_open(&number)
    guard master >= 0 else { throw DeviceError(.open, path: "/dev/ptmx", code: -master) }
    path = "/dev/pts/\(number)"
    slave = Self.openLine(path)
    descriptor = master
    var failure = slave < 0 ? DeviceError(.open, path: path, code: -slave) : nil
    var made: String?
    if failure == nil, let link {
      // Only a link is ever replaced: removing a device node or a file would be a disaster.
      if FileSystem.link(link) != nil { _ = unsafe cairnlinux_unlink(link) }
      let result = unsafe cairnlinux_symlink(path, link)
      if result < 0 {
        failure = DeviceError(.open, path: link, code: -result)
      } else {
        made = link
      }
    }
    self.link = made
    if let failure {
      hangUp()
      throw failure
    }
    if isRaw { makeRaw() }
    if !keepsLineOpen { closeLine() }
  }

  deinit { hangUp() }

  /// Whether another program has the line open. Needs a line that is not kept open.
  package var isInUse: Bool {
    // Without one the kernel reports a hang-up, for which nothing has to be asked.
    descriptor >= 0 && cairnlinux_poll(descriptor, 0, 0) == 0
  }

  /// Returns a source for the program that has the line open, with a descriptor of its own; `nil` if there is
  /// none left.
  package func makeSource() -> PeerSource? {
    let copy = cairnlinux_duplicate(descriptor)
    return copy < 0 ? nil : PeerSource(link ?? path, descriptor: copy)
  }

  /// Discards what the other program has not read.
  package func discardUnread() {
    let line = Self.openLine(path)
    guard line >= 0 else { return }
    _ = cairnlinux_tty_flush_input(line)
    _ = cairnlinux_close(line)
  }

  /// The rate that the other side has set, in bits per second.
  public var baudRate: UInt32? { terminal?.ospeed }

  /// Whether the line echoes or edits its input, as a fresh one does.
  public var isCooked: Bool {
    guard var terminal else { return false }
    return unsafe cairnlinux_tty_is_cooked(&terminal) != 0
  }

  /// Sends to the other program; returns the bytes accepted, fewer if the kernel's buffer is full.
  @discardableResult
  public func write(_ bytes: Span<UInt8>) -> Int {
    guard descriptor >= 0, !bytes.isEmpty else { return 0 }
    let count = unsafe bytes.withUnsafeBufferPointer {
      unsafe cairnlinux_write(descriptor, $0.baseAddress, $0.count)
    }
    return max(0, count)
  }

  /// Sends an array to the other program; see `write(_:)` for spans.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Int { write(bytes.span) }

  /// Returns unread bytes that the other program has written, at most `limit`.
  public func read(upTo limit: Int = 4096) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(1, limit))
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
    }
    return count > 0 ? Array(bytes[..<count]) : []
  }

  /// Closes both ends: the other program sees its device unplugged. Idempotent.
  public func hangUp() {
    if let link, FileSystem.link(link) == path { _ = unsafe cairnlinux_unlink(link) }
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
    closeLine()
  }

  private static func openLine(_ path: String) -> Int32 {
    unsafe cairnlinux_open(
      path,
      Int32(cairnlinux_open_read) | Int32(cairnlinux_open_write)
        | Int32(cairnlinux_open_nonblocking))
  }

  private func closeLine() {
    if slave >= 0 { _ = cairnlinux_close(slave) }
    slave = -1
  }

  private var terminal: cairnlinux_tty? {
    var terminal = cairnlinux_tty()
    guard slave >= 0, unsafe cairnlinux_tty_get(slave, &terminal) >= 0 else { return nil }
    return terminal
  }

  private func makeRaw() {
    guard var terminal else { return }
    unsafe cairnlinux_tty_make_raw(&terminal)
    _ = unsafe cairnlinux_tty_set(slave, &terminal)
  }
}
