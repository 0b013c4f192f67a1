internal import CairnHAL
internal import CairnTypes

// A provider may hang when it begins its work; another one then takes its place.

extension LocationEngine {
  /// The time after which a call is given up.
  private static let callLimit = Duration.seconds(10)
  /// How long a provider that answered late is not used again.
  private static let callPause = Duration.seconds(60)

  func watchCall(of slot: ProviderSlot) {
    slot.callTimer = loop.schedule(at: loop.now() + Self.callLimit) { [self, id = slot.id] in
      assumeIsolated { $0.giveUpCall(of: id) }
    }
  }

  /// Notes that the provider has answered its call, in time or not.
  func noteAnswer(of slot: ProviderSlot) {
    if let timer = slot.callTimer {
      loop.cancel(timer)
      slot.callTimer = nil
      return
    }
    guard slot.health.issues.contains(where: { $0.kind == .hang }) else { return }
    _ = loop.schedule(at: loop.now() + Self.callPause) { [self, id = slot.id] in
      assumeIsolated { $0.forgiveHang(of: id) }
    }
  }

  private func giveUpCall(of id: ProviderID) {
    guard let slot = slots.first(where: { $0.id == id }), slot.callTimer != nil else { return }
    slot.callTimer = nil
    report(LocationError(.timeout, severity: .degraded, provider: id), from: slot)
    slot.driver?.cancel()
  }

  private func forgiveHang(of id: ProviderID) {
    guard let slot = slots.first(where: { $0.id == id }) else { return }
    resolve(.hang, of: slot)
  }
}
