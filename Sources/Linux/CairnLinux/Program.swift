internal import CCairnLinux
public import CairnTypes

/// Starts programs and reports how they ended.
public enum Program {
  /// Runs a program in its own session, with this process's environment and no standard input.
  ///
  /// Never blocks: a separate thread waits for the program to end. Isolation: the event loop.
  ///
  /// - Parameters:
  ///   - words: the absolute path and the arguments; no shell interprets them.
  ///   - loop: the loop that the caller runs on.
  ///   - ended: receives the exit status, 128 + the signal that ended it, or why it did not start.
  public static func run(
    _ words: [String], on loop: EventLoop, ended: @escaping (Result<Int32, DeviceError>) -> Void
  ) {
    let path = words.first ?? ""
    let completion = Carried(ended)
    let refuse: @Sendable (Int32) -> Void = { code in
      loop.post { completion.value(.failure(DeviceError(.start, path: path, code: code))) }
    }
    guard path.hasPrefix("/"), words.allSatisfy({ !$0.utf8.contains(0) }) else {
      return refuse(Int32(cairnlinux_EINVAL))
    }
    let bytes: [UInt8] = words.flatMap { $0.utf8 + [0] }
    do throws(DeviceError) {
      try runInBackground("cairn-run") {
        let status = unsafe bytes.withUnsafeBytes {
          unsafe cairnlinux_run($0.baseAddress, $0.count)
        }
        guard status >= 0 else { return refuse(-status) }
        loop.post { completion.value(.success(status)) }
      }
    } catch {
      refuse(error.code)
    }
  }
}
