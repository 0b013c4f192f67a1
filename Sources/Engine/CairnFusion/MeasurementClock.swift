internal import CairnTypes

/// Tells when fixes were measured, on the boot clock plus a lead.
///
/// Fixes that waited in a port, or that are replayed faster than they were recorded, arrive in a
/// bunch. The receiver's UTC tells how far apart they were measured.
struct MeasurementClock {
  /// By how much this clock is ahead of the boot clock: above zero after fixes that arrived faster
  /// than they were measured.
  private(set) var lead = Duration.zero
  /// The last fix that had UTC.
  private var provider = ProviderID("")
  private var utc: Timestamp?
  private var time = MonotonicTime(nanoseconds: .min)

  /// UTC that differs by more from the last one has been set, and measures nothing.
  private static let longestStep = Duration.seconds(3600)
  /// A fix that arrives later than UTC says has waited, up to this long.
  private static let longestWait = Duration.seconds(60)
  /// A fix that arrives earlier than that was not awaited in real time.
  private static let earliest = Duration.milliseconds(-500)
  /// A longer lead comes from a clock that cannot be believed.
  private static let longestLead = Duration.seconds(365 * 86_400)
  /// The part of a deviation from the boot clock that one fix corrects: clocks drift by less.
  private static let correction: Int64 = 1024

  /// Returns the time at which a fix was measured.
  mutating func time(of fix: Location) -> MonotonicTime {
    if lead > Self.longestLead { self = MeasurementClock() }
    let arrival = fix.time + lead
    guard let stamp = fix.timestamp else { return arrival }
    let step = utc.map { stamp - $0 } ?? .zero
    var measured = arrival
    if provider == fix.source.provider, step > .zero, step <= Self.longestStep {
      let due = time + step
      let wait = arrival - due
      if wait < Self.earliest {
        lead += due - arrival
        measured = due
      } else if wait <= Self.longestWait {
        measured = due + .nanoseconds(wait.wholeNanoseconds / Self.correction)
      }
    }
    (provider, utc, time) = (fix.source.provider, stamp, measured)
    return measured
  }
}
