public import CairnTypes

/// How a plan uses a provider.
public struct ProviderDemand: Hashable, Sendable {
  /// Time between positions that is short enough for every client.
  public var interval: Duration
  /// The finest accuracy that any client wants.
  public var accuracy: DesiredAccuracy
  /// Whether its hardware sleeps between positions.
  public var rests: Bool

  /// See the properties.
  public init(interval: Duration, accuracy: DesiredAccuracy, rests: Bool = false) {
    self.interval = interval
    self.accuracy = accuracy
    self.rests = rests
  }
}

/// Providers that are on, with their power and the reasons.
public struct PowerPlan: Equatable, Sendable {
  /// One provider's part, on or off.
  public struct Entry: Equatable, Sendable {
    /// The provider.
    public var provider: ProviderID
    /// How the plan uses it, asleep between positions or not; `nil` means off.
    public var demand: ProviderDemand?
    /// Mean milliwatts by the provider's model, with the expected number of attempts and the host's
    /// wake-ups for it where their energy is known. For a provider that is not used, what it draws
    /// anyway. `nil` for one of whose hardware nothing is known.
    public var estimatedPower: Double?
    /// The accuracy to expect, in metres, 68 %.
    public var expectedAccuracy: Double
    var cause: Cause
    /// The clients for which the provider is on.
    public var servesClients: [UInt32]

    /// An entry of another process's plan, with the reason that was told.
    package init(
      _ provider: ProviderID, demand: ProviderDemand?, estimatedPower: Double?,
      expectedAccuracy: Double, told reason: String, servesClients: [UInt32]
    ) {
      self.provider = provider
      self.demand = demand
      self.estimatedPower = estimatedPower
      self.expectedAccuracy = expectedAccuracy
      cause = .told(reason)
      self.servesClients = servesClients
    }

    init(
      provider: ProviderID, demand: ProviderDemand?, estimatedPower: Double?,
      expectedAccuracy: Double, cause: Cause, servesClients: [UInt32]
    ) {
      self.provider = provider
      self.demand = demand
      self.estimatedPower = estimatedPower
      self.expectedAccuracy = expectedAccuracy
      self.cause = cause
      self.servesClients = servesClients
    }

    /// Why the provider is on or off, for example "off: wifi suffices, at 1.44 mW; wifi, then gnss
    /// takes 1.50 mW". Computed on each read, which repeats the search with the provider in use.
    public var reason: String { cause.words(for: provider) }
  }

  /// One entry for each provider, in the order of the input.
  public var entries: [Entry]
  /// The clients whose accuracy no provider reaches often enough; they get the best there is.
  public var unmetClients: [UInt32]
  /// How the providers are used together, and with what result. Its power is the figure that
  /// decided, not a cost: see `EnergyPlan.power`.
  public var energy: EnergyPlan

  /// Milliwatts of the sensors that are on; `nil` if nothing is known of the hardware of one.
  public var sensorPower: Double? = 0

  /// Milliwatts: the sum over the entries, and the sensors; `nil` if one of these is unknown.
  public var estimatedPower: Double? {
    guard var sum = sensorPower else { return nil }
    for entry in entries {
      guard let power = entry.estimatedPower else { return nil }
      sum += power
    }
    return sum
  }

  /// A plan of another process, whose search is not known here.
  package init(told entries: [Entry], unmetClients: [UInt32]) {
    self.init(entries: entries, unmetClients: unmetClients, energy: .off(.idle))
  }

  init(
    entries: [Entry], unmetClients: [UInt32], energy: EnergyPlan, sensorPower: Double? = 0
  ) {
    self.entries = entries
    self.unmetClients = unmetClients
    self.energy = energy
    self.sensorPower = sensorPower
  }

  /// A plan without providers.
  public static let empty = PowerPlan(entries: [], unmetClients: [], energy: .off(.idle))
}
