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

/// Which providers are on, what they cost and why.
public struct PowerPlan: Equatable, Sendable {
  /// One provider's part, on or off.
  public struct Entry: Equatable, Sendable {
    /// Which provider the entry is about.
    public var provider: ProviderID
    /// How it is used, at rest or not; `nil` means off.
    public var demand: ProviderDemand?
    /// Milliwatts by the provider's model, on average: how often it will probably be tried, and the host's wakes
    /// for it, are included. Of one that is not used: what it draws all the same.
    public var estimatedPower: Double
    /// Metres, 68 %, as far as is known here.
    public var expectedAccuracy: Double
    var cause: Cause
    /// The clients this entry is on for.
    public var servesClients: [UInt32]

    /// For example "off: wifi does for 1.44 mW; wifi, then gnss takes 1.50 mW". Found when it is read: what the
    /// provider's use would cost is searched for once more.
    public var reason: String { cause.words(for: provider) }
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
