import CairnJSON
import CairnTypes
import Testing

@testable import CairnDashboard

@Suite("the track for a page that is opened later")
struct FixHistoryTests {
  private static let utc = Timestamp(nanosecondsSince1970: 1_780_000_000_000_000_000)

  private func rows(_ history: FixHistory, at seconds: Double) throws -> [[Double?]] {
    var json = JSONText()
    json.object {
      history.write(to: &$0, at: MonotonicTime(nanoseconds: Int64(seconds * 1e9)))
    }
    guard case .array(let rows)? = try JSONReader.value(of: json.bytes[...])["history"]
    else { return [] }
    return rows.map { row in
      guard case .array(let values) = row else { return [] }
      return values.map(\.asNumber)
    }
  }

  @Test func `has at most one fix a second, and none that was not measured`() throws {
    var history = FixHistory()
    for tenth in 0..<30 {
      history.note(fix(Double(tenth) / 10, latitude: Double(tenth)), at: Self.utc)
    }
    history.note(fix(5, quality: .estimated), at: Self.utc)
    #expect(try rows(history, at: 3).map { $0[1] } == [0, 10, 20])
    // Late fixes are no track.
    history.note(fix(1), at: Self.utc)
    #expect(try rows(history, at: 3).count == 3)
  }

  @Test func `has each fix of a receiver that sends one a second, which is not punctual`() throws {
    var history = FixHistory()
    for second in 0..<100 {
      history.note(fix(Double(second) + (second.isMultiple(of: 2) ? 0.03 : 0)), at: Self.utc)
    }
    #expect(try rows(history, at: 100).count == 100)
  }

  @Test func `has ten minutes of 600 fixes`() throws {
    var history = FixHistory()
    for second in 0..<2000 { history.note(fix(Double(second)), at: Self.utc) }
    #expect(try rows(history, at: 1999).count == FixHistory.capacity)
    #expect(try rows(history, at: 2500).count == 100)
    #expect(try rows(history, at: 9999).isEmpty)
  }

  @Test func `has the time of the fix, or of its arrival`() throws {
    var history = FixHistory()
    var timed = fix(0)
    timed.timestamp = Timestamp(nanosecondsSince1970: 1_234_567_890_123_456_789)
    timed.speed = 1.5
    history.note(timed, at: Self.utc)
    history.note(fix(1), at: Self.utc)
    #expect(
      try rows(history, at: 1) == [
        [1_234_567_890_123, 48, 11, 2.5, 1.5], [1_780_000_000_000, 48, 11, 2.5, nil],
      ])
  }
}
