internal import CCairnLinux
public import CairnTypes

/// The base of all sources: a non-blocking descriptor and a bounded buffer of unsent output.
///
/// Isolation: belongs to one event loop.
public class DescriptorSource: ByteSource {
  /// Bytes that `write` buffers while the device is slow; a whole receiver configuration fits.
  public static let outputCapacity = 16_384

  public let address: SourceAddress
  public internal(set) var descriptor: Int32
  public let canWrite: Bool
  public var onPendingOutput: (() -> Void)?
  private let outputLimit: Int
  private var output: [UInt8] = []
  /// Whether the descriptor holds an advisory lock, which must be released explicitly: closing is
  /// not enough while a program being started still has a copy of the descriptor.
  var isLocked = false

  init(
    _ address: SourceAddress, descriptor: Int32, canWrite: Bool,
    outputLimit: Int = DescriptorSource.outputCapacity
  ) {
    self.address = address
    self.descriptor = descriptor
    self.canWrite = canWrite
    self.outputLimit = outputLimit
  }

  deinit { release() }

  public var isPollable: Bool { true }
  public var canChangeSpeed: Bool { false }
  public var lineErrors: LineErrorCounts? { nil }
  public var pendingOutput: Int { output.count }
  public var unsentOutput: Int { 0 }

  public func connect(on loop: EventLoop, _ then: @escaping (DeviceError?) -> Void) {
    then(descriptor >= 0 ? nil : failure(.open, cairnlinux_EBADF))
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    guard descriptor >= 0 else { return .hangUp(cairnlinux_EBADF) }
    let count = unsafe cairnlinux_read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return endOfInput }
    return count == -Int(cairnlinux_EAGAIN) ? .wouldBlock : .hangUp(Int32(-count))
  }

  /// The outcome of a read of zero bytes.
  var endOfInput: ReadOutcome { .hangUp(0) }

  public func write(_ bytes: Span<UInt8>) throws(DeviceError) -> WriteOutcome {
    guard canWrite else { throw failure(.write, Int32(cairnlinux_EROFS)) }
    // All or nothing: half a frame in the buffer would also damage the next one.
    guard bytes.count <= outputLimit - output.count else {
      throw failure(.write, cairnlinux_ENOBUFS)
    }
    let wasEmpty = output.isEmpty
    let sent = wasEmpty ? try send(bytes) : 0
    guard sent < bytes.count else { return .written }
    for index in sent..<bytes.count { output.append(bytes[index]) }
    if wasEmpty { onPendingOutput?() }
    return .queued(output.count)
  }

  public func flush() throws(DeviceError) -> WriteOutcome {
    guard !output.isEmpty else { return .written }
    let sent = try send(output.span)
    output.removeFirst(sent)
    return output.isEmpty ? .written : .queued(output.count)
  }

  public func setBaudRate(_ rate: UInt32) throws(DeviceError) {
    throw failure(.configure, Int32(cairnlinux_ENOTTY))
  }

  public func close() {
    release()
    output = []
  }

  private func release() {
    guard descriptor >= 0 else { return }
    if isLocked { _ = cairnlinux_unlock(descriptor) }
    _ = cairnlinux_close(descriptor)
    descriptor = -1
  }

  /// Makes one system call and returns the number of bytes sent, 0 if it would block.
  func send(_ bytes: Span<UInt8>) throws(DeviceError) -> Int {
    guard descriptor >= 0 else { throw failure(.write, cairnlinux_EBADF) }
    guard !bytes.isEmpty else { return 0 }
    let count = unsafe bytes.withUnsafeBufferPointer { unsafe transmit($0) }
    if count >= 0 { return count }
    if count == -Int(cairnlinux_EAGAIN) { return 0 }
    throw failure(.write, Int32(-count))
  }

  func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairnlinux_write(descriptor, bytes.baseAddress, bytes.count)
  }

  func failure(_ operation: DeviceError.Operation, _ code: Int32) -> DeviceError {
    let path =
      switch address {
      case .device(let path), .file(let path): path
      case .tcp: address.description
      }
    return DeviceError(operation, path: path, code: code)
  }
}

/// A GNSS device of the kernel (`/dev/gnss0`): plain reads and writes, no line settings.
public final class CharacterDevice: DescriptorSource {
  init(
    path: String, descriptor: Int32, isReadOnly: Bool, isExclusive: Bool
  ) throws(DeviceError) {
    super.init(.device(path), descriptor: descriptor, canWrite: !isReadOnly)
    if isExclusive { try lock() }
  }
}

/// A capture, a FIFO or standard input; read-only.
public final class FileSource: DescriptorSource {
  public override var isPollable: Bool { isStream }
  private let isStream: Bool

  /// Opens a regular file or a FIFO.
  public init(path: String) throws(DeviceError) {
    let descriptor = unsafe cairnlinux_open(
      path, Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking))
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
    var status = cairnlinux_status()
    _ = unsafe cairnlinux_fstat(descriptor, &status)
    isStream = status.kind != Int32(cairnlinux_kind_regular)
    super.init(.file(path), descriptor: descriptor, canWrite: false)
    if status.kind == Int32(cairnlinux_kind_directory) {
      throw failure(.open, Int32(cairnlinux_EISDIR))
    }
  }

  override var endOfInput: ReadOutcome { .endOfFile }
}

extension DescriptorSource {
  /// Refuses another opener that locks too; TIOCEXCL does not refuse root.
  func lock() throws(DeviceError) {
    let result = cairnlinux_lock(descriptor)
    guard result < 0 else {
      isLocked = true
      return
    }
    let isHeld = result == -Int32(cairnlinux_EAGAIN)
    throw failure(.lock, isHeld ? Int32(cairnlinux_EBUSY) : -result)
  }
}
