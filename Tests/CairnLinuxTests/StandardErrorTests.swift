import Glibc
import Testing

@testable import CairnLinux

@Suite("Lines of a log")
struct StandardErrorTests {
  @Test func `have nothing in them that controls a terminal`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      writeToStandardError("a\u{1B}]0;x\u{7}\u{9B}\u{202E}b\nc")
    }
    let printed = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(printed == "a\\u{1B}]0;x\\u{7}\\u{9B}\\u{202E}b\\u{A}c\n")
  }

  @Test(.timeLimit(.minutes(15)))
  func `wait for nobody who does not read them`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      let before = dup(STDERR_FILENO)
      dup2(ends[1], STDERR_FILENO)
      // More than any pipe holds.
      for _ in 0..<200 { writeToStandardError(String(repeating: "a", count: 10_000)) }
      dup2(before, STDERR_FILENO)
    }
  }
}
