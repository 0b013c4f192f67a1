/// Accuracy a client needs, in metres. Says nothing about hardware: the planner picks providers.
///
/// ```swift
/// manager.desiredAccuracy = .nearestTenMeters
/// manager.desiredAccuracy = 250
/// ```
public struct DesiredAccuracy: Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// A class of accuracy; `best` and `bestForNavigation` are cases, not magic negative metres.
  public enum Level: Hashable, Sendable {
    /// The best available, with motion sensors and corrections where they exist.
    case bestForNavigation
    /// The best that one provider can do.
    case best
    /// A 68 % radius in metres.
    case metres(Double)
    /// The coarse position that a client with reduced accuracy gets in any case.
    case reduced
  }

  /// The requested class; `metres` are finite and above zero.
  public var level: Level

  /// - Parameter level: metres must be finite and above zero; other values count as `best`.
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

  /// Metres a fix must reach; `nil` for the classes judged by convergence.
  public var metres: Double? {
    switch level {
    case .metres(let metres): metres
    case .reduced: Self.reducedRadius
    case .best, .bestForNavigation: nil
    }
  }

  /// Radius in metres that `reduced` stands for.
  public static let reducedRadius = 5000.0

  /// Returns whether a fix is good enough.
  ///
  /// Convergence meets `best`: no fix in the last ten seconds was at least 10 % better.
  ///
  /// - Parameters:
  ///   - accuracy: metres, 68 %.
  ///   - history: the acquisition so far.
  /// - Returns: `true` when the acquisition may end.
  public func isMet(by accuracy: Double, history: AccuracyHistory) -> Bool {
    if let metres { return accuracy <= metres }
    return history.sinceLastImprovement >= .seconds(10) && accuracy <= history.best * 1.1
  }
}

/// How the accuracy of an acquisition has developed.
public struct AccuracyHistory: Hashable, Sendable {
  /// Best radius seen, in metres.
  public var best: Double
  /// Time since a fix was at least 10 % better than all before it.
  public var sinceLastImprovement: Duration

  /// Creates a history; the properties describe the values.
  public init(best: Double, sinceLastImprovement: Duration) {
    self.best = best
    self.sinceLastImprovement = sinceLastImprovement
  }
}

/// Kind of vehicle or movement. Decides how fast the device may be, when its updates pause, what
/// signal conditions to expect, and which dynamic model the receiver uses.
@nonexhaustive
public enum ActivityType: UInt8, Hashable, Sendable, CaseIterable {
  case other, automotiveNavigation, otherNavigation, fitness, airborne, marine, stationaryAsset
}
