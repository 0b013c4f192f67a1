@testable import CairnReceiver
import Testing

@Suite("Line judge")
struct LineJudgeTests {
  /// What is read of bytes whose sender is so many times slower.
  private func verdict(_ windows: [[UInt8]]) -> LineJudge.Verdict {
    var judge = LineJudge()
    for window in [[0]] + windows { for byte in window { judge.add(byte) } }
    return judge.verdict
  }

  /// At four times the speed a level lasts four bits; here the bytes that show it were damaged.
  private let eight: [UInt8] = [UInt8]((0..<24).map { $0 % 2 == 0 ? 0x80 : 0 })
  private let four: [UInt8] = [UInt8]((0..<24).map { $0 % 2 == 0 ? 0xF8 : 0x80 })

  @Test func `eight times takes two windows, which four does not`() {
    #expect(verdict([eight]) == .undecided)
    #expect(verdict([eight, four]) == .tooFast(4))
    #expect(verdict([eight, eight]) == .tooFast(8))
    #expect(verdict([four]) == .tooFast(4))
  }

  @Test func `what a window showed counts when no more comes`() {
    var judge = LineJudge()
    for byte in [0] + eight { judge.add(byte) }
    judge.conclude()
    #expect(judge.verdict == .tooFast(8))
  }
}
