package import CairnHAL
internal import CairnLinux
package import CairnTypes
package import CairnUpdates

/// What one client of a system wants, with all its services, and what it costs.
package struct SystemClient: Sendable {
  package let identity: ClientIdentity
  /// The services that run.
  package fileprivate(set) var services: ServiceSet = []
  /// The finest accuracy that any of them wants; `nil` if none wants positions.
  package fileprivate(set) var accuracy: DesiredAccuracy?
  /// The shortest time between positions that any of them asks for; `nil` if none asks.
  package fileprivate(set) var interval: Duration?
  /// Mean milliwatts of its share of the plan and of the sensors; `nil` if a part is not known.
  package fileprivate(set) var power: Double? = 0
  /// Energy drawn since the start for all clients of this name; `nil` if a part is not known.
  package fileprivate(set) var energy: Energy? = .zero

  fileprivate mutating func note(_ demand: EnergyRequest) {
    let isFiner = accuracy.map { demand.accuracy.rank < $0.rank } ?? true
    if isFiner { accuracy = demand.accuracy }
    guard !demand.isMomentary, demand.longestPeriod < 900 else { return }
    let period = Duration.seconds(demand.longestPeriod)
    interval = min(interval ?? period, period)
  }
}

extension LocationSystem {
  /// Returns the clients whose services run, and the energy drawn so far. Called on the executor.
  package func clientsOnLoop() -> (clients: [SystemClient], energy: EnergyLedger) {
    engine.assumeIsolated { ($0.report(), $0.bookedEnergy()) }
  }

  /// Returns what the intake did with the fixes of all providers so far. Called on the executor.
  package func intakeOnLoop() -> (fixes: RejectionCounts, values: RepairCounts) {
    engine.assumeIsolated { ($0.positions.intake.counts, $0.positions.intake.repairs) }
  }

  /// Returns the plan that would follow if all services of one client wanted this accuracy, and the numbers of these
  /// services; nothing changes. Called on the executor.
  package func planOnLoop(
    wanting accuracy: DesiredAccuracy, by identity: ClientIdentity
  ) -> (plan: PowerPlan, services: [UInt32]) {
    engine.assumeIsolated { $0.plan(wanting: accuracy, by: identity) }
  }

  /// Returns the finest accuracy, in metres, of the providers that are there and may work; `nil` without one. Called
  /// on the executor.
  package func finestAccuracyOnLoop() -> Double? {
    engine.assumeIsolated { engine in
      engine.control.slots.filter {
        $0.mayServe && $0.health.lifecycle != .absent && $0.provider.isPresent
      }.map(\.descriptor.accuracy.openSky).min()
    }
  }
}

extension LocationEngine {
  /// Returns what each client wants and costs, in the order in which they came.
  fileprivate func report() -> [SystemClient] {
    var all: [SystemClient] = []
    func change(_ identity: ClientIdentity, _ body: (inout SystemClient) -> Void) {
      let index = all.firstIndex { $0.identity == identity } ?? all.count
      if index == all.count { all.append(SystemClient(identity: identity)) }
      body(&all[index])
    }
    for client in clients where !client.isFinished {
      let share = power(of: client.id)
      change(client.identity) { entry in
        entry.services.formUnion(client.service)
        if client.isRunning, !client.demand.isOpportunistic { entry.note(client.demand) }
        entry.power = entry.power.flatMap { sum in share.map { sum + $0 } }
      }
    }
    for client in sensors.headings where client.isRunning {
      change(client.identity) { $0.services.insert(.heading) }
    }
    for client in sensors.altitudes { change(client.identity) { _ in } }
    addSensors(to: &all)
    let ledger = bookedEnergy()
    for index in all.indices {
      guard let account = ledger.clients.first(where: { $0.name == all[index].identity.name })
      else { continue }
      all[index].energy = account.energy
    }
    return all
  }

  /// Milliwatts of a service's share of the providers that are on for it, as the ledger divides them.
  private func power(of client: UInt32) -> Double? {
    var sum = 0.0
    for entry in shared.plan.entries where entry.servesClients.contains(client) {
      guard let power = entry.estimatedPower else { return nil }
      sum += power / Double(entry.servesClients.count)
    }
    return sum
  }

  /// Adds the shares of the sensors that are on, which know their clients by name.
  private func addSensors(to all: inout [SystemClient]) {
    for slot in sensors.slots where slot.desired != .off && !slot.payers.isEmpty {
      let isUnknown = slot.isAssumed && slot.descriptor.power != 0
      let share = slot.descriptor.power / Double(slot.payers.count)
      for name in slot.payers {
        guard let index = all.firstIndex(where: { $0.identity.name == name }) else { continue }
        all[index].power = isUnknown ? nil : all[index].power.map { $0 + share }
      }
    }
  }
}

extension EngineClient {
  /// The service that a policy allows or refuses.
  fileprivate var service: ServiceSet {
    (self as? any PermittedClient).map { type(of: $0).service } ?? .standard
  }
}

extension DesiredAccuracy {
  /// Smaller for a finer accuracy.
  fileprivate var rank: Double {
    switch level {
    case .bestForNavigation: -2
    case .best: -1
    case .metres, .reduced: metres ?? .infinity
    }
  }
}

extension PowerPlan {
  /// Whether a provider is on, or none is.
  package func uses(_ provider: ProviderID) -> Bool {
    let on = entries.filter { $0.demand != nil }
    return on.isEmpty || on.contains { $0.provider == provider }
  }
}
