import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Visits: leaving and staying")
struct VisitDepartureTests {
  /// Fixes of somebody who is `distance(second)` metres from a place, in a direction that changes with
  /// every ten minutes; errors keep a part of themselves from one fix to the next.
  private func fixes(
    seed: UInt64, seconds: Double, interval: Double, accuracy: Double,
    distance: (Double) -> Double
  ) -> [Location] {
    var random = SplitMix(seed: seed)
    let memory = Double(seed % 3) * 0.45
    // 68 % radius of a normal error in two dimensions: 1.51 standard deviations.
    let fresh = (1 - memory * memory).squareRoot() * accuracy / 1.51
    var error = (north: 0.0, east: 0.0)
    let phase = Double.random(in: 0..<interval, using: &random)
    return stride(from: phase, through: seconds, by: interval).map { second in
      error.north = memory * error.north + fresh * random.gaussian()
      error.east = memory * error.east + fresh * random.gaussian()
      let bearing = ((second / 600).rounded(.down) * 137).truncatingRemainder(dividingBy: 360)
      var fix = fix(second, north: error.north, east: error.east, accuracy: accuracy)
      fix.coordinate = fix.coordinate.moved(by: distance(second), bearing: bearing)
      return fix
    }
  }

  @Test(
    "who walks, rides or drives away is told to have left within two minutes",
    arguments: [1.4, 3, 14], [1.0, 10, 30])
  func away(speed: Double, interval: Double) {
    for accuracy in [3.0, 5, 10] {
      for seed in 0..<10 as Range<UInt64> {
        let way = fixes(seed: seed, seconds: 1790, interval: interval, accuracy: accuracy) {
          max(0, $0 - 1200) * speed
        }
        let late = departuresTold(way).map { $0 - 2200 }
        #expect(late.count == 1 && late.allSatisfy { (0...120).contains($0) })
      }
    }
  }

  @Test(
    "errands within four fifths of the radius end no visit", arguments: [0.6, 1.4], [10.0, 30])
  func errands(speed: Double, interval: Double) {
    for accuracy in [5.0, 10, 20, 30] {
      for reach in [60.0, 80] {
        for seed in 0..<6 as Range<UInt64> {
          // Out and back in the middle of every ten minutes, at once or after half a minute.
          let way = fixes(seed: seed, seconds: 7200, interval: interval, accuracy: accuracy) {
            let rest = seed.isMultiple(of: 2) ? 0.0 : 15
            let middle = abs($0.truncatingRemainder(dividingBy: 600) - 300)
            return $0 < 1200 ? 0 : max(0, reach - max(0, middle - rest) * speed)
          }
          #expect(departuresTold(way) == [])
        }
      }
    }
  }

  @Test("glitches in a row do not look like a way out", arguments: [10.0, 30])
  func glitches(interval: Double) {
    for seed in 0..<10 as Range<UInt64> {
      var random = SplitMix(seed: seed + 100)
      var day = fixes(seed: seed, seconds: 86_400, interval: interval, accuracy: 10) { _ in 0 }
      for index in day.indices where Int.random(in: 0..<50, using: &random) == 0 {
        day[index].coordinate = seoul.moved(
          by: .random(in: 30...600, using: &random), bearing: .random(in: 0..<360, using: &random))
        day[index].horizontalAccuracy = .random(in: 3...20, using: &random)
      }
      #expect(departuresTold(day) == [])
    }
  }
}
