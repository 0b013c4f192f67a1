import Foundation
import FuzzTargets
import Testing

/// Runs the fuzzer's targets without the fuzzer. Each has a process of its own, which a broken one ends.
@Suite("What takes bytes from outside", .timeLimit(.minutes(10)))
struct FuzzTests {
  @Test(arguments: Target.all.map(\.name))
  func `stands what once broke it, made-up inputs and mutations of them`(name: String) async throws
  {
    let result = await #expect(processExitsWith: .success) { [name] in
      try Trial(target: #require(Target.named(name))).run()
    }
    guard result == nil, let target = Target.named(name) else { return }
    Issue.record("again with: .build/debug/Fuzz \(name) \(Trial(target: target).path)")
  }

  @Test func `each input that once broke a target belongs to one`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Trial.regressions.path)
    #expect(!folders.isEmpty)
    #expect(folders.filter { Target.named($0) == nil } == [])
  }
}
