import Foundation

/// Tests of this program, run again in a process of their own.
package enum TestProcess {
  /// Runs some tests and waits for their end.
  ///
  /// - Parameters:
  ///   - filter: which tests.
  ///   - environment: what the process sees beside this one's own.
  ///   - wrapper: a program that runs it.
  /// - Returns: what was printed, and how it ended.
  /// - Throws: when there is no such program.
  package static func run(
    _ filter: String, _ environment: [String: String], wrapper: String? = nil
  ) async throws -> (status: Int32, text: String) {
    let child = Process()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let arguments = ["--testing-library", "swift-testing", "--filter", filter]
    child.executableURL = URL(filePath: wrapper ?? own)
    child.arguments = wrapper == nil ? arguments : [own] + arguments
    child.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    child.standardOutput = output
    child.standardError = output
    let ended = AsyncStream<Int32>.makeStream()
    child.terminationHandler = {
      ended.continuation.yield($0.terminationStatus)
      ended.continuation.finish()
    }
    // Read on a thread of its own: the pool must not be blocked.
    let text = AsyncStream<String>.makeStream()
    try child.run()
    Thread.detachNewThread {
      let data = try? output.fileHandleForReading.readToEnd()
      text.continuation.yield(String(decoding: data ?? Data(), as: UTF8.self))
      text.continuation.finish()
    }
    var status: Int32 = -1
    for await value in ended.stream { status = value }
    var printed = ""
    for await value in text.stream { printed += value }
    return (status, printed)
  }
}
