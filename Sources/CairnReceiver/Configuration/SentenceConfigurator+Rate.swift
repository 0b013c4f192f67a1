internal import CairnTypes
internal import CairnUBX

// How it changes the speed of the line.

extension SentenceConfigurator {
  /// Changes the speed, where it is wished and there is a command for it; goes on afterwards.
  mutating func changeRate(at now: MonotonicTime, _ port: inout PortActions) {
    hasChangedRate = true
    guard let rateWish, let old = line.baudRate else { return advance(at: now, &port) }
    let new = UInt32(truncatingIfNeeded: wishes[rateWish].bits)
    if new == old { refusals[rateWish] = nil }
    guard let change = SentenceDialect.rate(new, dialect, self.port),
      let restore = SentenceDialect.rate(old, dialect, self.port)
    else { return advance(at: now, &port) }
    refusals[rateWish] = nil
    guard new != old else { return advance(at: now, &port) }
    rate = RateChange(
      from: old, to: new, change: change, restore: restore, question: .sentence(dialect),
      silence: silence, isDamaged: isDamaged)
    rate?.begin(at: now, over: &line, &port)
  }

  /// Milliseconds from one position to the next, where that is wished.
  var period: UInt64? { wishes.first { $0.key == .measurementPeriod }?.bits }

  /// How long the receiver says nothing between two epochs, and a half more.
  private var silence: Duration {
    .milliseconds(Int64(min(period ?? 1000, 10_000) &* 3 / 2))
  }

  mutating func finishRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let result = rate?.result, let rateWish else { return }
    rate = nil
    // What was read at a wrong speed was not damaged.
    wasDamaged = isDamaged
    damage = StreamDamage()
    switch result {
    case .reached: refusals[rateWish] = nil
    case .heard: refusals[rateWish] = .rateNotReached
    case .lost:
      refusals[rateWish] = .rateNotReached
      isReachable = false
      return finish()
    }
    advance(at: now, &port)
  }
}
