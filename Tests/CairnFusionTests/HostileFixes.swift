import CairnFusion
import CairnTypes

#if canImport(CairnTestSupport)
import CairnTestSupport
#endif

/// Fixes of which nothing may be assumed. Also compiled into the benchmarks.
struct HostileFixes {
  private static let odd = [
    0, -1, .nan, .infinity, -.infinity, 1e300, 1e-300, .leastNonzeroMagnitude,
  ]
  private static let technologies = Technology.allCases
  private static let qualities = FixQuality.allCases

  private var random: SplitMix
  private var time: Int64 = 0

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func next() -> Location {
    let step = Int.random(in: 0..<50, using: &random)
    time =
      step == 0
      ? Int64.random(in: 0...4_000_000_000_000_000_000, using: &random)
      : max(0, time &+ Int64.random(in: -3_000_000_000...5_000_000_000, using: &random))
    let isNear = Bool.random(using: &random)
    let place = Coordinate(
      latitude: number(isNear ? 89.99...90 : -90...90),
      longitude: number(isNear ? 179.9...180 : -180...180))
    var fix = Location(
      coordinate: place,
      horizontalAccuracy: number(0...1000), time: MonotonicTime(nanoseconds: time),
      source: LocationSource(
        provider: Bool.random(using: &random) ? "a" : "b",
        technology: Self.technologies.randomElement(using: &random) ?? .gnss,
        fix: Self.qualities.randomElement(using: &random) ?? .unknown))
    fix.source.hdop = Float(number(0...20))
    if Bool.random(using: &random) {
      fix.speed = number(0...300)
      fix.course = number(-720...720)
      fix.speedAccuracy = number(0...10)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      fix.errorEllipse = ErrorEllipse(
        semiMajor: number(0...100), semiMinor: number(0...100), orientation: number(0...180))
    }
    return fix
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    Int.random(in: 0..<20, using: &random) == 0
      ? Self.odd.randomElement(using: &random) ?? 0 : Double.random(in: range, using: &random)
  }
}

/// Feeds hostile fixes to an engine, and looks at everything that it gives.
struct HostileCheck {
  private var fixes: HostileFixes
  private var engine = FusionEngine()
  /// Number of positions that were given.
  private(set) var given = 0
  /// The first fault of each kind: what was no number, or that the covariance was none.
  private(set) var faults: Set<String> = []

  init(seed: UInt64) { fixes = HostileFixes(seed: seed) }

  mutating func step() {
    var fix = fixes.next()
    let decision = engine.take(&fix, at: fix.time)
    if decision == .started(.repair) { faults.insert("covariance") }
    guard decision.givesPosition else { return }
    given += 1
    if !fix.coordinate.isValid { faults.insert("coordinate") }
    if !Self.isPositive(fix.horizontalAccuracy) { faults.insert("accuracy") }
    if let ellipse = fix.errorEllipse,
      !Self.isPositive(ellipse.semiMajor) || !Self.isPositive(ellipse.semiMinor)
    {
      faults.insert("ellipse")
    }
    if let speed = fix.speed, !(speed >= 0 && speed.isFinite) { faults.insert("speed") }
    if let course = fix.course, !(0..<360).contains(course) { faults.insert("course") }
  }

  /// Looks whether the course ends that would be continued if no fix came any more.
  mutating func checkGap() {
    var copy = engine
    var count = 0
    while count <= 10, copy.extrapolate() != nil { count += 1 }
    if count > 10 { faults.insert("gap") }
  }

  private static func isPositive(_ value: Double) -> Bool { value > 0 && value.isFinite }
}
