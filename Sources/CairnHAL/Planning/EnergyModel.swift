public import CairnTypes

/// What a provider costs while it is used. Figures are those at the supply, beyond what the host
/// draws anyway.
public enum EnergyModel: Equatable, Sendable {
  /// A satellite receiver, which can be left on.
  case receiver(ReceiverEnergy)
  /// Anything that is done once for a position: a Wi-Fi or Bluetooth scan, a query of the serving
  /// cell, a scan of its neighbours.
  case operation(OperationEnergy)
}

/// What one operation costs, whether or not a position comes of it.
public struct OperationEnergy: Equatable, Sendable {
  /// Millijoules, a network's answer included where one is needed.
  public var energy: Double
  /// Seconds from the start to the position.
  public var duration: Double

  /// - Parameters:
  ///   - energy: millijoules.
  ///   - duration: seconds.
  public init(energy: Double, duration: Double) {
    self.energy = energy
    self.duration = duration
  }
}

/// What a satellite receiver draws in each of its states, and how long it stays in them.
public struct ReceiverEnergy: Equatable, Sendable {
  /// Tracking in which the receiver itself sleeps between fixes.
  public struct Cyclic: Equatable, Sendable {
    /// Milliwatts at a fix per second.
    public var power: Double
    /// Seconds between fixes, at most.
    public var longestPeriod: Double
    /// By how much its fixes are worse than those of full tracking: 1 or more.
    public var radiusFactor: Double

    /// See the properties.
    public init(power: Double, longestPeriod: Double = 10, radiusFactor: Double) {
      self.power = power
      self.longestPeriod = longestPeriod
      self.radiusFactor = radiusFactor
    }
  }

  /// What a receiver knows when it is switched on.
  public typealias Start = StartType

  /// Seconds to the first fix under the open sky, for each kind of start.
  public struct StartTimes: Equatable, Sendable {
    /// Ephemeris and time are known.
    public var hot: Double
    /// An ephemeris came from the host, or was foretold.
    public var aided: Double
    /// Time, position and almanac are known.
    public var warm: Double
    /// Nothing is known.
    public var cold: Double

    /// See the properties.
    public init(hot: Double, aided: Double, warm: Double, cold: Double) {
      self.hot = hot
      self.aided = aided
      self.warm = warm
      self.cold = cold
    }

    /// Seconds for one kind of start.
    public subscript(start: Start) -> Double {
      switch start {
      case .hot: hot
      case .aided: aided
      case .warm: warm
      case .cold: cold
      }
    }
  }

  /// Milliwatts while it searches.
  public var acquiring: Double
  /// Milliwatts while it gives fixes at its full rate.
  public var tracking: Double
  /// `nil` where the receiver has no such mode.
  public var cyclic: Cyclic?
  /// Milliwatts while it keeps clock and orbits only.
  public var backup: Double
  /// Milliwatts while it has no supply and keeps nothing; `nil` where nothing takes it away.
  public var off: Double?
  /// How long it searches.
  public var startTimes: StartTimes
  /// Seconds that a first fix is left to improve before the receiver sleeps again.
  public var settling: Double
  /// Seconds of full tracking that the download of an ephemeris takes.
  public var ephemerisDownload: Double
  /// Seconds that a start stays hot after a download.
  public var ephemerisValidity: Double
  /// Whether the host supplies ephemerides, so that the receiver need not be held to receive them.
  public var isAssisted = false

  /// See the properties. A `backup` of `nil` is a receiver that cannot sleep.
  public init(
    acquiring: Double, tracking: Double, cyclic: Cyclic? = nil, backup: Double? = nil,
    off: Double? = nil, startTimes: StartTimes, settling: Double = 2,
    ephemerisDownload: Double = 30, ephemerisValidity: Double = 7200
  ) {
    self.acquiring = acquiring
    self.tracking = tracking
    self.cyclic = cyclic
    self.backup = backup ?? tracking
    self.off = off
    self.startTimes = startTimes
    self.settling = settling
    self.ephemerisDownload = ephemerisDownload
    self.ephemerisValidity = ephemerisValidity
  }

  /// Milliwatts in cyclic tracking, which is left for every new ephemeris; `nil` without that mode.
  var cyclicPower: Double? {
    let share = min(1, ephemerisDownload / Self.ephemerisInterval)
    return cyclic.map { $0.power + (tracking - $0.power) * share }
  }

  /// Seconds between two downloads: satellites rise, and each one's ephemeris is needed once.
  static let ephemerisInterval = 1800.0
}

extension EnergyModel {
  /// Whether it draws less between two fixes than while it is left on.
  package var canSleep: Bool {
    guard case .receiver(let receiver) = self else { return false }
    return receiver.backup < receiver.tracking
  }

  /// Whether it is measured with once, and not left on.
  package var isOperation: Bool { if case .operation = self { true } else { false } }

  /// Whether its supply can be switched off, which loses what a sleep keeps.
  package var hasSwitch: Bool {
    if case .receiver(let receiver) = self { receiver.off != nil } else { false }
  }

  /// Whether every figure can be counted with: finite, not negative, and of this world.
  var isUsable: Bool {
    switch self {
    case .operation(let operation):
      operation.energy.isFigure && operation.duration.isFigure
    case .receiver(let receiver):
      receiver.acquiring.isFigure && receiver.tracking.isFigure && receiver.backup.isFigure
        && receiver.settling.isFigure && receiver.ephemerisDownload.isFigure
        && receiver.ephemerisValidity.isFigure
        && receiver.cyclic?.isUsable != false && receiver.off?.isFigure != false
    }
  }
}

extension ReceiverEnergy.Cyclic {
  fileprivate var isUsable: Bool {
    power.isFigure && longestPeriod.isFigure && radiusFactor.isFigure && radiusFactor > 0
  }
}

extension Double {
  /// Not negative, and small enough that no sum or product of figures overflows.
  var isFigure: Bool { self >= 0 && self <= 1e12 }
}
