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
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let arguments = ["--testing-library", "swift-testing", "--filter", filter]
    let child = try ChildProcess(
      wrapper ?? own, wrapper == nil ? arguments : [own] + arguments, environment: environment)
    let status = await child.end()
    return (status, child.output + child.complaints)
  }
}
