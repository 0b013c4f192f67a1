internal import CCairnLinux
public import CairnTypes

/// A program to start, and what becomes of it.
public enum Program {
  /// Runs a program in a session of its own, with the environment of this one and nothing to read.
  ///
  /// Never blocks: a thread of its own waits for the end. Isolation: the event loop.
  ///
  /// - Parameters:
  ///   - words: the path, absolute, and the arguments; no shell looks at them.
  ///   - loop: the caller runs on it.
  ///   - ended: gets the exit status, 128 and the signal that ended it, or why it could not be started.
  public static func run(
    _ words: [String], on loop: EventLoop, ended: @escaping (Result<Int32, DeviceError>) -> Void
  ) {
    let path = words.first ?? ""
    let completion = LoopBound(value: ended)
    let refuse: @Sendable (Int32) -> Void = { code in
      loop.post { completion.value(.failure(DeviceError(.start, path: path, code: code))) }
    }
    guard path.hasPrefix("/"), words.allSatisfy({ !$0.utf8.contains(0) }) else {
      return refuse(Int32(cairn_EINVAL))
    }
    let bytes: [UInt8] = words.flatMap { $0.utf8 + [0] }
    do throws(DeviceError) {
      try runInBackground("cairn-run") {
        let status = unsafe bytes.withUnsafeBytes { unsafe cairn_run($0.baseAddress, $0.count) }
        guard status >= 0 else { return refuse(-status) }
        loop.post { completion.value(.success(status)) }
      }
    } catch {
      refuse(error.code)
    }
  }
}
