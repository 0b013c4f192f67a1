internal import CairnGeodesy
internal import CairnTypes

/// Positions in a row that the gate has refused: when they agree, or are many, the filter is wrong.
struct Refused {
  private(set) var count = 0
  /// Refused positions in a row that lie near each other.
  private var agreeing = 0
  private var last = GroundVector.zero
  private var at = MonotonicTime(nanoseconds: .min)
  private var first = GroundVector.zero
  private var since = MonotonicTime(nanoseconds: .min)
  /// Metres squared: how far the last position lies from where the one before it led, as the
  /// variance of one axis of one of both.
  private(set) var doubt = 0.0

  /// Notes a refused position.
  ///
  /// - Parameters:
  ///   - z: its place, metres in the frame.
  ///   - o: the observation.
  ///   - isStill: whether Doppler says that the device stands.
  ///   - isConfirmed: whether the track has led somewhere since it began.
  /// - Returns: whether the filter has to start again there.
  mutating func note(
    _ z: GroundVector, _ o: Observation, isStill: Bool, isConfirmed: Bool = true
  ) -> Bool {
    if count == 0 { (first, since) = (z, o.time) }
    let way = isStill ? 0 : (o.speed ?? 20) * (o.time - at).inSeconds
    let course = (o.velocity ?? .zero) * (o.time - at).inSeconds
    let off = (z - last - course).length
    doubt = count > 0 && !isStill ? off * off / 4 : 0
    let reach = 1.5 * o.deviation.length + way
    agreeing = count > 0 && (z - last).length < reach ? agreeing + 1 : 1
    count += 1
    last = z
    at = o.time
    let span = (o.time - since).inSeconds
    guard !isStill else {
      return count >= FusionLimits.refusalsAtRest
        || !isConfirmed && agreeing >= FusionLimits.agreeingAtStart
    }
    // With Doppler the track knows where the device goes; without, it knows no departure.
    let enough =
      o.speed == nil ? FusionLimits.agreeingUnknown : FusionLimits.agreeingRefusals
    return agreeing >= enough && span >= FusionLimits.agreeingTime
      || count >= FusionLimits.refusals
  }

  /// Metres per second from the first to the last refused position, if that is more than their errors
  /// explain.
  func velocity(_ o: Observation) -> GroundVector? {
    let span = (at - since).inSeconds
    let way = last - first
    guard count > 1, span > 0, way.length > FusionLimits.surelyMoving * o.deviation.length else {
      return nil
    }
    return way * (1 / span)
  }

  mutating func forget() {
    count = 0
    agreeing = 0
  }

  mutating func shift(by origin: GroundVector) {
    last = last - origin
    first = first - origin
  }
}
