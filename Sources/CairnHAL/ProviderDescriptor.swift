public import CairnTypes

/// Where a device is, as far as it decides which signals it receives.
public enum Environment: UInt8, Hashable, Sendable, CaseIterable {
  case openSky, urban, indoor
}

/// What a provider's fixes are worth.
public struct AccuracyModel: Hashable, Sendable {
  /// Metres, 68 % radius under the open sky.
  public var openSky: Double
  /// Metres, 68 % radius in a town.
  public var urban: Double
  /// Metres, 68 % radius inside a building.
  public var indoor: Double
  /// Metres: no fix is better than this, whatever the provider says.
  public var floor: Double

  /// See the properties for units.
  public init(openSky: Double, urban: Double, indoor: Double, floor: Double) {
    self.openSky = openSky
    self.urban = urban
    self.indoor = indoor
    self.floor = floor
  }

  /// Metres, 68 %, in one environment.
  public subscript(environment: Environment) -> Double {
    switch environment {
    case .openSky: openSky
    case .urban: urban
    case .indoor: indoor
    }
  }
}

/// How long a provider needs from its start to a usable fix.
public struct AcquisitionModel: Hashable, Sendable {
  /// Nothing is known: no time, no position, no orbits.
  public var cold: Duration
  /// Time, position and almanac are known.
  public var warm: Duration
  /// The ephemeris is still valid.
  public var hot: Duration
  /// How long a start stays hot after the provider was switched off.
  public var hotValidity: Duration

  /// See the properties.
  public init(cold: Duration, warm: Duration, hot: Duration, hotValidity: Duration) {
    self.cold = cold
    self.warm = warm
    self.hot = hot
    self.hotValidity = hotValidity
  }
}

/// What a provider costs. Every model says where its numbers come from.
public struct PowerModel: Hashable, Sendable {
  /// What the provider's hardware is doing.
  public enum State: UInt8, Hashable, Sendable, CaseIterable {
    case off, backup, acquiring, tracking, lowPowerTracking
  }

  /// Milliwatts while off.
  public var off: Double
  /// Milliwatts while only clock and orbits are kept.
  public var backup: Double
  /// Milliwatts while searching.
  public var acquiring: Double
  /// Milliwatts while producing fixes at the full rate.
  public var tracking: Double
  /// Milliwatts in the receiver's own power-save mode; `nil` where it has none.
  public var lowPowerTracking: Double?
  /// Millijoules for each fix, beside the power of the state: a scan, a query, a radio wake-up.
  public var energyPerFix: Double
  /// Millijoules from off to acquiring.
  public var startEnergy: Double
  /// Where the numbers above come from.
  public var provenance: Provenance

  /// See the properties for units.
  public init(
    off: Double = 0, backup: Double = 0, acquiring: Double = 0, tracking: Double = 0,
    lowPowerTracking: Double? = nil, energyPerFix: Double = 0, startEnergy: Double = 0,
    provenance: Provenance
  ) {
    self.off = off
    self.backup = backup
    self.acquiring = acquiring
    self.tracking = tracking
    self.lowPowerTracking = lowPowerTracking
    self.energyPerFix = energyPerFix
    self.startEnergy = startEnergy
    self.provenance = provenance
  }

  /// Milliwatts in one state; a missing power-save mode costs as much as tracking.
  public func power(in state: State) -> Double {
    switch state {
    case .off: off
    case .backup: backup
    case .acquiring: acquiring
    case .tracking: tracking
    case .lowPowerTracking: lowPowerTracking ?? tracking
    }
  }
}

/// What a provider can do.
public struct ProviderCapabilities: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  /// - Parameter rawValue: a union of the static members.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let altitude = Self(rawValue: 1 << 0)
  public static let speed = Self(rawValue: 1 << 1)
  public static let course = Self(rawValue: 1 << 2)
  public static let utc = Self(rawValue: 1 << 3)
  public static let satellites = Self(rawValue: 1 << 4)
  /// Can be slowed down to save power.
  public static let rateControl = Self(rawValue: 1 << 5)
  public static let needsNetwork = Self(rawValue: 1 << 6)
  public static let needsSky = Self(rawValue: 1 << 7)
}

/// One provider as the planner sees it.
public struct ProviderDescriptor: Equatable, Sendable {
  /// Unique in its system.
  public var id: ProviderID
  /// What it measures with.
  public var technology: Technology
  /// What it can do.
  public var capabilities: ProviderCapabilities
  /// What its fixes are worth.
  public var accuracy: AccuracyModel
  /// How long it needs to its first fix.
  public var acquisition: AcquisitionModel
  /// What it costs.
  public var power: PowerModel
  /// Time between fixes when nobody asks for a certain interval.
  public var naturalInterval: Duration
  /// What it costs to leave it on, or to use it now and then, by its figures; `nil` where only what is
  /// above is known, and then it is never put to sleep between fixes.
  public var figures: EnergyModel?

  /// See the properties.
  public init(
    id: ProviderID, technology: Technology, capabilities: ProviderCapabilities,
    accuracy: AccuracyModel, acquisition: AcquisitionModel, power: PowerModel,
    naturalInterval: Duration, figures: EnergyModel? = nil
  ) {
    self.figures = figures
    self.id = id
    self.technology = technology
    self.capabilities = capabilities
    self.accuracy = accuracy
    self.acquisition = acquisition
    self.power = power
    self.naturalInterval = naturalInterval
  }

  /// Whether its fixes can have what is required.
  public func meets(_ requirements: LocationRequirements) -> Bool {
    var offered: LocationRequirements = []
    if capabilities.contains(.altitude) { offered.formUnion([.altitude, .threeD]) }
    if capabilities.contains(.speed) { offered.insert(.speed) }
    if capabilities.contains(.course) { offered.insert(.course) }
    if capabilities.contains(.utc) { offered.insert(.utc) }
    if !capabilities.contains(.needsNetwork) { offered.insert(.offline) }
    if technology == .gnss { offered.formUnion([.satelliteOnly, .rtkFixed]) }
    return offered.isSuperset(of: requirements)
  }
}
