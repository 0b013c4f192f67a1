package import CairnHAL
internal import CairnTypes
package import CairnWire

extension EnergyLedger {
  /// The ledger of a daemon.
  package init(_ energy: WatchedEnergy) {
    self.init(
      told: energy.providers.map { ($0.name, $0.energy) },
      clients: energy.clients.map { ($0.name, $0.energy) }, unattributed: energy.unattributed)
  }
}

extension WatchedEnergy {
  /// What a program may see of a ledger.
  ///
  /// - Parameters:
  ///   - ledger: the service's.
  ///   - names: clients that it may see; `nil` for all. The others share the account without a name.
  package init(_ ledger: EnergyLedger, naming names: Set<String>?) {
    self.init()
    unattributed = ledger.unattributed
    providers = ledger.providers.prefix(Self.limit).map { Account($0.name, $0.energy) }
    var others: Account?
    for account in ledger.clients.prefix(Self.limit) {
      if !account.name.isEmpty, names?.contains(account.name) ?? true {
        clients.append(Account(account.name, account.energy))
      } else {
        let before = others ?? Account("", .zero)
        others = Account("", before.energy.flatMap { sum in account.energy.map { sum + $0 } })
      }
    }
    if let others { clients.append(others) }
  }
}
