package import CairnTypes

/// Makes samples of time from a receiver's fixes and pulses, and gives none before it is sure of UTC.
package struct TimeFeed {
  /// Fixes in a row whose UTC must be good.
  private static let trial = 3
  /// How long the last good fix vouches for the pulses.
  private static let trust = Duration.seconds(5)
  /// Largest step between the offsets of two fixes, in seconds; receivers have been seen to correct their leap
  /// seconds with the third fix or so.
  private static let tolerance = 0.5

  private var goodCount = 0
  private var lastOffset: Double?
  private var lastTime: MonotonicTime?

  /// Creates a feed that is sure of nothing.
  package init() {}

  /// Takes a fix.
  ///
  /// - Parameters:
  ///   - fix: as the receiver's provider reports it.
  ///   - systemTime: the system clock when the device was at the position.
  /// - Returns: `nil` unless this is at least the third fix in a row with a good UTC.
  package mutating func note(_ fix: Location, systemTime: Timestamp) -> ChronySample? {
    guard let utc = fix.timestamp, fix.isGoodForTime else {
      forget()
      return nil
    }
    let (difference, isTooLarge) = utc.nanosecondsSince1970.subtractingReportingOverflow(
      systemTime.nanosecondsSince1970)
    guard !isTooLarge else {
      forget()
      return nil
    }
    let offset = Double(difference) / 1e9
    if let lastOffset, (offset - lastOffset).magnitude > Self.tolerance { forget() }
    lastOffset = offset
    lastTime = fix.time
    goodCount = min(goodCount + 1, Self.trial)
    return goodCount < Self.trial ? nil : ChronySample(systemTime: systemTime, offset: offset)
  }

  /// Takes a pulse, which marks the beginning of a second.
  ///
  /// - Parameters:
  ///   - systemTime: the system clock at the pulse.
  ///   - now: the present.
  /// - Returns: `nil` while the fixes do not vouch for the receiver's time.
  package func note(pulseAt systemTime: Timestamp, now: MonotonicTime) -> ChronySample? {
    guard goodCount == Self.trial, let lastTime, now - lastTime <= Self.trust else { return nil }
    let billion: Int64 = 1_000_000_000
    var rest = systemTime.nanosecondsSince1970 % billion
    if rest > billion / 2 { rest -= billion }
    if rest < -billion / 2 { rest += billion }
    return ChronySample(systemTime: systemTime, offset: -Double(rest) / 1e9, isPulse: true)
  }

  /// Notes that the receiver has no position, or is gone.
  package mutating func forget() {
    goodCount = 0
    lastOffset = nil
    lastTime = nil
  }
}

extension Location {
  /// Whether the receiver's satellites say what time it is; a recording and a simulation say what time it was.
  fileprivate var isGoodForTime: Bool {
    guard source.technology == .gnss,
      source.flags.isDisjoint(with: [.simulated, .replayed, .cached, .spoofingSuspected])
    else { return false }
    return switch source.fix {
    case .timeOnly, .twoD, .threeD, .differential, .rtkFloat, .rtkFixed, .fixedPosition: true
    case .unknown, .none, .deadReckoning, .gnssDeadReckoning, .estimated: false
    }
  }
}
