public import CairnTypes

/// The energy drawn since the start, by provider and by client.
///
/// The energy that a provider draws while it is on for clients is shared among them equally,
/// whatever each asked for: without any one of them the others would have paid the same.
/// Opportunistic clients pay nothing. The energy that a provider draws while it is on for no
/// client, because it sleeps, is idle or cannot be switched off, is unattributed. The host's wake-ups for a
/// provider's result count as that provider's, as in the plan; those for timers and changes of
/// motion have an account of their own. Missing hardware draws nothing. Amounts are whole
/// nanojoules, so that clients and unattributed energy add up to exactly the energy that the
/// providers have drawn.
///
/// Memory is bounded: providers or clients beyond the capacity share one account without a name.
public struct EnergyLedger: Equatable, Sendable {
  /// Energy drawn by one provider, or for one client.
  public struct Account: Equatable, Sendable {
    /// The name of the provider or client; empty for all that have no account of their own.
    public var name: String
    /// The energy drawn.
    public var energy: Energy
    /// How long a radio has listened for beacons; zero for everything else.
    public var radioTime = Duration.zero
  }

  /// The maximum number of accounts of providers, and of clients.
  public static let capacity = 32

  /// Accounts of providers, in the order in which they first drew energy.
  public private(set) var providers: [Account] = []
  /// Accounts of clients, in the order in which energy was first drawn for them.
  public private(set) var clients: [Account] = []
  /// Energy drawn for no client.
  public private(set) var unattributed = Energy.zero
  /// Radio time for no client.
  public private(set) var unattributedRadioTime = Duration.zero

  /// The name of the account for host wake-ups that no provider's result caused.
  public static let host = "host"

  /// Creates an empty ledger.
  public init() {}

  /// All energy drawn.
  public var total: Energy {
    var sum = unattributed
    for client in clients { sum += client.energy }
    return sum
  }

  /// Adds the energy that a provider has drawn.
  ///
  /// - Parameters:
  ///   - energy: the energy drawn since the last booking.
  ///   - provider: the provider's name.
  ///   - payers: names of the clients that it was on for, one for each client: a name that is there
  ///     twice pays twice. Empty when it was on for no client.
  ///   - radioTime: how long the radio has listened for beacons meanwhile.
  public mutating func book(
    _ energy: Energy, of provider: String, for payers: [String], radioTime: Duration = .zero
  ) {
    guard energy != .zero || radioTime != .zero else { return }
    Self.add(energy, radioTime, to: provider, in: &providers)
    guard !payers.isEmpty else {
      unattributed += energy
      unattributedRadioTime += radioTime
      return
    }
    let radioShare = radioTime / payers.count
    let (share, rest) = energy.nanojoules.quotientAndRemainder(dividingBy: Int64(payers.count))
    for (index, name) in payers.enumerated() {
      // The first clients pay the remainder, one nanojoule each.
      let own = share + (index < rest.magnitude ? rest.signum() : 0)
      Self.add(Energy(nanojoules: own), radioShare, to: name, in: &clients)
    }
  }

  private static func add(
    _ energy: Energy, _ radioTime: Duration, to name: String, in accounts: inout [Account]
  ) {
    for index in accounts.indices where accounts[index].name == name {
      accounts[index].energy += energy
      accounts[index].radioTime += radioTime
      return
    }
    if accounts.count < capacity - 1 || name.isEmpty {
      accounts.append(Account(name: name, energy: energy, radioTime: radioTime))
    } else {
      add(energy, radioTime, to: "", in: &accounts)
    }
  }
}
