import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@Suite("Programs")
struct ProgramTests {
  private func run(_ words: [String]) async throws -> Result<Int32, DeviceError>? {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let outcome = Mutex<Result<Int32, DeviceError>?>(nil)
    loop.post { Program.run(words, on: loop) { result in outcome.withLock { $0 = result } } }
    _ = await Patience.wait { outcome.withLock { $0 } != nil }
    return outcome.withLock { $0 }
  }

  @Test(arguments: [0, 1, 77])
  func `the exit status is told`(status: Int32) async throws {
    #expect(try await run(["/bin/sh", "-c", "exit \(status)"]) == .success(status))
  }

  @Test func `a signal that ended it is told`() async throws {
    #expect(try await run(["/bin/sh", "-c", "kill -9 $$"]) == .success(137))
  }

  @Test func `arguments arrive as they are`() async throws {
    #expect(try await run(["/usr/bin/test", "a b; c", "=", "a b; c"]) == .success(0))
    #expect(try await run(["/usr/bin/test", "-z", ""]) == .success(0))
  }

  @Test func `it reads nothing, and leads a session of its own`() async throws {
    #expect(try await run(["/bin/sh", "-c", "! read line"]) == .success(0))
    #expect(
      try await run(["/bin/sh", "-c", "test $(cut -d' ' -f6 /proc/$$/stat) = $$"]) == .success(0))
  }

  @Test(arguments: [["/nowhere/program"], ["relative"], [], ["/bin/tr\0ue"], ["/tmp"]])
  func `what cannot be started is told`(words: [String]) async throws {
    guard case .failure(let error) = try await run(words) else {
      Issue.record("\(words) was started")
      return
    }
    #expect(error.operation == .start && error.path == words.first ?? "")
  }
}
