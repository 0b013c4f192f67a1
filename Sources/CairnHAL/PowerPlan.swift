public import CairnTypes

/// Everything a plan depends on. Same input, same plan.
public struct PlannerInput: Hashable, Sendable {
  /// One client of one service.
  public struct Client: Hashable, Sendable {
    /// Unique among the clients of a system.
    public var id: UInt32
    /// What the client needs.
    public var desiredAccuracy: DesiredAccuracy
    /// Time between fixes the client needs; `nil` for the provider's natural rate.
    public var interval: Duration?
    /// What the device is carried by.
    public var activity: ActivityType
    /// Takes what others paid for.
    public var isOpportunistic: Bool

    /// See the properties.
    public init(
      id: UInt32, desiredAccuracy: DesiredAccuracy, interval: Duration? = nil,
      activity: ActivityType = .other, isOpportunistic: Bool = false
    ) {
      self.id = id
      self.desiredAccuracy = desiredAccuracy
      self.interval = interval
      self.activity = activity
      self.isOpportunistic = isOpportunistic
    }
  }

  /// One provider and how it is doing.
  public struct Provider: Hashable, Sendable {
    /// What it can do and costs.
    public var descriptor: ProviderDescriptor
    /// How it is doing now.
    public var health: ProviderHealth

    /// See the properties.
    public init(descriptor: ProviderDescriptor, health: ProviderHealth) {
      self.descriptor = descriptor
      self.health = health
    }
  }

  /// Those whose services run.
  public var clients: [Client]
  /// In the order of the plan's entries.
  public var providers: [Provider]
  /// Decides which accuracies of the models hold.
  public var environment: Environment

  /// See the properties.
  public init(clients: [Client], providers: [Provider], environment: Environment = .openSky) {
    self.clients = clients
    self.providers = providers
    self.environment = environment
  }
}

/// Which providers are on, what they cost and why.
public struct PowerPlan: Hashable, Sendable {
  /// One provider's part, on or off.
  public struct Entry: Hashable, Sendable {
    /// Which provider the entry is about.
    public var provider: ProviderID
    /// `nil` means off.
    public var demand: ProviderDemand?
    /// Milliwatts by the provider's model, on average.
    public var estimatedPower: Double
    /// Metres, 68 %, by the provider's model.
    public var expectedAccuracy: Double
    /// For example "off: cell reaches 1000 m for 88.0 mW less".
    public var reason: String
    /// The clients this entry is on for.
    public var servesClients: [UInt32]
  }

  /// One for each provider of the input, in its order.
  public var entries: [Entry]
  /// The clients whose accuracy no provider reaches; they get the best there is.
  public var unmetClients: [UInt32]

  /// Milliwatts: the sum over the entries.
  public var estimatedPower: Double {
    var sum = 0.0
    for entry in entries { sum += entry.estimatedPower }
    return sum
  }

  /// A plan without providers.
  public static let empty = PowerPlan(entries: [], unmetClients: [])
}

/// Decides which providers run. Pure: no clock, no input or output.
public protocol PowerPlanner: Sendable {
  /// The plan for one situation.
  func plan(_ input: PlannerInput) -> PowerPlan
}
