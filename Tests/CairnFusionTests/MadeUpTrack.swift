import CairnFusion
import CairnTypes

#if canImport(CairnTestSupport)
import CairnTestSupport
#endif

/// Fixes of a made-up device, on a clock that only this value moves. Also compiled into the
/// benchmarks.
struct MadeUpTrack {
  var generator: SplitMix
  /// Nanoseconds.
  var time: Int64 = 1_000_000_000_000
  /// Metres east and north of 37° N, 127° E.
  var east = 0.0
  var north = 0.0

  init(seed: UInt64 = 1) { generator = SplitMix(seed: seed) }

  static let metresPerDegreeNorth = 110_977.0
  static let metresPerDegreeEast = 88_985.0

  /// Normal, by twelve uniform numbers.
  mutating func noise(_ deviation: Double) -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += Double.random(in: 0..<1, using: &generator) }
    return sum * deviation
  }

  /// Makes the next fix.
  ///
  /// - Parameters:
  ///   - seconds: since the last one.
  ///   - accuracy: metres, 68 %.
  ///   - error: metres, one standard deviation by axis; `nil` for what the accuracy means.
  ///   - velocity: metres per second east, by Doppler; `nil` without Doppler.
  ///   - technology: that of the provider.
  /// - Returns: the fix, at the time of its measurement.
  mutating func fix(
    after seconds: Double = 1, accuracy: Double = 4.5, error: Double? = nil,
    velocity: Double? = nil, technology: Technology = .gnss
  ) -> Location {
    time += Int64(seconds * 1e9)
    let deviation = error ?? accuracy / 1.51
    var fix = Location(
      coordinate: Self.coordinate(east + noise(deviation), north + noise(deviation)),
      horizontalAccuracy: accuracy, time: MonotonicTime(nanoseconds: time),
      source: LocationSource(
        provider: technology == .gnss ? "gnss" : "radio", technology: technology, fix: .threeD))
    if let velocity {
      fix.speed = velocity.magnitude
      fix.speedAccuracy = 0.2
      fix.course = velocity.magnitude < 0.5 ? nil : velocity > 0 ? 90 : 270
    }
    return fix
  }

  static func coordinate(_ east: Double, _ north: Double) -> Coordinate {
    Coordinate(
      latitude: 37 + north / metresPerDegreeNorth, longitude: 127 + east / metresPerDegreeEast)
  }

  /// Metres from the true position.
  func error(of fix: Location) -> Double {
    Self.distance(fix.coordinate, Self.coordinate(east, north))
  }

  static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let e = (a.longitude - b.longitude) * metresPerDegreeEast
    let n = (a.latitude - b.latitude) * metresPerDegreeNorth
    return (e * e + n * n).squareRoot()
  }
}

extension FusionEngine {
  /// Takes a fix at once, without delay.
  mutating func take(_ fix: inout Location) -> FusionDecision { take(&fix, at: fix.time) }

  /// Takes a fix for what it does to the engine.
  @discardableResult
  mutating func feed(_ fix: Location) -> FusionDecision {
    var fix = fix
    return take(&fix)
  }
}
