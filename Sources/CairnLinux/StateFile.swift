internal import CCairnLinux
public import CairnTypes

/// A small file that is replaced as a whole: whoever reads it finds what was written last, or before.
///
/// Isolation: the event loop. What is written goes to the disk on a thread of its own, one after the other.
public final class StateFile {
  private let path: String
  private let loop: EventLoop
  private var isWriting = false
  /// What is written after the present bytes; only the newest counts.
  private var waiting: [UInt8]?
  private var onIdle: [() -> Void] = []
  /// Why the last bytes could not be written; `nil` when they were.
  public private(set) var failure: DeviceError?

  /// Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: in a directory that exists and is the program's own.
  ///   - loop: the caller runs on it.
  public init(_ path: String, loop: EventLoop) {
    self.path = path
    self.loop = loop
  }

  /// The first `limit` bytes; `nil` when there is no such file.
  public func read(limit: Int) -> [UInt8]? { FileSystem.read(path, limit: limit) }

  /// Replaces the file, soon.
  public func replace(_ bytes: [UInt8]) {
    waiting = bytes
    if !isWriting { writeNext() }
  }

  /// Calls back when everything has been written, or could not be.
  public func whenIdle(_ body: @escaping () -> Void) {
    if isWriting { onIdle.append(body) } else { body() }
  }

  private func writeNext() {
    guard let bytes = waiting else {
      isWriting = false
      let waiters = onIdle
      onIdle = []
      for waiter in waiters { waiter() }
      return
    }
    waiting = nil
    isWriting = true
    let (path, loop, file) = (path, loop, LoopBound(value: self))
    do throws(DeviceError) {
      try runInBackground("cairn-state") {
        let result = unsafe bytes.withUnsafeBytes {
          unsafe cairn_replace(path, $0.baseAddress, $0.count)
        }
        loop.post { file.value.wrote(result) }
      }
    } catch {
      failure = error
      writeNext()
    }
  }

  private func wrote(_ result: Int32) {
    failure = result < 0 ? DeviceError(.write, path: path, code: -result) : nil
    writeNext()
  }
}
