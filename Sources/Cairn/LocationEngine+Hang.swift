internal import CairnHAL
internal import CairnTypes

// A provider may hang while it begins its work: another one takes its place.

extension LocationEngine {
  /// A call that takes longer than this is given up.
  private static let callLimit = Duration.seconds(10)
  /// A provider that has answered at last is not used again before that.
  private static let callPause = Duration.seconds(60)

  func watchCall(of slot: ProviderSlot) {
    slot.callTimer = loop.schedule(at: loop.now() + Self.callLimit) { [self, id = slot.id] in
      assumeIsolated { $0.giveUpCall(of: id) }
    }
  }

  /// Its call has been answered, in time or not.
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
