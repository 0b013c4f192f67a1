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
/// providers have drawn. An amount that includes a provider of unknown cost is unknown, until that
/// provider's costs become known.
///
/// Memory is bounded: providers or clients beyond the capacity share one account without a name.
public struct EnergyLedger: Equatable, Sendable {
  /// Energy drawn by one provider, or for one client.
  public struct Account: Equatable, Sendable {
    /// The name of the provider or client; empty for all that have no account of their own.
    public var name: String
    /// The energy drawn; `nil` while the cost of a provider that has a part in it is not known.
    public var energy: Energy? { assumed.isEmpty ? booked : nil }
    /// How long a radio has listened for beacons; zero for everything else.
    public internal(set) var radioTime = Duration.zero
    /// The energy drawn, by assumed figures where the costs are not known.
    package internal(set) var booked = Energy.zero
    /// The parts of providers whose costs are not known. One without a name has the parts of any
    /// beyond the capacity.
    fileprivate var assumed: [Assumed] = []

    fileprivate init(name: String) { self.name = name }

    fileprivate init(told account: (name: String, energy: Energy?)) {
      name = account.name
      booked = account.energy ?? .zero
      if account.energy == nil { assumed = [Assumed(provider: "", energy: .zero)] }
    }

    fileprivate mutating func add(
      _ energy: Energy, _ radioTime: Duration, ofUnknown provider: String?
    ) {
      booked += energy
      self.radioTime += radioTime
      guard let provider else { return }
      let hasPlace = part(of: provider) != nil || assumed.count < EnergyLedger.capacity - 1
      let name = hasPlace ? provider : ""
      if let index = assumed.firstIndex(where: { $0.provider == name }) {
        assumed[index].energy += energy
      } else {
        assumed.append(Assumed(provider: name, energy: energy))
      }
    }

    /// Returns the energy that is assumed of a provider; `nil` if it has no part.
    fileprivate func part(of provider: String) -> Energy? {
      assumed.first { $0.provider == provider }?.energy
    }

    /// Notes that a provider has drawn so much more than was assumed here.
    fileprivate mutating func settle(_ provider: String, _ correction: Energy) {
      assumed.removeAll { $0.provider == provider }
      booked += correction
    }
  }

  /// The energy that is assumed of one provider.
  fileprivate struct Assumed: Equatable {
    var provider: String
    var energy: Energy
  }

  /// The maximum number of accounts of providers, and of clients.
  public static let capacity = 32

  /// Accounts of providers, in the order in which they first drew energy.
  public private(set) var providers: [Account] = []
  /// Accounts of clients, in the order in which energy was first drawn for them.
  public private(set) var clients: [Account] = []
  /// What was drawn for no client.
  private var nobody = Account(name: "")

  /// Energy drawn for no client; `nil` if unknown.
  public var unattributed: Energy? { nobody.energy }
  /// Radio time for no client.
  public var unattributedRadioTime: Duration { nobody.radioTime }

  /// The name of the account for host wake-ups that no provider's result caused.
  public static let host = "host"

  /// Creates an empty ledger.
  public init() {}

  /// Creates the ledger of another process, as it was told: of what is unknown, nothing more is known.
  package init(
    told providers: [(name: String, energy: Energy?)], clients: [(name: String, energy: Energy?)],
    unattributed: Energy?
  ) {
    self.providers = providers.map(Account.init(told:))
    self.clients = clients.map(Account.init(told:))
    nobody = Account(told: ("", unattributed))
  }

  /// All energy drawn; `nil` if a part of it is unknown.
  public var total: Energy? {
    guard var sum = unattributed else { return nil }
    for client in clients {
      guard let energy = client.energy else { return nil }
      sum += energy
    }
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
  ///   - isAssumed: whether the provider's costs are not known, and the energy is assumed.
  public mutating func book(
    _ energy: Energy, of provider: String, for payers: [String], radioTime: Duration = .zero,
    isAssumed: Bool = false
  ) {
    guard energy != .zero || radioTime != .zero else { return }
    let unknown = isAssumed ? provider : nil
    Self.add(energy, radioTime, ofUnknown: unknown, to: provider, in: &providers)
    guard !payers.isEmpty else { return nobody.add(energy, radioTime, ofUnknown: unknown) }
    let radioShare = radioTime / payers.count
    let (share, rest) = energy.nanojoules.quotientAndRemainder(dividingBy: Int64(payers.count))
    for (index, name) in payers.enumerated() {
      // The first clients pay the remainder, one nanojoule each.
      let own = share + (index < rest.magnitude ? rest.signum() : 0)
      Self.add(
        Energy(nanojoules: own), radioShare, ofUnknown: unknown, to: name, in: &clients)
    }
  }

  /// Replaces what was assumed of a provider, because its costs are known now.
  ///
  /// - Parameters:
  ///   - provider: the provider's name.
  ///   - correction: the energy that it has drawn beyond what was assumed, negative if less. The
  ///     accounts with a part in that share it in proportion.
  public mutating func settle(_ provider: String, correction: Energy) {
    guard let place = providers.firstIndex(where: { $0.part(of: provider) != nil }) else { return }
    providers[place].settle(provider, correction)
    let own = clients.compactMap { $0.part(of: provider) }.reduce(.zero, +)
    let all = own + (nobody.part(of: provider) ?? .zero)
    let factor = all == .zero ? 0 : correction.joules / all.joules
    // What rounding leaves over is for the last one.
    let last = all == own ? clients.lastIndex { $0.part(of: provider) != nil } : nil
    var rest = correction
    for index in clients.indices {
      guard let part = clients[index].part(of: provider) else { continue }
      let share = index == last ? rest : Energy(millijoules: part.joules * 1e3 * factor)
      clients[index].settle(provider, share)
      rest = rest - share
    }
    nobody.settle(provider, rest)
  }

  private static func add(
    _ energy: Energy, _ radioTime: Duration, ofUnknown provider: String?, to name: String,
    in accounts: inout [Account]
  ) {
    for index in accounts.indices where accounts[index].name == name {
      return accounts[index].add(energy, radioTime, ofUnknown: provider)
    }
    let isRoom = accounts.count < capacity - 1 || name.isEmpty
    guard isRoom else { return add(energy, radioTime, ofUnknown: provider, to: "", in: &accounts) }
    var account = Account(name: name)
    account.add(energy, radioTime, ofUnknown: provider)
    accounts.append(account)
  }
}
