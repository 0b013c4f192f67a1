public import CairnTypes

/// Power and energy of a provider in use, at the supply and beyond the host's own consumption.
@nonexhaustive
public enum EnergyModel: Equatable, Sendable {
  /// A satellite receiver, which can be left on.
  case receiver(ReceiverEnergy)
  /// A measurement that is made once for a position: a Wi-Fi or Bluetooth scan, a query of the
  /// serving cell, a scan of its neighbours.
  case operation(OperationEnergy)
}

/// Energy and duration of one operation, whether or not it yields a position.
public struct OperationEnergy: Equatable, Sendable {
  /// Millijoules, including a network's answer where one is needed.
  public var energy: Double
  /// Seconds from the start to the position.
  public var duration: Double
  /// Milliwatts that count as drawn for location at all times, used or not: no plan saves them.
  public var idle: Double
  /// Whether the energy is assumed, because nothing is known of the hardware: good enough to choose
  /// by, but told nobody as a cost.
  public var isAssumed = false

  /// - Parameters:
  ///   - energy: millijoules.
  ///   - duration: seconds.
  ///   - idle: milliwatts at all times.
  public init(energy: Double, duration: Double, idle: Double = 0) {
    self.energy = energy
    self.duration = duration
    self.idle = idle
  }
}

/// Power of a satellite receiver in each of its states, and how long it stays in them.
public struct ReceiverEnergy: Equatable, Sendable {
  /// Tracking in which the receiver itself sleeps between fixes.
  public struct Cyclic: Equatable, Sendable {
    /// Milliwatts at one fix per second.
    public var power: Double
    /// The longest period between fixes, in seconds.
    public var longestPeriod: Double
    /// How many times larger its errors are than those of full tracking: 1 or more.
    public var radiusFactor: Double

    /// See the properties.
    public init(power: Double, longestPeriod: Double = 10, radiusFactor: Double) {
      self.power = power
      self.longestPeriod = longestPeriod
      self.radiusFactor = radiusFactor
    }
  }

  /// Seconds to the first fix under the open sky, for each kind of start.
  public struct StartTimes: Equatable, Sendable {
    /// Ephemeris and time are known.
    public var hot: Double
    /// An ephemeris was supplied by the host or predicted.
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
    public subscript(start: StartType) -> Double {
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
  /// The cyclic mode; `nil` if the receiver has none.
  public var cyclic: Cyclic?
  /// Milliwatts while it only keeps clock and orbits.
  public var backup: Double
  /// Milliwatts without supply and memory; `nil` if nothing can switch the supply off.
  public var off: Double?
  /// How long it searches.
  public var startTimes: StartTimes
  /// Seconds that a first fix is left to improve before the receiver sleeps again.
  public var settling: Double
  /// Seconds of full tracking that the download of an ephemeris takes.
  public var ephemerisDownload: Double
  /// Seconds after a download in which a start is hot.
  public var ephemerisValidity: Double
  /// Whether the host supplies ephemerides, so that the receiver need not be held to receive them.
  public var isAssisted = false
  /// Whether it still has an ephemeris when the system starts, so that its first start is not cold.
  public var holdsEphemeris = false
  /// Whether the powers are assumed, because nothing is known of the hardware: good enough to choose
  /// by, but told nobody as a cost.
  public var isAssumed = false

  /// See the properties. Pass `nil` as `backup` for a receiver that cannot sleep.
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

  /// Milliwatts in cyclic tracking, with the downloads of ephemerides; `nil` without that mode.
  var cyclicPower: Double? {
    let share = min(1, ephemerisDownload / Self.ephemerisInterval)
    return cyclic.map { $0.power + (tracking - $0.power) * share }
  }

  /// Seconds between two downloads: satellites rise, and each one's ephemeris is needed once.
  package static let ephemerisInterval = 1800.0
}

extension EnergyModel {
  /// Whether the provider is a receiver that draws less asleep than left on.
  package var canSleep: Bool {
    guard case .receiver(let receiver) = self else { return false }
    return receiver.backup < receiver.tracking
  }

  /// Whether the figures are assumed, so that nothing that follows from them is told as a cost.
  package var isAssumed: Bool {
    switch self {
    case .receiver(let receiver): receiver.isAssumed
    case .operation(let operation): operation.isAssumed
    }
  }

  /// Whether the provider measures once and is not left on.
  package var isOperation: Bool { if case .operation = self { true } else { false } }

  /// Milliwatts that an operation's radio draws at all times; 0 for a receiver, which has states.
  var idle: Double { if case .operation(let operation) = self { operation.idle } else { 0 } }

  /// Whether its supply can be switched off, which loses the data that a sleep keeps.
  package var hasSwitch: Bool {
    if case .receiver(let receiver) = self { receiver.off != nil } else { false }
  }

  /// Whether every figure is usable: finite, not negative, and of a plausible size.
  var isUsable: Bool {
    switch self {
    case .operation(let operation):
      operation.energy.isFigure && operation.duration.isFigure && operation.idle.isFigure
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
