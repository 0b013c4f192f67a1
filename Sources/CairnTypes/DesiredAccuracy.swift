/// What a client needs, in metres. Never an instruction about hardware: the planner picks providers.
///
/// ```swift
/// manager.desiredAccuracy = .nearestTenMeters
/// manager.desiredAccuracy = 250
/// ```
public struct DesiredAccuracy: Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// `best` and `bestForNavigation` are classes of their own, not magic negative metres.
  public enum Level: Hashable, Sendable {
    /// The best there is, with motion sensors and corrections where they exist.
    case bestForNavigation
    /// The best one provider can do.
    case best
    /// A 68 % radius in metres.
    case metres(Double)
    /// The coarse position a client with reduced accuracy gets anyway.
    case reduced
  }

  /// The class asked for; metres in it are finite and above zero.
  public var level: Level

  /// - Parameter level: metres must be finite and above zero; anything else counts as `best`.
  public init(_ level: Level) {
    if case .metres(let metres) = level, !(metres.isFinite && metres > 0) {
      self.level = .best
    } else {
      self.level = level
    }
  }
  /// - Parameter value: metres.
  public init(floatLiteral value: Double) { self.init(.metres(value)) }
  /// - Parameter value: metres.
  public init(integerLiteral value: Int) { self.init(.metres(Double(value))) }

  public static let bestForNavigation = Self(.bestForNavigation)
  public static let best = Self(.best)
  public static let nearestTenMeters = Self(.metres(10))
  public static let hundredMeters = Self(.metres(100))
  public static let kilometer = Self(.metres(1000))
  public static let threeKilometers = Self(.metres(3000))
  public static let reduced = Self(.reduced)

  /// Metres a fix must reach; `nil` for the classes that are judged by convergence.
  public var metres: Double? {
    switch level {
    case .metres(let metres): metres
    case .reduced: Self.reducedRadius
    case .best, .bestForNavigation: nil
    }
  }

  /// Metres: the radius that `reduced` stands for.
  public static let reducedRadius = 5000.0

  /// Whether a fix is good enough.
  ///
  /// `best` is met by convergence: no fix in the last ten seconds was at least 10 % better.
  ///
  /// - Parameters:
  ///   - accuracy: metres, 68 %.
  ///   - history: what this acquisition has seen so far.
  /// - Returns: true when the acquisition may end.
  public func isMet(by accuracy: Double, history: AccuracyHistory) -> Bool {
    if let metres { return accuracy <= metres }
    return history.sinceLastImprovement >= .seconds(10) && accuracy <= history.best * 1.1
  }
}

/// How the accuracy of an acquisition has developed.
public struct AccuracyHistory: Hashable, Sendable {
  /// Metres: the best radius seen.
  public var best: Double
  /// Time since a fix was at least 10 % better than any before.
  public var sinceLastImprovement: Duration

  /// See the properties.
  public init(best: Double, sinceLastImprovement: Duration) {
    self.best = best
    self.sinceLastImprovement = sinceLastImprovement
  }
}

/// What the device is carried by; decides how fast it may be, when its updates pause, what signals are
/// expected around it, and the receiver's dynamic model.
public enum ActivityType: UInt8, Hashable, Sendable, CaseIterable {
  case other, automotiveNavigation, otherNavigation, fitness, airborne, marine, stationaryAsset
}
