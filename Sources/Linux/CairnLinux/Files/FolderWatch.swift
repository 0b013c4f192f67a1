internal import CCairnLinux
public import CairnTypes

/// Reports that a folder or its files have changed; the folder may be created, moved and deleted at
/// any time.
///
/// A change is reported once nothing has happened for 100 ms, so that half-written files are not
/// read, and at the latest 500 ms after it.
///
/// Isolation: belongs to its event loop.
public final class FolderWatch {
  /// How long the folder must be quiet before a change is reported.
  public static let quiet = Duration.milliseconds(100)
  /// The longest delay of a report, even if changes continue.
  public static let patience = Duration.milliseconds(500)

  private static let headerLength = 16
  /// Reads before other descriptors have their turn: changes may come without end.
  private static let batch = 64

  private let path: String
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var watch: WatchID?
  /// The watch of the folder itself, if it exists.
  private var folder: Int32?
  /// The watches of the parent directories, each with the one name that matters in it.
  private var way: [Int32: String] = [:]
  private var timer: TimerID?
  private var firstChange: MonotonicTime?
  private var handler: (() -> Void)?

  /// Creates a watch that is not started.
  ///
  /// - Parameters:
  ///   - path: the folder's absolute path.
  ///   - loop: the loop that the handler runs on.
  public init(_ path: String, loop: EventLoop) {
    self.path = path
    self.loop = loop
  }

  deinit { if descriptor >= 0 { _ = cairnlinux_close(descriptor) } }

  /// Starts watching. Only later changes are reported.
  ///
  /// - Throws: when the kernel has no watches left.
  public func start(_ handler: @escaping () -> Void) throws(DeviceError) {
    stop()
    let opened = cairnlinux_inotify_create()
    guard opened >= 0 else { throw DeviceError(.monitor, path: path, code: -opened) }
    descriptor = opened
    self.handler = handler
    do throws(DeviceError) {
      watch = try loop.watch(opened, .readable) { [weak self] _ in self?.receive() }
      try follow()
    } catch {
      stop()
      throw error
    }
  }

  /// Stops watching. Idempotent.
  public func stop() {
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer) }
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    watch = nil
    timer = nil
    descriptor = -1
    folder = nil
    way = [:]
    firstChange = nil
    handler = nil
  }

  /// Checks at once whether there is a change that the handler has not been told of yet.
  public func hasNews() -> Bool {
    receive()
    return firstChange != nil
  }

  /// Watches the folder and every parent directory, in case the folder is moved or created.
  private func follow() throws(DeviceError) {
    let old = way.keys + (folder.map { [$0] } ?? [])
    way = [:]
    folder = nil
    var directory = path.hasPrefix("/") ? "/" : "./"
    // Top down, so that a directory created meanwhile is seen by its parent's watch.
    for part in path.split(separator: "/") {
      if let number = try add(directory, contents: false) { way[number] = String(part) }
      directory += directory.hasSuffix("/") ? part : "/\(part)"
    }
    folder = try add(directory, contents: true)
    for number in old where number != folder && way[number] == nil {
      _ = cairnlinux_inotify_remove(descriptor, number)
    }
  }

  private func add(_ directory: String, contents: Bool) throws(DeviceError) -> Int32? {
    let result = unsafe cairnlinux_inotify_add(descriptor, directory, contents ? 1 : 0)
    switch -result {
    case ...0: return result
    // A directory may be passable but not readable. A later repair is seen in its parent.
    case Int32(cairnlinux_EACCES), Int32(cairnlinux_ENOENT), Int32(cairnlinux_ENOTDIR),
      cairnlinux_ELOOP:
      return nil
    case let code: throw DeviceError(.monitor, path: directory, code: code)
    }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isRelevant = false
    for _ in 0..<Self.batch {
      let descriptor = descriptor
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      if matters(buffer.span.extracting(0..<count)) { isRelevant = true }
    }
    if isRelevant { wait() }
  }

  /// Whether any of the events concerns the folder, its files or the path to it.
  private func matters(_ events: Span<UInt8>) -> Bool {
    var start = 0
    while start + Self.headerLength <= events.count {
      let number = Int32(bitPattern: word(events, start))
      let first = start + Self.headerLength
      let length = Int(word(events, start + 12))
      guard length <= events.count - first else { return true }
      // -1: the queue has overflowed, so anything may have happened.
      if number == folder || number == -1 { return true }
      // An event without a name means that the directory itself has gone.
      if let part = way[number], length == 0 || name(events, first, length) == part { return true }
      start = first + length
    }
    return false
  }

  private func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    var value: UInt32 = 0
    unsafe withUnsafeMutableBytes(of: &value) { target in
      for index in 0..<4 { unsafe target[index] = bytes[start + index] }
    }
    return value
  }

  private func name(_ bytes: Span<UInt8>, _ start: Int, _ length: Int) -> String {
    var copy: [UInt8] = []
    for index in start..<start + length where bytes[index] != 0 { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
  }

  private func wait() {
    let now = loop.now()
    let first = firstChange ?? now
    firstChange = first
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(at: min(now + Self.quiet, first + Self.patience)) { [weak self] in
      self?.tell()
    }
  }

  private func tell() {
    timer = nil
    firstChange = nil
    // Even if watching fails now, the handler still reads the folder this time.
    do throws(DeviceError) { try follow() } catch {}
    handler?()
  }
}
