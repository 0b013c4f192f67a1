public import CairnTypes

/// Choice of providers, their period, and the expected result.
public struct EnergyPlan: Equatable, Sendable {
  /// How the providers are used.
  public enum Mode: UInt8, Sendable, CaseIterable {
    /// No provider is used.
    case off
    /// The receiver is left on.
    case tracking
    /// The receiver is left on and sleeps between fixes.
    case cyclic
    /// The providers are tried in turn until one gives a position, once per period.
    case sampled

    /// Whether a receiver is left on.
    public var isContinuous: Bool { self == .tracking || self == .cyclic }
  }

  /// How far the plan meets the requests.
  public enum Verdict: UInt8, Sendable, CaseIterable {
    /// No client asks.
    case idle
    /// Every client gets what it asked for.
    case met
    /// Some client gets less: the least power at which that is nearly the best that can be had.
    case degraded
    /// No provider can give a position.
    case unmet
    /// No request has usable figures.
    case invalid
  }

  /// Expected result for one client.
  public struct Reach: Equatable, Sendable {
    /// The client.
    public var client: UInt32
    /// Metres that the error may have.
    public var tolerance: Double
    /// 0...1: how often the error must be within the tolerance.
    public var confidence: Double
    /// 0...1: how often it is within the tolerance, at the end of a period.
    public var probability: Double
    /// Metres: the tolerance that is reached with that confidence; `nil` if there is a position less
    /// often than that.
    public var radius: Double?

    /// Whether the probability reaches the confidence.
    public var isMet: Bool { probability >= confidence }

    /// Whether this is a smaller share of its confidence, or as much of a smaller tolerance.
    func isWorse(than other: Reach) -> Bool {
      let (share, others) = (probability / confidence, other.probability / other.confidence)
      return share == others ? tolerance < other.tolerance : share < others
    }
  }

  /// How the providers are used.
  public var mode: Mode
  /// The providers in use, in the order in which they are tried.
  public var providers: [ProviderID]
  /// Seconds between positions; 0 while nothing runs.
  public var period: Double
  /// Milliwatts on average, by the figures that decided; assumed ones are among them.
  public var power: Double
  /// The result of the client that gets the least of what it asked for; `nil` when all asked for
  /// the best and a receiver is left on for them.
  public var worst: Reach?
  /// 0...1: the probability that there is a position at all.
  public var availability: Double
  /// Metres: the 68 % radius of its positions, as the root of their mean square.
  public var radius: Double
  /// How far the plan meets the requests.
  public var verdict: Verdict
  /// The clients that get less than they asked for.
  public var unmetClients: [UInt32]

  /// Returns a plan in which nothing runs.
  static func off(_ verdict: Verdict, unmetClients: [UInt32] = []) -> Self {
    Self(
      mode: .off, providers: [], period: 0, power: 0, worst: nil, availability: 0, radius: 0,
      verdict: verdict, unmetClients: unmetClients)
  }
}
