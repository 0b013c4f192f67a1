internal import CairnTypes

/// The cheapest set of providers whose expected accuracy meets every client.
///
/// Every subset of the providers is tried, so the answer is the minimum and not a guess; a provider
/// costs its average power at the interval the clients need. A client that no provider can satisfy
/// gets the most accurate one. A provider that the clients need but that is absent or has failed
/// stays demanded, at no cost, so that it can serve them as soon as it comes back.
public struct MinimumPowerPlanner: PowerPlanner {
  /// More providers than this are searched only among the cheapest so many.
  static let searchLimit = 10

  /// A planner without state.
  public init() {}

  public func plan(_ input: PlannerInput) -> PowerPlan {
    let askers = input.clients.filter { !$0.isOpportunistic }
    guard !askers.isEmpty else { return allOff(input) }

    let usable = selection(askers, input) { $0.isUsable }
    let ideal = selection(askers, input) { _ in true }
    let unmet = askers.filter { asker in
      guard let finest = usable.finest else { return true }
      return asker.desiredAccuracy.metres.map { $0 < finest } ?? false
    }
    return PowerPlan(
      entries: input.providers.indices.map { index in
        input.providers[index].health.isUsable
          ? entry(index, input, usable) : waitingEntry(index, input, ideal)
      },
      unmetClients: unmet.map { $0.id })
  }

  // MARK: - Search

  private struct Candidate {
    let index: Int
    /// Metres.
    let accuracy: Double
    /// Milliwatts.
    let power: Double
    let interval: Duration
  }

  private struct Wish {
    let client: PlannerInput.Client
    /// Metres the client must be given: what it wants, but never more than the finest can do.
    let bound: Double
  }

  /// The outcome of one search.
  private struct Selection {
    let candidates: [Candidate]
    let chosen: Set<Int>
    let wishes: [Wish]

    var finest: Double? { candidates.map { $0.accuracy }.min() }

    func candidate(_ index: Int) -> Candidate? { candidates.first { $0.index == index } }
  }

  private func selection(
    _ askers: [PlannerInput.Client], _ input: PlannerInput, where counts: (ProviderHealth) -> Bool
  ) -> Selection {
    var candidates: [Candidate] = []
    for (index, provider) in input.providers.enumerated() where counts(provider.health) {
      let descriptor = provider.descriptor
      let natural = descriptor.naturalInterval
      let interval = askers.map { $0.interval ?? natural }.min() ?? natural
      candidates.append(
        Candidate(
          index: index, accuracy: descriptor.accuracy[input.environment],
          power: descriptor.averagePower(interval: interval), interval: interval))
    }
    if candidates.count > Self.searchLimit {
      candidates.sort { ($0.power, $0.index) < ($1.power, $1.index) }
      candidates.removeSubrange(Self.searchLimit...)
    }
    let finest = candidates.map { $0.accuracy }.min() ?? .infinity
    let wishes = askers.map {
      Wish(client: $0, bound: max($0.desiredAccuracy.metres ?? finest, finest))
    }
    let mask = cheapestSubset(of: candidates, meeting: wishes)
    let chosen = candidates.indices.filter { mask & 1 << $0 != 0 }.map { candidates[$0].index }
    return Selection(candidates: candidates, chosen: Set(chosen), wishes: wishes)
  }

  private func cheapestSubset(of candidates: [Candidate], meeting wishes: [Wish]) -> Int {
    var best = (mask: 0, power: Double.infinity)
    for mask in 0..<(1 << candidates.count) {
      let members = candidates.indices.filter { mask & 1 << $0 != 0 }
      let power = members.reduce(0) { $0 + candidates[$1].power }
      guard power < best.power else { continue }
      let meetsAll = wishes.allSatisfy { wish in
        members.contains { candidates[$0].accuracy <= wish.bound }
      }
      if meetsAll { best = (mask, power) }
    }
    return best.mask
  }

  // MARK: - Entries

  private func entry(
    _ index: Int, _ input: PlannerInput, _ selection: Selection
  ) -> PowerPlan.Entry {
    let descriptor = input.providers[index].descriptor
    guard let candidate = selection.candidate(index) else {
      return off(descriptor, input, "off: cheaper providers come first")
    }
    guard selection.chosen.contains(index) else {
      return off(descriptor, input, offReason(candidate, input, selection))
    }
    let demand = demand(on: candidate, selection)
    let served = selection.wishes.filter { candidate.accuracy <= $0.bound }
    let reach = metres(candidate.accuracy)
    let wanted = demand.accuracy.metres.map { "\(metres($0)) wanted" } ?? "the best wanted"
    return PowerPlan.Entry(
      provider: descriptor.id, demand: demand, estimatedPower: candidate.power,
      expectedAccuracy: candidate.accuracy,
      reason: "on: reaches \(reach) for \(wanted) at \(milliwatts(candidate.power))",
      servesClients: served.map { $0.client.id })
  }

  /// A provider that cannot work now: demanded at no cost if the clients would want it.
  private func waitingEntry(
    _ index: Int, _ input: PlannerInput, _ ideal: Selection
  ) -> PowerPlan.Entry {
    let provider = input.providers[index]
    let trouble =
      if case .failed(let error) = provider.health { "failed with \(error.code)" } else {
        "no hardware found"
      }
    var entry = off(provider.descriptor, input, "off: \(trouble), not needed")
    guard ideal.chosen.contains(index), let candidate = ideal.candidate(index) else {
      return entry
    }
    entry.demand = demand(on: candidate, ideal)
    entry.reason = "waiting: \(trouble), would reach \(metres(candidate.accuracy))"
    return entry
  }

  private func demand(on candidate: Candidate, _ selection: Selection) -> ProviderDemand {
    let served = selection.wishes.filter { candidate.accuracy <= $0.bound }
    let finest = served.min { $0.client.desiredAccuracy.rank < $1.client.desiredAccuracy.rank }
    return ProviderDemand(
      interval: candidate.interval, accuracy: finest?.client.desiredAccuracy ?? .best,
      activity: finest?.client.activity ?? .other)
  }

  private func offReason(
    _ candidate: Candidate, _ input: PlannerInput, _ selection: Selection
  ) -> String {
    let wanted = selection.wishes.map { $0.bound }.min() ?? candidate.accuracy
    let winners = selection.candidates.filter { selection.chosen.contains($0.index) }
    guard candidate.accuracy <= wanted,
      let winner = winners.min(by: { $0.accuracy < $1.accuracy })
    else {
      return "off: reaches only \(metres(candidate.accuracy)), \(metres(wanted)) wanted"
    }
    let name = input.providers[winner.index].descriptor.id.name
    let saving = milliwatts(candidate.power - winner.power)
    return "off: \(name) reaches \(metres(winner.accuracy)) for \(saving) less"
  }

  private func allOff(_ input: PlannerInput) -> PowerPlan {
    PowerPlan(
      entries: input.providers.map { off($0.descriptor, input, "off: nobody asks") },
      unmetClients: [])
  }

  private func off(
    _ descriptor: ProviderDescriptor, _ input: PlannerInput, _ reason: String
  ) -> PowerPlan.Entry {
    PowerPlan.Entry(
      provider: descriptor.id, demand: nil, estimatedPower: descriptor.power.off,
      expectedAccuracy: descriptor.accuracy[input.environment], reason: reason, servesClients: [])
  }

  private func metres(_ value: Double) -> String { "\(value.text(places: value < 10 ? 1 : 0)) m" }
  private func milliwatts(_ value: Double) -> String { "\(value.text(places: 1)) mW" }
}

extension ProviderDescriptor {
  /// Milliwatts on average while a fix is made every `interval`.
  public func averagePower(interval: Duration) -> Double {
    power.tracking + power.energyPerFix / max(interval.inSeconds, 1e-3)
  }
}

extension DesiredAccuracy {
  /// Orders wishes from the finest to the coarsest.
  fileprivate var rank: Double {
    switch level {
    case .bestForNavigation: -1
    case .best: 0
    case .metres, .reduced: metres ?? 0
    }
  }
}
