/// An amount of energy, counted in whole nanojoules, so that shares add up to what was shared.
///
/// The range is 9.2 GJ, more than any device draws in its life; sums saturate.
public struct Energy: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Billionths of a joule.
  public var nanojoules: Int64

  /// - Parameter nanojoules: billionths of a joule.
  public init(nanojoules: Int64) { self.nanojoules = nanojoules }

  /// - Parameter millijoules: rounded to a nanojoule; what is no number, or not of this world, is nothing.
  public init(millijoules: Double) {
    let value = (millijoules * 1e6).rounded()
    nanojoules = value.magnitude < 9e18 ? Int64(value) : 0
  }

  /// What a power draws over a time.
  ///
  /// - Parameters:
  ///   - milliwatts: the power.
  ///   - duration: the time; a negative one counts as none.
  public init(milliwatts: Double, over duration: Duration) {
    self.init(millijoules: milliwatts * max(0, duration.inSeconds))
  }

  /// Nothing.
  public static let zero = Energy(nanojoules: 0)

  /// The same in joules.
  public var joules: Double { Double(nanojoules) / 1e9 }

  public static func < (a: Self, b: Self) -> Bool { a.nanojoules < b.nanojoules }

  /// The sum, or the nearest that there is a number for.
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.nanojoules.addingReportingOverflow(b.nanojoules)
    return Energy(nanojoules: overflow ? (b.nanojoules < 0 ? .min : .max) : sum)
  }

  /// The difference, or the nearest that there is a number for.
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.nanojoules.subtractingReportingOverflow(b.nanojoules)
    return Energy(nanojoules: overflow ? (b.nanojoules < 0 ? .max : .min) : difference)
  }

  /// Adds another amount.
  public static func += (a: inout Self, b: Self) { a = a + b }
}

/// Adds up what something draws, at a power that changes from time to time.
public struct EnergyMeter: Equatable, Sendable {
  /// Milliwatts at present.
  public private(set) var milliwatts: Double
  private var since: MonotonicTime
  private var spent = Energy.zero

  /// - Parameters:
  ///   - milliwatts: at present.
  ///   - now: from when on it counts.
  public init(_ milliwatts: Double, at now: MonotonicTime) {
    self.milliwatts = milliwatts
    since = now
  }

  /// Another power is drawn.
  ///
  /// - Parameters:
  ///   - milliwatts: from now on.
  ///   - now: earlier than the last change counts as the same instant.
  public mutating func change(to milliwatts: Double, at now: MonotonicTime) {
    spent = total(at: now)
    since = max(since, now)
    self.milliwatts = milliwatts
  }

  /// Something was drawn at once: by an operation, or a change of state.
  public mutating func add(_ energy: Energy) { spent += energy }

  /// All that was drawn up to a time.
  public func total(at now: MonotonicTime) -> Energy {
    now > since ? spent + Energy(milliwatts: milliwatts, over: now - since) : spent
  }
}
