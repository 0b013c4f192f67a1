import Testing

@testable import CairnDashboard

@Suite("the time line of a recording")
struct RecordedTimesTests {
  private static let day: Int64 = 86_400_000
  /// 1 March 2026, noon.
  private static let noon: Int64 = 1_772_366_400_000
  private static let years: Int64 = 27 * 365 * day

  /// Times that a time line gives to what receivers have said, with whether they are those.
  private static func placed(_ said: [Int64]) -> [(time: Int64, isTrusted: Bool)]? {
    var times = RecordedTimes()
    for time in said { times.append(time) }
    var line = times.timeline()
    guard line != nil else { return nil }
    return said.compactMap { line?.place($0) }
  }

  private static func seconds(_ range: Range<Int64>, from start: Int64 = noon) -> [Int64] {
    range.map { start + $0 * 1000 }
  }

  @Test func `epochs that follow each other need none`() {
    #expect(Self.placed([]) == nil)
    #expect(Self.placed(Self.seconds(0..<100)) == nil)
    // A recorder that was off for a night, an epoch that comes late, and two of one instant.
    #expect(
      Self.placed(Self.seconds(0..<9) + Self.seconds(0..<9, from: Self.noon + Self.day)) == nil)
    #expect(Self.placed([Self.noon, Self.noon + 1000, Self.noon + 800, Self.noon + 800]) == nil)
  }

  @Test(arguments: [-years, -day, 3 * day, years])
  func `one wrong date is where its position is in the order`(by error: Int64) throws {
    var said = Self.seconds(0..<60)
    said[20] += error
    let placed = try #require(Self.placed(said))
    #expect(placed.map(\.time) == Self.seconds(0..<60))
    #expect(placed.indices.filter { !placed[$0].isTrusted } == [20])
  }

  @Test func `those of a cold start come before the first right one`() throws {
    let wrong = Self.seconds(0..<20, from: Self.noon - Self.years)
    let placed = try #require(Self.placed(wrong + Self.seconds(20..<60)))
    #expect(placed.map(\.time) == Self.seconds(0..<60))
    #expect(placed.map(\.isTrusted) == (0..<60).map { $0 >= 20 })
  }

  @Test func `those at the end follow the last right one`() throws {
    let wrong = Self.seconds(0..<5, from: Self.noon + Self.years)
    let placed = try #require(Self.placed(Self.seconds(0..<60) + wrong))
    #expect(placed.map(\.time) == Self.seconds(0..<65))
  }

  @Test func `more wrong ones than there is time for are not later than the next right one`() throws
  {
    let wrong = Self.seconds(0..<10, from: Self.noon - Self.years)
    let placed = try #require(Self.placed(Self.seconds(0..<30) + wrong + Self.seconds(33..<60)))
    let times = placed.map(\.time)
    #expect(times == times.sorted())
    #expect(times[39] == times[40] && times.last == Self.noon + 59_000)
  }

  @Test func `of two parts that contradict each other, the longer one counts, else the later one`()
    throws
  {
    let early = Self.seconds(0..<10, from: Self.noon - Self.years)
    let longer = try #require(Self.placed(Self.seconds(0..<11) + early))
    #expect(longer.first?.isTrusted == true && longer.last?.isTrusted == false)
    let later = try #require(Self.placed(Self.seconds(0..<10) + early))
    #expect(later.first?.isTrusted == false && later.last?.isTrusted == true)
    #expect(later.map(\.time) == Self.seconds(-10..<10, from: Self.noon - Self.years))
  }

  @Test func `a clock that jumps at each epoch costs a bounded time, and keeps the order`() throws {
    let said = (0..<20_000).map { Self.noon + ($0.isMultiple(of: 2) ? 0 : Self.years) + Int64($0) }
    let placed = try #require(Self.placed(said))
    #expect(placed.count == said.count)
    let times = placed.map(\.time)
    #expect(times == times.sorted())
  }
}
