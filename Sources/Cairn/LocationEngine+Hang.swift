internal import CairnHAL
internal import CairnTypes

// A provider may hang while it starts: another one takes its place.

extension LocationEngine {
  /// A start that takes longer than this is given up.
  private static let startLimit = Duration.seconds(10)
  /// One that has answered at last is not started again before that.
  private static let startPause = Duration.seconds(60)

  func watchStart(of slot: ProviderSlot) {
    slot.startTimer = loop.schedule(at: loop.now() + Self.startLimit) { [self, id = slot.id] in
      assumeIsolated { $0.giveUpStart(of: id) }
    }
  }

  /// Its start has been answered, in time or not.
  func noteStarted(_ slot: ProviderSlot) {
    if let timer = slot.startTimer {
      loop.cancel(timer)
      slot.startTimer = nil
      return
    }
    _ = loop.schedule(at: loop.now() + Self.startPause) { [self, id = slot.id] in
      assumeIsolated { $0.forgiveHang(of: id) }
    }
  }

  private func giveUpStart(of id: ProviderID) {
    guard let slot = slots.first(where: { $0.id == id }), slot.startTimer != nil else { return }
    slot.startTimer = nil
    report(LocationError(.timeout, severity: .degraded, provider: id), from: slot)
  }

  private func forgiveHang(of id: ProviderID) {
    guard let slot = slots.first(where: { $0.id == id }), case .failed = slot.health else { return }
    setHealth(.off, of: slot)
  }
}
