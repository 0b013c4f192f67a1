import CairnTypes
import Testing

@testable import CairnUpdates

@Suite("Range of a beacon")
struct BeaconRangeTests {
  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func range(_ strengths: [Int8]) -> BeaconRange {
    var range = BeaconRange()
    for (index, strength) in strengths.enumerated() {
      range.take(strength: strength, power: -60, at: at(Double(index) / 10))
    }
    return range
  }

  @Test(arguments: [(-60, 1.0, Proximity.near), (-80, 10, .far), (-40, 0.1, .immediate)])
  func `follows from the mean strength`(strength: Int, metres: Double, proximity: Proximity) throws
  {
    let range = range([Int8](repeating: Int8(strength), count: 10))
    let distance = try #require(range.distance(power: -60, at: at(1)))
    #expect(abs(distance - metres) < 1e-6 * metres)
    #expect(range.proximity(at: at(1)) == proximity)
    #expect(BeaconRange.accuracy(of: distance) == 0.9 * distance)
  }

  @Test func `is unknown with too few readings, and after a silence`() {
    let few = range([-60, -60])
    #expect(few.distance(power: -60, at: at(0.2)) == nil)
    #expect(few.proximity(at: at(0.2)) == .unknown)
    let silent = range([Int8](repeating: -60, count: 10))
    #expect(silent.distance(power: -60, at: at(6)) == nil)
    #expect(silent.proximity(at: at(6)) == .unknown)
  }

  @Test func `ignores what no receiver can report`() {
    var range = range([-60, -60, -60])
    let taken = range.take(strength: 127, power: -60, at: at(1))
    let late = range.take(strength: -60, power: -60, at: at(0))
    #expect(!taken && !late)
    #expect(range.distance(power: 1_000, at: at(1)) == nil)
  }

  @Test func `changes its class only when two of three readings say so`() {
    var range = range([Int8](repeating: -60, count: 10))
    // The mean of ten readings moves past 4 m with the tenth of these.
    var classes: [Proximity] = []
    for index in 0..<10 {
      let time = at(1 + Double(index) / 10)
      range.take(strength: -75, power: -60, at: time)
      classes.append(range.proximity(at: time))
    }
    #expect(classes.filter { $0 == .near }.count == 9 && classes.last == .far)
  }
}
