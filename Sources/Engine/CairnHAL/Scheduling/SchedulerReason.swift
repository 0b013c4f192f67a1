public import CairnTypes

/// Why a scheduler acts as it does, with the numbers that decided. Radii and limits are metres, 68
/// %; times seconds; powers milliwatts.
public enum SchedulerReason: Equatable, Sendable, CustomStringConvertible {
  /// No client asks that may switch a provider on.
  case nobodyAsks
  /// The device stands, and its position is known well enough.
  case standing(radius: Double, tolerance: Double)
  /// The device has stood so long that the motion detector is checked.
  case checking(ProviderID, after: Double)
  /// A receiver is left on; the power is `nil` where it is not known.
  case leftOn(ProviderID, EnergyPlan.Mode, period: Double, power: Double?)
  /// One attempt is made.
  case due(ProviderID, radius: Double, limit: Double)
  /// Nothing is done until the error has grown.
  case waiting(seconds: Double, radius: Double, limit: Double)
  /// An attempt is under way.
  case searching(ProviderID, since: Double)
  /// A receiver stays on to improve its first fixes.
  case settling(ProviderID, radius: Double, tolerance: Double)
  /// A receiver stays on because a client waits for a position.
  case awaited(ProviderID)
  /// A receiver stays on until it has a new ephemeris.
  case renewingEphemeris(ProviderID, age: Double)
  /// An attempt found nothing.
  case gaveUp(ProviderID, after: Double, blocked: Double)
  /// A search has no chance of success.
  case hopeless(ProviderID, strongest: Double)
  /// A position is too far from where the device can be; it is measured again.
  case suspicious(ProviderID, distance: Double, limit: Double)
  /// A provider reported a change and is asked, because another would cost more.
  case cheaperThanOthers(ProviderID)
  /// Every provider failed lately.
  case nothingWorks(retry: Double)

  public var description: String {
    switch self {
    case .nobodyAsks: "nobody asks"
    case .standing(let radius, let tolerance):
      "standing: known to \(metres(radius)), wanted to \(metres(tolerance))"
    case .checking(let id, let after):
      "\(id) checks that the device still stands after \(seconds(after))"
    case .leftOn(let id, let mode, let period, let power):
      "\(id) left on\(mode == .cyclic ? ", asleep between fixes" : ""), one every "
        + "\(seconds(period)): "
        + (power.map { "\($0.text(places: 2)) mW is the least that does" }
          ?? "nothing less does")
    case .due(let id, let radius, let limit):
      "\(id) now: \(metres(radius)), and a fix pays from \(metres(limit)) on"
    case .waiting(let time, let radius, let limit):
      "nothing for \(seconds(time)): \(metres(radius)), and a fix pays from \(metres(limit)) on"
    case .searching(let id, let since): "\(id) searches for \(seconds(since))"
    case .settling(let id, let radius, let tolerance):
      "\(id) settles: \(metres(radius)), wanted \(metres(tolerance))"
    case .awaited(let id): "\(id) stays on: somebody waits"
    case .renewingEphemeris(let id, let age):
      "\(id) stays on for a new ephemeris: the last is \(seconds(age)) old"
    case .gaveUp(let id, let after, let blocked):
      "\(id) given up after \(seconds(after)), not tried again for \(seconds(blocked))"
    case .hopeless(let id, let strongest):
      "\(id) has no hope: \(strongest.text(places: 0)) dB-Hz at most"
    case .suspicious(let id, let distance, let limit):
      "\(id) again: \(metres(distance)) off, \(metres(limit)) at most are plausible"
    case .cheaperThanOthers(let id): "\(id) has changed, and spares a dearer fix"
    case .nothingWorks(let retry): "nothing works, again in \(seconds(retry))"
    }
  }

  private func metres(_ value: Double) -> String { "\(value.text(places: value < 10 ? 1 : 0)) m" }
  private func seconds(_ value: Double) -> String { "\(value.text(places: 0)) s" }
}
