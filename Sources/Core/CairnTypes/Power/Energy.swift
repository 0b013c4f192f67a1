/// An amount of energy in whole nanojoules, so that shares add up to what was shared.
///
/// The range is 9.2 GJ, more than any device draws in its lifetime; sums saturate.
public struct Energy: Hashable, Comparable, AdditiveArithmetic, Sendable, BitwiseCopyable {
  /// Energy in nanojoules.
  public var nanojoules: Int64

  /// - Parameter nanojoules: energy in nanojoules.
  public init(nanojoules: Int64) { self.nanojoules = nanojoules }

  /// - Parameter millijoules: rounded to a nanojoule; NaN or out of range gives zero.
  public init(millijoules: Double) {
    let value = (millijoules * 1e6).rounded()
    nanojoules = value.magnitude < 9e18 ? Int64(value) : 0
  }

  /// Creates the energy that a power draws over a time.
  ///
  /// - Parameters:
  ///   - milliwatts: the power.
  ///   - duration: the time; a negative one counts as zero.
  public init(milliwatts: Double, over duration: Duration) {
    self.init(millijoules: milliwatts * max(0, duration.inSeconds))
  }

  /// No energy.
  public static let zero = Energy(nanojoules: 0)

  /// Energy in joules.
  public var joules: Double { Double(nanojoules) / 1e9 }

  public static func < (a: Self, b: Self) -> Bool { a.nanojoules < b.nanojoules }

  /// Returns the sum, saturated to the range of the type.
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.nanojoules.addingReportingOverflow(b.nanojoules)
    return Energy(nanojoules: overflow ? (b.nanojoules < 0 ? .min : .max) : sum)
  }

  /// Returns the difference, saturated to the range of the type.
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.nanojoules.subtractingReportingOverflow(b.nanojoules)
    return Energy(nanojoules: overflow ? (b.nanojoules < 0 ? .max : .min) : difference)
  }

  /// Adds another amount.
  public static func += (a: inout Self, b: Self) { a = a + b }
}

/// Adds up the energy that something draws at a power that changes over time.
public struct EnergyMeter: Equatable, Sendable {
  /// Present power in milliwatts.
  public private(set) var milliwatts: Double
  private var since: MonotonicTime
  private var spent = Energy.zero

  /// - Parameters:
  ///   - milliwatts: present power.
  ///   - now: when the count begins.
  public init(_ milliwatts: Double, at now: MonotonicTime) {
    self.milliwatts = milliwatts
    since = now
  }

  /// Changes the power that is drawn.
  ///
  /// - Parameters:
  ///   - milliwatts: power from now on.
  ///   - now: a time before the last change counts as the time of that change.
  public mutating func change(to milliwatts: Double, at now: MonotonicTime) {
    spent = total(at: now)
    since = max(since, now)
    self.milliwatts = milliwatts
  }

  /// Adds energy drawn at once, by an operation or a change of state.
  public mutating func add(_ energy: Energy) { spent += energy }

  /// Returns all energy drawn up to `now`.
  public func total(at now: MonotonicTime) -> Energy {
    now > since ? spent + Energy(milliwatts: milliwatts, over: now - since) : spent
  }
}
