public import CairnTypes

/// Everything a plan depends on. Same input, same plan.
public struct PlannerInput: Equatable, Sendable {
  /// One client of one service.
  public struct Client: Hashable, Sendable {
    /// Unique among the clients of a system.
    public var id: UInt32
    /// What the client needs.
    public var desiredAccuracy: DesiredAccuracy
    /// Time between fixes the client needs; `nil` for as often as the accuracy needs, and for the best the
    /// provider's natural rate.
    public var interval: Duration?
    /// Metres that the device may move before the client is told, if it asked so.
    public var distanceFilter: Double?
    /// What the device is carried by.
    public var activity: ActivityType
    /// Takes what others paid for.
    public var isOpportunistic: Bool
    /// Waits for one position, now.
    public var isMomentary: Bool

    /// See the properties.
    public init(
      id: UInt32, desiredAccuracy: DesiredAccuracy, interval: Duration? = nil,
      distanceFilter: Double? = nil, activity: ActivityType = .other,
      isOpportunistic: Bool = false, isMomentary: Bool = false
    ) {
      self.distanceFilter = distanceFilter
      self.isMomentary = isMomentary
      self.id = id
      self.desiredAccuracy = desiredAccuracy
      self.interval = interval
      self.activity = activity
      self.isOpportunistic = isOpportunistic
    }
  }

  /// One provider and how it is doing.
  public struct Provider: Equatable, Sendable {
    /// What it can do and costs.
    public var descriptor: ProviderDescriptor
    /// How it is doing now.
    public var health: ProviderHealth
    /// What was learnt of it here; `nil` for what is to be expected.
    public var belief: ProviderBelief?
    /// Whether its last attempt gave no position.
    public var isFailing: Bool

    /// See the properties.
    public init(
      descriptor: ProviderDescriptor, health: ProviderHealth, belief: ProviderBelief? = nil,
      isFailing: Bool = false
    ) {
      self.descriptor = descriptor
      self.health = health
      self.belief = belief
      self.isFailing = isFailing
    }
  }

  /// Those whose services run.
  public var clients: [Client]
  /// In the order of the plan's entries.
  public var providers: [Provider]
  /// What is followed now; `nil` at first.
  public var previous: EnergyPlan?
  /// Since when that has left a receiver on.
  public var previousAge: Duration

  /// See the properties.
  public init(
    clients: [Client], providers: [Provider], previous: EnergyPlan? = nil,
    previousAge: Duration = .zero
  ) {
    self.clients = clients
    self.providers = providers
    self.previous = previous
    self.previousAge = previousAge
  }
}

/// Which providers are on, what they cost and why.
public struct PowerPlan: Equatable, Sendable {
  /// One provider's part, on or off.
  public struct Entry: Equatable, Sendable {
    /// Which provider the entry is about.
    public var provider: ProviderID
    /// `nil` means off.
    public var demand: ProviderDemand?
    /// Milliwatts by the provider's model, on average, what it is expected to be tried less included.
    public var estimatedPower: Double
    /// Metres, 68 %, as far as is known here.
    public var expectedAccuracy: Double
    /// For example "off: wifi does for 1.44 mW; wifi, then gnss takes 1.50 mW".
    public var reason: String
    /// The clients this entry is on for.
    public var servesClients: [UInt32]
  }

  /// One for each provider of the input, in its order.
  public var entries: [Entry]
  /// The clients whose accuracy no provider reaches often enough; they get the best there is.
  public var unmetClients: [UInt32]
  /// How the providers are used together, and what comes of it.
  public var energy: EnergyPlan

  /// Milliwatts: the sum over the entries.
  public var estimatedPower: Double {
    var sum = 0.0
    for entry in entries { sum += entry.estimatedPower }
    return sum
  }

  /// A plan without providers.
  public static let empty = PowerPlan(entries: [], unmetClients: [], energy: .off(.idle))
}

/// Decides which providers run. Pure: no clock, no input or output.
public protocol PowerPlanner: Sendable {
  /// The plan for one situation.
  func plan(_ input: PlannerInput) -> PowerPlan
}
