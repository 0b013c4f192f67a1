public import CairnTypes

/// Adds up what a receiver costs, by the states it was in.
public struct EnergyMeter: Sendable {
  private let traits: ReceiverPowerTraits
  private var state: PowerState
  private var since: MonotonicTime
  private var spent = Energies()

  /// Joules by state.
  public struct Energies: Equatable, Sendable {
    /// With the supply off.
    public var off = 0.0
    /// In hardware and software backup.
    public var backup = 0.0
    /// With GNSS stopped.
    public var standby = 0.0
    /// While waking and searching.
    public var acquiring = 0.0
    /// With a fix, cyclic or not.
    public var tracking = 0.0

    /// All of it.
    public var total: Double { off + backup + standby + acquiring + tracking }

    fileprivate mutating func add(_ joules: Double, in state: PowerState) {
      switch state {
      case .off: off += joules
      case .backup: backup += joules
      case .standby: standby += joules
      case .waking, .acquiring: acquiring += joules
      case .tracking, .cyclic: tracking += joules
      }
    }
  }

  /// - Parameters:
  ///   - traits: what the states cost; one without a number costs as much as tracking.
  ///   - state: the present one.
  ///   - now: from when on it counts.
  public init(_ traits: ReceiverPowerTraits, in state: PowerState, at now: MonotonicTime) {
    self.traits = traits
    self.state = state
    since = now
  }

  /// The receiver enters a state.
  ///
  /// - Parameters:
  ///   - next: the state.
  ///   - now: since when it is in it; earlier than the last call counts as the same instant.
  public mutating func enter(_ next: PowerState, at now: MonotonicTime) {
    spent = energies(at: now)
    since = max(since, now)
    state = next
  }

  /// Joules by state up to a time.
  public func energies(at now: MonotonicTime) -> Energies {
    var result = spent
    if now > since {
      let milliwatts = traits.milliwatts(in: state) ?? traits.trackingMilliwatts
      result.add((now - since).inSeconds * milliwatts * 1e-3, in: state)
    }
    return result
  }

  /// Joules up to a time.
  public func joules(at now: MonotonicTime) -> Double { energies(at: now).total }
}
