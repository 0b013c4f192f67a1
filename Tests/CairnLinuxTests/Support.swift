import CCairnLinux
import CairnLinux
import CairnTypes
import Glibc
import Synchronization
import Testing

extension Tag {
  /// Runs over a pseudo-terminal or the loopback interface.
  @Tag static var loopback: Self
}

/// What this process holds, read from procfs.
enum Processes {
  static func openDescriptors() -> Int { entries("/proc/self/fd").count }

  /// Descriptors whose link is `target`.
  static func descriptors(of target: String) -> Int {
    entries("/proc/self/fd").filter { link("/proc/self/fd/\($0)") == target }.count
  }

  static func threads(named name: String) -> Int {
    entries("/proc/self/task").filter { line("/proc/self/task/\($0)/comm") == name }.count
  }

  static func entries(_ path: String) -> [String] {
    var directory: UnsafeMutableRawPointer?
    guard cairnlinux_directory_open(path, &directory) == 0 else { return [] }
    defer { cairnlinux_directory_close(directory) }
    var names: [String] = []
    var buffer = [CChar](repeating: 0, count: 256)
    while cairnlinux_directory_next(directory, &buffer, buffer.count) > 0 {
      names.append(text(buffer))
    }
    return names
  }

  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    return cairnlinux_readlink(path, &buffer, buffer.count - 1) > 0 ? text(buffer) : nil
  }

  private static func line(_ path: String) -> String? {
    let descriptor = cairnlinux_open(path, Int32(cairnlinux_open_read))
    guard descriptor >= 0 else { return nil }
    defer { _ = cairnlinux_close(descriptor) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard cairnlinux_read(descriptor, &buffer, buffer.count - 1) > 0 else { return nil }
    return text(buffer).split(separator: "\n").first.map(String.init)
  }

  private static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Collects what a reader on another thread delivers, and lets a test wait for it.
final class Sink: Sendable {
  struct Content {
    var bytes: [UInt8] = []
    var deliveries = 0
    var end: SourceEnd?
  }

  private let content = Mutex(Content())
  private let news = cairnlinux_event_create()

  deinit { _ = cairnlinux_close(news) }

  var value: Content { content.withLock { $0 } }

  func add(_ bytes: borrowing Span<UInt8>) {
    var copy: [UInt8] = []
    for index in 0..<bytes.count { copy.append(bytes[index]) }
    content.withLock {
      $0.bytes += copy
      $0.deliveries += 1
    }
    _ = cairnlinux_event_signal(news)
  }

  func end(_ reason: SourceEnd) {
    content.withLock { $0.end = reason }
    _ = cairnlinux_event_signal(news)
  }

  /// Waits, at most a minute, until the content satisfies `condition`.
  func wait(until condition: (Content) -> Bool) -> Bool {
    for _ in 0..<6000 {
      if condition(value) { return true }
      if cairnlinux_poll(news, UInt32(cairnlinux_epoll_in), 10) > 0 {
        var count: UInt64 = 0
        _ = cairnlinux_read(news, &count, 8)
      }
    }
    return condition(value)
  }
}

/// A reader and its source, made and driven on a loop.
///
/// `@unchecked Sendable`: everything inside is touched on the loop only.
final class ReaderBench: @unchecked Sendable {
  let loop: EventLoop
  let sink = Sink()
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private let opening = Mutex<DeviceError?>(nil)

  init(loop: EventLoop) { self.loop = loop }

  func start(
    _ address: SourceAddress, settings: SerialSettings = SerialSettings(),
    quantum: Duration = .zero
  ) throws {
    on { [self] in
      do throws(DeviceError) {
        let source = try openSource(address, settings: settings)
        self.source = source
        reader = try ByteReader(
          source: source, loop: loop, quantum: quantum,
          onBytes: { [sink] bytes, _ in sink.add(bytes) }, onEnd: { [sink] in sink.end($0) })
      } catch {
        opening.withLock { $0 = error }
      }
    }
    if let error = opening.withLock({ $0 }) { throw error }
  }

  func write(_ bytes: [UInt8]) -> WriteOutcome? {
    let outcome = Mutex<WriteOutcome?>(nil)
    on { [self] in
      let result = try? source?.write(bytes.span)
      outcome.withLock { $0 = result }
    }
    return outcome.withLock { $0 }
  }

  func stop() {
    on { [self] in
      reader?.stop()
      source?.close()
      reader = nil
      source = nil
    }
  }

  func on(_ body: @escaping @Sendable () -> Void) {
    let done = Mutex(false)
    loop.post {
      body()
      done.withLock { $0 = true }
    }
    loop.settle()
    #expect(done.withLock { $0 })
  }
}

/// A look at how much waits in a line. Made before the line is used exclusively.
final class Line {
  private let descriptor: Int32

  init(_ terminal: PseudoTerminal) {
    descriptor = open(terminal.path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Waits, at most a minute, until so many bytes can be read at once.
  func wait(for count: Int) -> Bool {
    for _ in 0..<60_000 {
      var waiting: Int32 = 0
      guard ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 else { return false }
      if Int(waiting) == count { return true }
      _ = cairnlinux_poll(-1, 0, 1)
    }
    return false
  }
}
