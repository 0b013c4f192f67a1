public import CairnTypes

/// What was drawn since the start: by which provider, and for which client.
///
/// What a provider draws while it is on for clients is shared among them equally, whatever each of them asked
/// for: without any one of them the others would have paid the same. Clients that only take what others paid
/// for are on nobody's account. What is drawn while it is on for nobody, asleep or because nothing can switch
/// it off, is nobody's: unattributed. The host's wakes for what a provider gives are drawn by that provider, as in
/// the plan. What is absent draws nothing. In whole nanojoules, so that the clients and what is unattributed are
/// together exactly what the providers have drawn.
///
/// Bounded: what more providers or clients draw than have accounts is on one account without a name.
public struct EnergyLedger: Equatable, Sendable {
  /// What one provider has drawn, or what was drawn for one client.
  public struct Account: Equatable, Sendable {
    /// Of the provider or client; empty for all that have no account of their own.
    public var name: String
    /// All that is on it.
    public var energy: Energy
  }

  /// So many accounts are kept of providers, and so many of clients.
  public static let capacity = 32

  /// In the order in which they first drew something.
  public private(set) var providers: [Account] = []
  /// In the order in which something was first drawn for them.
  public private(set) var clients: [Account] = []
  /// What was drawn for nobody.
  public private(set) var unattributed = Energy.zero

  /// Nothing was drawn yet.
  public init() {}

  /// All that was drawn.
  public var total: Energy {
    var sum = unattributed
    for client in clients { sum += client.energy }
    return sum
  }

  /// Puts down what a provider has drawn.
  ///
  /// - Parameters:
  ///   - energy: since it was put down last.
  ///   - provider: which.
  ///   - payers: names of the clients that it was on for, one for each client: whoever is there twice pays
  ///     twice. Empty when it was on for nobody.
  public mutating func book(_ energy: Energy, of provider: String, for payers: [String]) {
    guard energy != .zero else { return }
    Self.add(energy, to: provider, in: &providers)
    guard !payers.isEmpty else {
      unattributed += energy
      return
    }
    let (share, rest) = energy.nanojoules.quotientAndRemainder(dividingBy: Int64(payers.count))
    for (index, name) in payers.enumerated() {
      // What cannot be divided goes to the first, a nanojoule each.
      let own = share + (index < rest.magnitude ? rest.signum() : 0)
      Self.add(Energy(nanojoules: own), to: name, in: &clients)
    }
  }

  private static func add(_ energy: Energy, to name: String, in accounts: inout [Account]) {
    for index in accounts.indices where accounts[index].name == name {
      accounts[index].energy += energy
      return
    }
    if accounts.count < capacity - 1 || name.isEmpty {
      accounts.append(Account(name: name, energy: energy))
    } else {
      add(energy, to: "", in: &accounts)
    }
  }
}
