internal import CairnGeodesy
public import CairnTypes

/// Applies the rules of significant change: a position now and then, when the device is elsewhere.
///
/// Uses the fixes of every provider as they come; the accuracy and distance filter of the standard
/// service do not matter.
public struct SignificantChange: Sendable {
  /// The distance and the rate.
  public let options: SignificantChangeOptions
  private var delivered = KeptFix()
  private var deliveredAt: MonotonicTime?

  /// - Parameter options: a distance that is not finite and positive counts as the default, a
  ///   negative interval as zero.
  public init(_ options: SignificantChangeOptions = SignificantChangeOptions()) {
    var options = options
    if !(options.distance.isFinite && options.distance > 0) {
      options.distance = SignificantChangeOptions().distance
    }
    options.minimumInterval = max(options.minimumInterval, .zero)
    self.options = options
  }

  /// Starts or restarts the service.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - cached: the last known fix, of any age.
  /// - Returns: that fix, flagged `.cached`; without one, the first fix is the first event.
  public mutating func start(at now: MonotonicTime, cached: Location?) -> Location? {
    delivered.forget()
    deliveredAt = nil
    guard var cached, Self.isUsable(cached) else { return nil }
    delivered.keep(cached)
    deliveredAt = now
    cached.source.flags.insert(.cached)
    return cached
  }

  /// Takes a last known fix that arrives after the start, because it was read late or because the
  /// client was not allowed to have it before.
  ///
  /// - Returns: see `start`; `nil` if there has been a fix meanwhile.
  public mutating func recall(_ cached: Location, at now: MonotonicTime) -> Location? {
    delivered.isThere ? nil : start(at: now, cached: cached)
  }

  /// Processes one fix.
  ///
  /// A distance within both accuracies is no movement: a fix that may be off by a kilometre does
  /// not prove half a kilometre.
  ///
  /// - Parameters:
  ///   - fix: a fix of any provider.
  ///   - now: the boot clock.
  /// - Returns: whether to deliver it.
  public mutating func receive(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard Self.isUsable(fix) else { return false }
    if let last = delivered.value, let deliveredAt {
      guard fix.time > last.time, now - deliveredAt >= options.minimumInterval,
        isFar(fix, from: last)
      else { return false }
    }
    delivered.keep(fix)
    deliveredAt = now
    return true
  }

  private func isFar(_ fix: Location, from last: Location) -> Bool {
    let distance = last.distance(to: fix)
    return distance >= options.distance
      && distance > fix.horizontalAccuracy + last.horizontalAccuracy
  }

  private static func isUsable(_ fix: Location) -> Bool {
    fix.coordinate.isValid && fix.horizontalAccuracy.isFinite && fix.horizontalAccuracy >= 0
  }
}
