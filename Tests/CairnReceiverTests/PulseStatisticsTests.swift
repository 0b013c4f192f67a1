import Testing

@testable import CairnReceiver

@Suite("Pulse statistics")
struct PulseStatisticsTests {
  private let second: Int64 = 1_000_000_000

  private func statistics(_ stamps: [(Int64, UInt32)]) -> PulseStatistics {
    var statistics = PulseStatistics()
    for (nanoseconds, sequence) in stamps {
      statistics.note(nanoseconds: nanoseconds, sequence: sequence)
    }
    return statistics
  }

  @Test(arguments: [Int64(1500), -1500, 0, 499_999_999, -499_999_999])
  func `the offset is what the stamps are away from full seconds`(error: Int64) throws {
    let result = statistics((1...9).map { (Int64($0) * second + error, UInt32($0)) })
    let offset = try #require(result.offset)
    #expect(abs(offset - Double(error) * 1e-9) < 1e-12)
    #expect(result.jitter == 0)
    #expect(result.count == 9)
  }

  @Test func `a steady drift is no jitter`() throws {
    let result = statistics((1...30).map { (Int64($0) * (second + 50_000), UInt32($0)) })
    #expect(try #require(result.jitter) < 1e-12)
  }

  @Test func `jitter is the deviation of one stamp`() throws {
    // Alternating by 1,000 ns: each change is 2,000 ns, of either sign.
    let result = statistics(
      (1...61 as ClosedRange<UInt32>).map { number -> (Int64, UInt32) in
        (Int64(number) * second + (number.isMultiple(of: 2) ? 1000 : -1000), number)
      })
    let jitter = try #require(result.jitter)
    #expect(abs(jitter - 2000e-9 / 2.0.squareRoot()) < 1e-9)
  }

  @Test func `one late interrupt does not move the offset`() throws {
    let result = statistics(
      (1...21 as ClosedRange<UInt32>).map { number -> (Int64, UInt32) in
        (Int64(number) * second + (number == 11 ? 40_000_000 : 100), number)
      })
    #expect(abs(try #require(result.offset) - 100e-9) < 1e-12)
  }

  @Test func `pulses that nobody fetched are counted, over the wrap of the count too`() {
    let result = statistics([
      (1 * second, UInt32.max - 1), (4 * second, 1), (5 * second, 2), (5 * second, 2),
    ])
    #expect(result.missed == 2)
    #expect(result.count == 3)
  }

  @Test func `a count that begins anew misses nothing`() {
    let result = statistics([
      (1 * second, 1000), (2 * second, 1001), (9 * second, 1), (10 * second, 2),
    ])
    #expect(result.missed == 0)
    #expect(result.count == 4)
  }

  @Test func `an interrupt that fires twice is rejected`() {
    let result = statistics([(second, 1), (second + 30_000, 2), (2 * second, 3)])
    #expect(result.rejected == 1)
    #expect(result.count == 2)
    #expect(result.missed == 0)
  }

  @Test func `a clock that was set starts the figures anew`() throws {
    var stamps = (1...40).map { (Int64($0) * second + 200_000_000, UInt32($0)) }
    stamps += (41...45).map { (Int64($0 + 5000) * second + 7, UInt32($0)) }
    let result = statistics(stamps)
    #expect(abs(try #require(result.offset) - 7e-9) < 1e-12)
    #expect(try #require(result.jitter) == 0)
  }

  @Test func `before the first pulse there is nothing to say`() {
    #expect(PulseStatistics().offset == nil)
    #expect(statistics([(second, 1), (2 * second, 2)]).jitter == nil)
  }
}
