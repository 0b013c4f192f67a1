public import CairnTypes

/// Where a device is, as far as it affects which signals it receives.
public enum Environment: UInt8, Hashable, Sendable, CaseIterable {
  case openSky, urban, indoor
}

/// How accurate a provider's fixes are.
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

/// How often a provider has a position in each environment.
public struct AvailabilityModel: Hashable, Sendable {
  /// 0...1 of the time under the open sky; of the attempts, for a provider that measures when asked.
  public var openSky: Double
  /// 0...1 in a town.
  public var urban: Double
  /// 0...1 inside a building.
  public var indoor: Double

  /// See the properties.
  public init(openSky: Double, urban: Double, indoor: Double) {
    self.openSky = openSky
    self.urban = urban
    self.indoor = indoor
  }

  /// 0...1 in one environment.
  public subscript(environment: Environment) -> Double {
    switch environment {
    case .openSky: openSky
    case .urban: urban
    case .indoor: indoor
    }
  }
}

/// Capabilities and needs of a provider.
public struct ProviderCapabilities: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  /// - Parameter rawValue: a union of the static members.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let altitude = Self(rawValue: 1 << 0)
  public static let speed = Self(rawValue: 1 << 1)
  public static let course = Self(rawValue: 1 << 2)
  public static let utc = Self(rawValue: 1 << 3)
  public static let satellites = Self(rawValue: 1 << 4)
  public static let needsNetwork = Self(rawValue: 1 << 6)
  public static let needsSky = Self(rawValue: 1 << 7)
}

/// One provider as the planner sees it.
public struct ProviderDescriptor: Equatable, Sendable {
  /// Unique in its system.
  public var id: ProviderID
  /// The technology that it measures with.
  public var technology: Technology
  /// Its capabilities and needs.
  public var capabilities: ProviderCapabilities
  /// How accurate its fixes are.
  public var accuracy: AccuracyModel
  /// How often it has one.
  public var availability: AvailabilityModel
  /// The cost of leaving it on, or of using it now and then.
  public var energy: EnergyModel
  /// Time between fixes when no client asks for a certain interval.
  public var naturalInterval: Duration

  /// See the properties; without an availability, the technology's usual one applies.
  public init(
    id: ProviderID, technology: Technology, capabilities: ProviderCapabilities,
    accuracy: AccuracyModel, availability: AvailabilityModel? = nil, energy: EnergyModel,
    naturalInterval: Duration = .seconds(1)
  ) {
    self.id = id
    self.technology = technology
    self.capabilities = capabilities
    self.accuracy = accuracy
    self.availability = availability ?? .usual(of: technology)
    self.energy = energy
    self.naturalInterval = naturalInterval
  }

  /// Returns a descriptor whose next operation draws a share of the usual energy, such as a scan of
  /// a few channels.
  package func drawing(_ share: Double) -> ProviderDescriptor {
    guard case .operation(var operation) = energy else { return self }
    var changed = self
    operation.energy *= share
    changed.energy = .operation(operation)
    return changed
  }

  /// Whether its fixes can have all required values.
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
