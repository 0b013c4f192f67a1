internal import CairnHAL
internal import CairnTypes

// Energy that providers draw, and for which clients.

extension LocationEngine {
  /// Books what a provider has drawn for the clients that it has been on for.
  func book(_ slot: ProviderSlot, at now: MonotonicTime) {
    let total = slot.meter.total(at: now)
    ledger.book(total - slot.booked, of: slot.id.name, for: slot.payers)
    slot.booked = total
  }

  /// Books a wake-up of the host that was for no single provider's result: a timer, a change of
  /// motion or of the surroundings.
  func bookWake() {
    guard hostWake > 0 else { return }
    let payers = scheduler.payers.compactMap { id in clients.first { $0.id == id }?.identity.name }
    ledger.book(Energy(millijoules: hostWake), of: EnergyLedger.host, for: payers)
  }

  /// Sets the clients that share what a provider draws from now on.
  func setPayers(_ payers: [UInt32], of slot: ProviderSlot, at now: MonotonicTime) {
    let names = payers.compactMap { id in clients.first { $0.id == id }?.identity.name }
    guard names != slot.payers else { return }
    book(slot, at: now)
    slot.payers = names
  }

  /// Returns demands with the power that may be drawn now for those that have a budget.
  func budgeted(_ demands: [EnergyRequest]) -> [EnergyRequest] {
    guard !budgets.isEmpty || demands.contains(where: { $0.powerBudget != nil }) else {
      return demands
    }
    let now = loop.now()
    for slot in slots { book(slot, at: now) }
    // A client that is paused goes on saving.
    var kept = budgets.filter { budget in clients.contains { $0.id == budget.key } }
    let result = demands.map { demand in
      guard let milliwatts = demand.powerBudget else { return demand }
      let drawn = drawn(for: demand.client)
      var budget = budgets[demand.client] ?? PowerBudget(milliwatts, drawn: drawn, at: now)
      if budget.budget != milliwatts { budget = PowerBudget(milliwatts, drawn: drawn, at: now) }
      kept[demand.client] = budget
      var demand = demand
      demand.powerBudget = budget.allowance(drawn: drawn, at: now)
      return demand
    }
    budgets = kept
    let isUsed = demands.contains { $0.powerBudget != nil }
    budgetDue = isUsed ? now + PowerBudget.interval : .distantFuture
    return result
  }

  private func drawn(for client: UInt32) -> Energy {
    let name = clients.first { $0.id == client }?.identity.name
    return ledger.clients.first { $0.name == name }?.energy ?? .zero
  }

  func diagnostics() -> SystemDiagnostics {
    let now = loop.now()
    for slot in slots { book(slot, at: now) }
    for slot in sensors { book(slot, at: now) }
    bookBeacons(at: now)
    return SystemDiagnostics(
      plan: plan, providers: Dictionary(uniqueKeysWithValues: slots.map { ($0.id, $0.health) }),
      observations: Dictionary(
        uniqueKeysWithValues: slots.compactMap { slot in slot.observation.map { (slot.id, $0) } }),
      intake: intake.counts, repairs: intake.repairs, energy: ledger,
      storageFailure: keeper?.failure,
      wakes: waker.counts, beacons: beacons?.health)
  }
}
