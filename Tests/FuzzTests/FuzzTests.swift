import Foundation
import FuzzTargets
import Testing

/// Runs the fuzzer's targets without the fuzzer. Each has a process of its own, which a broken one ends.
@Suite("What takes bytes from outside", .timeLimit(.minutes(15)))
struct FuzzTests {
  @Test(arguments: Target.all.map(\.name))
  func `stands what once broke it, made-up inputs and mutations of them`(name: String) async throws
  {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-fuzz-\(name)-\(getpid())").path
    let result = await #expect(processExitsWith: .success) {
      [name, path = path as String] in
      try Trial(target: #require(Target.named(name)), path: path).run()
    }
    guard result == nil else { return }
    Issue.record("again with: .build/debug/Fuzz \(name) \(path)")
  }

  @Test func `each input that once broke a target belongs to one`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Trial.regressions.path)
    #expect(!folders.isEmpty)
    #expect(folders.filter { Target.named($0) == nil } == [])
  }
}
