import CairnFusion
import CairnTypes
import Testing

@Suite("Height")
struct HeightTests {
  /// A fix a second of a device that stands, at some heights above sea level.
  private func heights(
    _ seconds: Int, accuracy: Double? = 10, noise: Double = 10,
    _ height: (Int) -> Double
  ) -> [Location] {
    var track = MadeUpTrack(seed: 3)
    var engine = FusionEngine()
    return (0..<seconds).compactMap { second in
      var fix = track.fix(velocity: 0)
      fix.altitude = height(second) + track.noise(noise)
      fix.ellipsoidalAltitude = fix.altitude.map { $0 + 23 }
      fix.verticalAccuracy = accuracy
      return engine.take(&fix).givesPosition ? fix : nil
    }
  }

  private func error(_ fixes: [Location], _ height: (Int) -> Double) -> Double {
    let squares = fixes.enumerated().map { index, fix in
      let off = (fix.altitude ?? .infinity) - height(index)
      return off * off
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  @Test func `noise is averaged, but not to certainty`() {
    let fixes = heights(300) { _ in 50 }
    #expect(error(Array(fixes.suffix(200)), { _ in 50 }) < 4)
    let accuracies = fixes.suffix(200).compactMap(\.verticalAccuracy)
    #expect(accuracies.count == 200 && accuracies.allSatisfy { (5...10).contains($0) })
  }

  @Test func `both heights keep their difference`() {
    for fix in heights(100, { _ in 50 }) {
      let difference = (fix.ellipsoidalAltitude ?? 0) - (fix.altitude ?? 0)
      #expect(abs(difference - 23) < 1e-9)
    }
  }

  @Test func `a single height far off changes little`() {
    let fixes = heights(100, noise: 2) { $0 == 60 ? 500 : 50 }
    #expect(fixes.dropFirst(10).allSatisfy { abs(($0.altitude ?? 0) - 50) < 10 })
  }

  @Test func `a lift is followed, and a new height believed`() {
    let lift = heights(200, accuracy: 3, noise: 3) { Double(min(100, max(0, $0 - 50))) }
    #expect(abs((lift.last?.altitude ?? 0) - 100) < 4)
    #expect(abs((lift[100].altitude ?? 0) - 50) < 8)
    let moved = heights(100, accuracy: 3, noise: 3) { $0 < 50 ? 50 : 500 }
    #expect(abs((moved.last?.altitude ?? 0) - 500) < 6)
  }

  @Test func `without a height there is none, and a missing accuracy is estimated`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    var bare = track.fix()
    _ = engine.take(&bare)
    #expect(bare.altitude == nil && bare.verticalAccuracy == nil)
    let estimated = heights(50, accuracy: nil) { _ in 50 }
    #expect(estimated.allSatisfy { ($0.verticalAccuracy ?? 0) > 1 })
  }

  @Test func `values that are no heights do no harm`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0] {
      var fix = track.fix(velocity: 0)
      fix.ellipsoidalAltitude = value
      fix.verticalAccuracy = value
      fix.verticalSpeed = value
      _ = engine.take(&fix)
    }
    var last = Location?.none
    for _ in 0..<20 {
      var fix = track.fix(velocity: 0)
      fix.ellipsoidalAltitude = 70
      fix.verticalAccuracy = 5
      _ = engine.take(&fix)
      last = fix
    }
    #expect(abs((last?.ellipsoidalAltitude ?? 0) - 70) < 1)
  }
}
