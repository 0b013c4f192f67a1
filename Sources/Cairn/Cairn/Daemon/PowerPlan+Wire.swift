package import CairnHAL
internal import CairnTypes
package import CairnWire

extension WirePlan {
  /// A plan as a client sees it.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - reasons: those of its entries, which take a search each.
  ///   - services: the numbers of the client's services that it is for.
  package init(_ plan: PowerPlan, _ reasons: [String], for services: [UInt32]) {
    let entries = zip(plan.entries, reasons).prefix(Self.limit).map { entry, reason in
      Entry(
        entry.provider, isOn: entry.demand != nil, rests: entry.demand?.rests ?? false,
        serves: services.contains { entry.servesClients.contains($0) },
        interval: entry.demand?.interval ?? .zero, accuracy: entry.demand?.accuracy ?? .best,
        power: entry.estimatedPower, expectedAccuracy: entry.expectedAccuracy,
        reason: reason)
    }
    self.init(
      entries: entries, sensorPower: plan.sensorPower,
      isUnmet: services.contains { plan.unmetClients.contains($0) })
  }
}

extension PowerPlan {
  /// The daemon's plan, for a client of that number.
  init(_ plan: WirePlan, of service: UInt32) {
    self.init(
      told: plan.entries.map { entry in
        Entry(
          entry.provider,
          demand: entry.isOn
            ? ProviderDemand(
              interval: entry.interval, accuracy: entry.accuracy, rests: entry.rests) : nil,
          estimatedPower: entry.power, expectedAccuracy: entry.expectedAccuracy,
          told: entry.reason, servesClients: entry.serves ? [service] : [])
      }, unmetClients: plan.isUnmet ? [service] : [])
    sensorPower = plan.sensorPower
  }
}
