public import CairnTypes

/// A provider as a scheduler sees it.
public struct SchedulerProvider: Equatable, Sendable {
  /// Unique in its system.
  public var id: ProviderID
  /// Its energy model.
  public var model: EnergyModel
  /// Expectations of it while the device moves, before it was tried.
  public var moving: ProviderBelief
  /// Expectations of it while the device stands, before it was tried.
  public var standing: ProviderBelief
  /// How a receiver gets its ephemeris; not used for other providers.
  public var ephemeris: Ephemeris
  /// Seconds between fixes when no client asks for a certain interval.
  public var naturalInterval = 1.0

  /// Determines how fast a receiver starts.
  public struct Ephemeris: Equatable, Sendable {
    /// Seconds after a download in which a start is hot.
    public var validity: Double
    /// Whether the host supplies it, so that the receiver need not stay on for a download.
    public var isSupplied: Bool
    /// Whether the receiver has one, of unknown age; without one it starts cold.
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
  ///   - model: its energy model.
  ///   - moving: expectations of it while the device moves.
  ///   - standing: expectations of it while the device stands; `nil` for the same.
  ///   - ephemeris: how a receiver gets its ephemeris.
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

  /// Creates a provider of which nothing is known but its descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: its capabilities and costs.
  ///   - activity: how the device is carried.
  public init(_ descriptor: ProviderDescriptor, activity: ActivityType) {
    let usual = activity.surroundings
    let isAsset = activity == .stationaryAsset
    var ephemeris = Ephemeris(validity: 0, isSupplied: true, isHeld: false)
    if case .receiver(let receiver) = descriptor.energy, descriptor.technology == .gnss {
      ephemeris.validity = receiver.ephemerisValidity
      ephemeris.isSupplied = receiver.isAssisted
      ephemeris.isHeld = receiver.holdsEphemeris
    }
    self.init(
      id: descriptor.id, model: descriptor.energy,
      moving: descriptor.expectation(in: activity == .other ? .walking : usual),
      standing: descriptor.expectation(in: isAsset ? usual : .pedestrian),
      ephemeris: ephemeris)
    naturalInterval = descriptor.naturalInterval.inSeconds
  }
}

/// The known delays of a motion detector, which is slow to report a stop.
public struct MotionDetector: Equatable, Sendable {
  /// Seconds from the start of motion until it is reported.
  public var startDelay: Double
  /// Seconds from the end of motion until it is reported.
  public var stopDelay: Double

  /// See the properties.
  public init(startDelay: Double = 2, stopDelay: Double = 30) {
    self.startDelay = startDelay
    self.stopDelay = stopDelay
  }
}
