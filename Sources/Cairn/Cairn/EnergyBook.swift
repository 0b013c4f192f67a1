internal import CairnHAL
internal import CairnTypes

/// Part of the system whose energy is metered. Isolation: the event loop.
protocol MeteredSlot: AnyObject {
  var id: ProviderID { get }
  /// The part of its energy that has been booked.
  var booked: Energy { get set }
  /// Names of the clients that it is on for.
  var payers: [String] { get set }
  /// Whether a part of its energy is assumed, because its costs are not known.
  var isAssumed: Bool { get }

  /// Returns all energy drawn up to a time.
  func drawn(at now: MonotonicTime) -> Energy
}

/// The energy that providers and sensors draw, for which clients, and what clients may still draw.
///
/// Isolation: the event loop.
struct EnergyBook {
  /// Millijoules for each wake-up of the host; `nil` if unknown, which books none.
  let hostWake: Double?
  /// Energy drawn so far, by provider and by client.
  private(set) var ledger = EnergyLedger()
  /// Power budgets of the clients that have one, by number.
  private(set) var budgets: [UInt32: PowerBudget] = [:]
  /// When to compute the allowances anew.
  private(set) var due = MonotonicTime.distantFuture

  /// Books what a slot has drawn for the clients that it has been on for.
  mutating func book(_ slot: some MeteredSlot, at now: MonotonicTime) {
    let total = slot.drawn(at: now)
    ledger.book(
      total - slot.booked, of: slot.id.name, for: slot.payers, isAssumed: slot.isAssumed)
    slot.booked = total
  }

  /// Replaces a slot's descriptor. If its costs are known from now on, they also apply to the time
  /// before.
  mutating func replaceDescriptor(
    of slot: ProviderSlot, by descriptor: ProviderDescriptor, at now: MonotonicTime
  ) {
    book(slot, at: now)
    let wasAssumed = slot.isAssumed
    slot.become(descriptor, at: now)
    guard wasAssumed, !slot.isAssumed else { return }
    let total = slot.drawn(at: now)
    ledger.settle(slot.id.name, correction: total - slot.booked)
    slot.booked = total
  }

  /// Sets the clients that share what a slot draws from now on.
  mutating func charge(_ names: [String], for slot: some MeteredSlot, at now: MonotonicTime) {
    guard names != slot.payers else { return }
    book(slot, at: now)
    slot.payers = names
  }

  /// Books a wake-up of the host that was for no single provider's result: a timer, a reading of a
  /// sensor, a change of motion or of the surroundings.
  mutating func bookWake(for payers: [String]) {
    guard let hostWake, hostWake > 0 else { return }
    ledger.book(Energy(millijoules: hostWake), of: EnergyLedger.host, for: payers)
  }

  /// Books the radio's listening time and energy: the part that all clients require is shared by
  /// all, the rest by those that require more.
  mutating func book(_ radio: BeaconSlot, at now: MonotonicTime) {
    let passed = (now - radio.booked).inSeconds
    radio.booked = now
    guard passed > 0, radio.duty > 0 else { return }
    let common = radio.eager.isEmpty ? radio.duty : min(radio.duty, radio.common)
    book(common * passed, of: radio, for: radio.payers)
    book((radio.duty - common) * passed, of: radio, for: radio.eager)
  }

  private mutating func book(_ seconds: Double, of radio: BeaconSlot, for payers: [String]) {
    guard seconds > 0 else { return }
    let time = Duration.seconds(seconds)
    ledger.book(
      Energy(milliwatts: radio.descriptor.power ?? 0, over: time), of: radio.descriptor.id.name,
      for: payers, radioTime: time, isAssumed: radio.descriptor.power == nil)
  }

  /// Returns demands with the power that may be drawn now for those that have a budget.
  mutating func budgeted(
    _ demands: [EnergyRequest], of clients: [any EngineClient], from slots: [ProviderSlot],
    at now: MonotonicTime
  ) -> [EnergyRequest] {
    guard !budgets.isEmpty || demands.contains(where: { $0.powerBudget != nil }) else {
      return demands
    }
    for slot in slots { book(slot, at: now) }
    // A client that is paused goes on saving.
    var kept = budgets.filter { budget in clients.contains { $0.id == budget.key } }
    let result = demands.map { demand in
      guard let milliwatts = demand.powerBudget else { return demand }
      let name = clients.first { $0.id == demand.client }?.identity.name
      let drawn = ledger.clients.first { $0.name == name }?.booked ?? .zero
      var budget = budgets[demand.client] ?? PowerBudget(milliwatts, drawn: drawn, at: now)
      if budget.budget != milliwatts { budget = PowerBudget(milliwatts, drawn: drawn, at: now) }
      kept[demand.client] = budget
      var demand = demand
      demand.powerBudget = budget.allowance(drawn: drawn, at: now)
      return demand
    }
    budgets = kept
    let isUsed = demands.contains { $0.powerBudget != nil }
    due = isUsed ? now + PowerBudget.interval : .distantFuture
    return result
  }
}
