internal import CCairnLinux
public import CairnTypes

/// The result of one read.
public enum ReadOutcome: Hashable, Sendable {
  /// The number of bytes read, at least one.
  case bytes(Int)
  /// No bytes are available yet.
  case wouldBlock
  /// The device or the peer is gone; the errno, 0 when the kernel reported an end of file.
  case hangUp(Int32)
  /// A capture was read to its end.
  case endOfFile
}

/// The result of one write.
public enum WriteOutcome: Hashable, Sendable {
  /// The kernel has accepted all bytes.
  case written
  /// This many bytes wait in the source's buffer until the device accepts them.
  case queued(Int)
}

/// A device, connection or file that bytes are read from, without blocking.
///
/// Isolation: not `Sendable`; belongs to the event loop that reads it. `ByteReader` drives it.
public protocol ByteSource: AnyObject {
  /// Where the bytes come from.
  var address: SourceAddress { get }
  /// The open descriptor; -1 before a connection exists and after `close()`.
  var descriptor: Int32 { get }
  /// Whether epoll can wait for it; it cannot wait for regular files.
  var isPollable: Bool { get }
  /// Whether `write` can succeed at all.
  var canWrite: Bool { get }
  /// Whether `setBaudRate` can succeed at all.
  var canChangeSpeed: Bool { get }
  /// The UART's error counters; `nil` where there is no UART.
  var lineErrors: LineErrorCounts? { get }
  /// Number of bytes that `write` has accepted and the kernel has not.
  var pendingOutput: Int { get }
  /// Number of bytes that the kernel has accepted and not yet sent, as far as its driver tells.
  var unsentOutput: Int { get }
  /// Called when `pendingOutput` becomes positive, so that the reader waits for writability.
  var onPendingOutput: (() -> Void)? { get set }

  /// Opens or connects the descriptor. Calls `then` on the loop, with the error if it failed: at
  /// once if there is nothing to wait for, later for a connection.
  func connect(on loop: EventLoop, _ then: @escaping (DeviceError?) -> Void)
  /// Reads once; the caller's buffer must stay alive during the call.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome
  /// Accepts all of `bytes` or none; throws ENOBUFS when the buffer has no room for them.
  func write(_ bytes: Span<UInt8>) throws(DeviceError) -> WriteOutcome
  /// Hands buffered output to the kernel.
  func flush() throws(DeviceError) -> WriteOutcome
  /// Sets the rate of both directions, in bits per second.
  func setBaudRate(_ rate: UInt32) throws(DeviceError)
  /// Closes the source and restores the device's settings. Idempotent.
  func close()
}

/// Opens the source at an address.
///
/// A TCP address is only remembered; `ByteReader` resolves and connects it through `connect`.
///
/// - Parameters:
///   - address: a device, TCP server or file.
///   - settings: for serial ports; ignored by everything else.
/// - Returns: a `SerialPort`, `CharacterDevice`, `TCPSource` or `FileSource`.
/// - Throws: `.open`, `.lock` or `.configure`; see `DeviceError.explanation`.
public func openSource(
  _ address: SourceAddress, settings: SerialSettings = SerialSettings()
) throws(DeviceError) -> any ByteSource {
  switch address {
  case .tcp(let host, let port): return TCPSource(host: host, port: port)
  case .file(let path): return try FileSource(path: path)
  case .device(let path):
    // A server address that `SourceAddress` could not parse.
    guard !path.hasPrefix(SourceAddress.tcpPrefix) else {
      throw DeviceError(.open, path: address.description, code: Int32(cairnlinux_EINVAL))
    }
    let (descriptor, isReadOnly) = try openCharacterDevice(path)
    var terminal = cairnlinux_tty()
    let result = unsafe cairnlinux_tty_get(descriptor, &terminal)
    // A character device such as /dev/gnss0 gives ENOTTY: it has no line to configure.
    if result == -Int32(cairnlinux_ENOTTY) {
      return try CharacterDevice(
        path: path, descriptor: descriptor, isReadOnly: isReadOnly,
        isExclusive: settings.isExclusive)
    }
    return try SerialPort(
      path: path, descriptor: descriptor, isReadOnly: isReadOnly, settings: settings)
  }
}

/// Opens a character device and nothing else; read-only if writing is not permitted, so that the
/// receiver can at least be listened to.
func openCharacterDevice(_ path: String) throws(DeviceError) -> (descriptor: Int32, Bool) {
  func check(_ status: cairnlinux_status) throws(DeviceError) {
    guard status.kind != Int32(cairnlinux_kind_directory) else {
      throw DeviceError(.open, path: path, code: Int32(cairnlinux_EISDIR))
    }
    guard status.kind == Int32(cairnlinux_kind_character) else {
      throw DeviceError(.open, path: path, code: Int32(cairnlinux_ENOTTY))
    }
  }
  var status = cairnlinux_status()
  let found = unsafe cairnlinux_stat(path, &status)
  guard found == 0 else { throw DeviceError(.open, path: path, code: -found) }
  try check(status)
  let flags = Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking)
  var isReadOnly = false
  var descriptor = unsafe cairnlinux_open(path, flags | Int32(cairnlinux_open_write))
  if descriptor == -Int32(cairnlinux_EACCES) || descriptor == -Int32(cairnlinux_EROFS) {
    let refusal = descriptor
    descriptor = unsafe cairnlinux_open(path, flags)
    isReadOnly = true
    if descriptor < 0 { descriptor = refusal }
  }
  guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
  // The node may have been replaced between the two calls.
  do throws(DeviceError) {
    _ = unsafe cairnlinux_fstat(descriptor, &status)
    try check(status)
  } catch {
    _ = cairnlinux_close(descriptor)
    throw error
  }
  return (descriptor, isReadOnly)
}
