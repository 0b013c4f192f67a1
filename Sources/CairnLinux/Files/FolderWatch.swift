internal import CCairnLinux
public import CairnTypes

/// Says when the files of a folder have changed, or the folder itself: it may be made, moved and
/// deleted at any time.
///
/// A change is told of when nothing has happened for a tenth of a second, so that nobody reads a file
/// that is half written, and half a second after it at the latest.
///
/// Isolation: belongs to its event loop.
public final class FolderWatch {
  /// Nothing happens for so long before a change is told of.
  public static let quiet = Duration.milliseconds(100)
  /// A change is told of so long after it, whatever still happens.
  public static let patience = Duration.milliseconds(500)

  private static let headerLength = 16

  private let path: String
  private let loop: EventLoop
  private var descriptor: Int32 = -1
  private var watch: WatchID?
  /// The watch of the folder itself, while there is one.
  private var folder: Int32?
  /// The watches of the directories above it, and the one name in each that matters.
  private var way: [Int32: String] = [:]
  private var timer: TimerID?
  private var firstChange: MonotonicTime?
  private var handler: (() -> Void)?

  /// Watches nothing yet.
  ///
  /// - Parameters:
  ///   - path: the folder; absolute.
  ///   - loop: where the handler runs.
  public init(_ path: String, loop: EventLoop) {
    self.path = path
    self.loop = loop
  }

  deinit { if descriptor >= 0 { _ = cairn_close(descriptor) } }

  /// Begins. Only what happens after it is told of.
  ///
  /// - Throws: when the kernel has no watches left.
  public func start(_ handler: @escaping () -> Void) throws(DeviceError) {
    stop()
    let opened = cairn_inotify_create()
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

  /// Ends; a second call does nothing.
  public func stop() {
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer) }
    if descriptor >= 0 { _ = cairn_close(descriptor) }
    watch = nil
    timer = nil
    descriptor = -1
    folder = nil
    way = [:]
    firstChange = nil
    handler = nil
  }

  /// Looks at once whether something has changed of which the handler is still to be told.
  public func hasNews() -> Bool {
    receive()
    return firstChange != nil
  }

  /// Watches the folder and, for the day it is moved or made, every directory above it.
  private func follow() throws(DeviceError) {
    let old = way.keys + (folder.map { [$0] } ?? [])
    way = [:]
    folder = nil
    var directory = path.hasPrefix("/") ? "/" : "./"
    // From the top, so that what is made meanwhile is seen in the one above.
    for part in path.split(separator: "/") {
      if let number = try add(directory, contents: false) { way[number] = String(part) }
      directory += directory.hasSuffix("/") ? part : "/\(part)"
    }
    folder = try add(directory, contents: true)
    for number in old where number != folder && way[number] == nil {
      _ = cairn_inotify_remove(descriptor, number)
    }
  }

  private func add(_ directory: String, contents: Bool) throws(DeviceError) -> Int32? {
    let result = unsafe cairn_inotify_add(descriptor, directory, contents ? 1 : 0)
    switch -result {
    case ...0: return result
    // Who may pass through a directory may not always read it. What is mended is seen from above.
    case Int32(cairn_EACCES), Int32(cairn_ENOENT), Int32(cairn_ENOTDIR), cairn_ELOOP: return nil
    case let code: throw DeviceError(.monitor, path: directory, code: code)
    }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isRelevant = false
    while true {
      let descriptor = descriptor
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe cairn_read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      if matters(buffer.span.extracting(0..<count)) { isRelevant = true }
    }
    if isRelevant { wait() }
  }

  /// Whether one of the events is about the folder, its files or the way to it.
  private func matters(_ events: Span<UInt8>) -> Bool {
    var start = 0
    while start + Self.headerLength <= events.count {
      let number = Int32(bitPattern: word(events, start))
      let first = start + Self.headerLength
      let length = Int(word(events, start + 12))
      guard length <= events.count - first else { return true }
      // -1: the queue has overflown, and anything may have happened.
      if number == folder || number == -1 { return true }
      // Without a name it is the directory itself that has gone.
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
    // What cannot be watched any more is still read this time.
    do throws(DeviceError) { try follow() } catch {}
    handler?()
  }
}
