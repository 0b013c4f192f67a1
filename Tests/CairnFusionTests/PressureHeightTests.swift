import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnFusion

@Suite("Height from pressure")
struct PressureHeightTests {
  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  @Test(arguments: [(1013.25, 0.0), (898.746, 1_000), (540.199, 5_000), (264.36, 10_000)])
  func `is that of the standard atmosphere`(pressure: Double, height: Double) throws {
    #expect(abs(try #require(StandardAtmosphere.height(of: pressure)) - height) < 3)
  }

  @Test(arguments: [0, -5, 226, 1_201, .nan, .infinity])
  func `does not exist for an impossible pressure`(pressure: Double) {
    #expect(StandardAtmosphere.height(of: pressure) == nil)
  }

  @Test func `begins with the satellites' height and follows the barometer`() throws {
    var filter = PressureHeight()
    filter.take(pressureHeight: 100, at: at(0))
    #expect(filter.estimate == nil)
    filter.take(height: 130, accuracy: 5, at: at(0))
    #expect(filter.estimate == PressureHeight.Estimate(height: 130, accuracy: 5))
    for second in 1...10 {
      filter.take(pressureHeight: 100 + Double(second), at: at(Double(second)))
    }
    #expect(filter.relativeHeight == 10)
    #expect(try #require(filter.estimate).height == 140)
  }

  @Test func `becomes less certain with every metre climbed, but not by noise`() throws {
    var (calm, climbing) = (PressureHeight(), PressureHeight())
    for second in 0...300 {
      let time = at(Double(second))
      calm.take(pressureHeight: 100 + (second % 2 == 0 ? 0.4 : -0.4), at: time)
      climbing.take(pressureHeight: 100 + 3 * Double(second), at: time)
      if second == 0 {
        calm.take(height: 130, accuracy: 1, at: time)
        climbing.take(height: 130, accuracy: 1, at: time)
      }
    }
    #expect(try #require(calm.estimate).accuracy < 1.5)
    #expect(try #require(climbing.estimate).accuracy > 7)
  }

  @Test func `refuses a jump that no device can make`() throws {
    var filter = PressureHeight()
    for second in 0...5 { filter.take(pressureHeight: 100, at: at(Double(second))) }
    filter.take(height: 130, accuracy: 5, at: at(5))
    let before = filter.estimate
    let taken = [
      filter.take(pressureHeight: 250, at: at(6)), filter.take(pressureHeight: .nan, at: at(6.5)),
      filter.take(height: .infinity, accuracy: 5, at: at(6.5)),
      filter.take(height: 100, accuracy: 0, at: at(6.5)),
    ]
    #expect(!taken.contains(true))
    #expect(filter.estimate == before)
  }

  @Test func `keeps a variance above zero whatever comes`() {
    var (dice, filter, seconds, isGood) = (SplitMix(seed: 5), PressureHeight(), 0.0, true)
    for _ in 0..<100_000 {
      seconds += dice.number(-0.1...(dice.next() % 500 == 0 ? 900 : 1))
      filter.take(pressureHeight: dice.number(-500...9_000), at: at(max(0, seconds)))
      if dice.next() % 3 == 0 {
        filter.take(
          height: dice.number(-500...9_000), accuracy: dice.number(0...1_100),
          at: at(max(0, seconds)))
      }
      if let variance = filter.offsetVariance {
        isGood = isGood && variance > 0 && variance.isFinite
      }
      if let estimate = filter.estimate { isGood = isGood && estimate.height.isFinite }
    }
    #expect(isGood)
  }
}
