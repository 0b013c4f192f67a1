public import CairnTypes

/// A provider as a scheduler uses it.
public struct SchedulerProvider: Equatable, Sendable {
  /// Unique in its system.
  public var id: ProviderID
  /// What it costs.
  public var model: EnergyModel
  /// What is expected of it on the way, before it was tried.
  public var moving: ProviderBelief
  /// What is expected of it where the device stands, before it was tried.
  public var standing: ProviderBelief
  /// How a receiver comes by its ephemeris; not counted with others.
  public var ephemeris: Ephemeris
  /// Seconds between fixes when nobody asks for a certain interval.
  public var naturalInterval = 1.0

  /// What makes the starts of a receiver fast.
  public struct Ephemeris: Equatable, Sendable {
    /// Seconds that a start stays hot after a download.
    public var validity: Double
    /// The host supplies it, so that nothing needs to be held for a download.
    public var isSupplied: Bool
    /// The receiver has one of unknown age; one that has none starts cold.
    public var isHeld: Bool

    /// - Parameters:
    ///   - validity: seconds.
    ///   - isSupplied: whether the host supplies it.
    ///   - isHeld: whether the receiver has one.
    public init(validity: Double = 7200, isSupplied: Bool = false, isHeld: Bool = true) {
      self.validity = validity
      self.isSupplied = isSupplied
      self.isHeld = isHeld
    }
  }

  /// - Parameters:
  ///   - id: unique in its system.
  ///   - model: what it costs.
  ///   - moving: what is expected of it on the way.
  ///   - standing: what is expected of it where the device stands; `nil` for the same.
  ///   - ephemeris: how a receiver comes by its ephemeris.
  public init(
    id: ProviderID, model: EnergyModel, moving: ProviderBelief, standing: ProviderBelief? = nil,
    ephemeris: Ephemeris = Ephemeris()
  ) {
    self.id = id
    self.model = model
    self.moving = moving
    self.standing = standing ?? moving
    self.ephemeris = ephemeris
  }

  /// A provider of a service, of which nothing is known but what it says of itself.
  ///
  /// - Parameters:
  ///   - descriptor: what it can do and costs.
  ///   - activity: how the device is carried.
  ///   - tellsMotion: whether anything tells when the device stands; otherwise standing is part of what is
  ///     expected on the way.
  public init(
    _ descriptor: ProviderDescriptor, activity: ActivityType, tellsMotion: Bool
  ) {
    let usual = activity.surroundings
    let isAsset = activity == .stationaryAsset
    var ephemeris = Ephemeris(validity: 0, isSupplied: true, isHeld: false)
    if case .receiver(let receiver) = descriptor.energy, descriptor.technology == .gnss {
      ephemeris.validity = receiver.ephemerisValidity
      ephemeris.isSupplied = receiver.isAssisted
    }
    self.init(
      id: descriptor.id, model: descriptor.energy,
      moving: descriptor.expectation(in: tellsMotion && activity == .other ? .walking : usual),
      standing: descriptor.expectation(in: isAsset ? usual : .pedestrian),
      ephemeris: ephemeris)
    naturalInterval = descriptor.naturalInterval.inSeconds
  }
}

/// The detector of motion: it is slow to say that the device stands, and both are known.
public struct MotionDetector: Equatable, Sendable {
  /// Seconds from the start of a motion until it is told.
  public var startDelay: Double
  /// Seconds from the end of a motion until it is told.
  public var stopDelay: Double

  /// See the properties.
  public init(startDelay: Double = 2, stopDelay: Double = 30) {
    self.startDelay = startDelay
    self.stopDelay = stopDelay
  }
}
