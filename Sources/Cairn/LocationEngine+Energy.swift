internal import CairnHAL
internal import CairnTypes

// What providers draw and for whom, and what is learnt of them.

extension LocationEngine {
  /// Puts down what a provider has drawn for those that it was on for until now.
  func book(_ slot: ProviderSlot, at now: MonotonicTime) {
    let total = slot.meter.total(at: now)
    ledger.book(total - slot.booked, of: slot.id.name, for: slot.payers)
    slot.booked = total
  }

  /// From now on these clients share what a provider draws.
  func setPayers(_ payers: [UInt32], of slot: ProviderSlot, at now: MonotonicTime) {
    let names = payers.compactMap { id in clients.first { $0.id == id }?.identity.name }
    guard names != slot.payers else { return }
    book(slot, at: now)
    slot.payers = names
  }

  /// Attempts that have given nothing in their time have failed; the next provider's turn comes.
  ///
  /// - Returns: whether there was one.
  func endAttempts(at now: MonotonicTime) -> Bool {
    var hasFailed = false
    for slot in slots {
      guard let end = slot.attemptEnd, end <= now else { continue }
      slot.failed(activity, at: now)
      hasFailed = true
    }
    return hasFailed
  }

  /// How the device is carried, by the word of those that ask.
  var activity: ActivityType {
    for client in clients where client.isRunning {
      let wish = client.wish
      if !wish.isOpportunistic, wish.activity != .other { return wish.activity }
    }
    return .other
  }

  func diagnostics() -> SystemDiagnostics {
    let now = loop.now()
    for slot in slots { book(slot, at: now) }
    return SystemDiagnostics(
      plan: plan, providers: Dictionary(uniqueKeysWithValues: slots.map { ($0.id, $0.health) }),
      intake: intake.counts, energy: ledger)
  }
}
