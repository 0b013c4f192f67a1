internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// Values of one fix that the filter uses.
struct Observation {
  /// Kind of provider: decides how errors repeat themselves, and which provider may correct which.
  enum Kind: UInt8 {
    /// A satellite receiver, or a provider that is as good.
    case satellite
    /// Access points, cells, beacons, a site: an area rather than a track, with an error that stays
    /// the same for long.
    case radio
  }

  var time: MonotonicTime
  var coordinate: Coordinate
  /// Metres, one standard deviation by axis, as the provider states it.
  var deviation: GroundVector
  /// Metres per second by Doppler; `nil` without a direction, unless the device stands.
  var velocity: GroundVector?
  /// Metres per second by Doppler, without a direction.
  var speed: Double?
  /// Metres per second, one standard deviation by axis, and whether the provider states it.
  var velocityDeviation: Double
  var statesVelocity = false
  var height: HeightFilter.Measurement?
  var kind: Kind
  var provider: ProviderID

  /// Metres, 68 %, as the provider states it.
  var radius: Double { deviation.length * 0.5.squareRoot() * FusionLimits.radius68 }

  /// Placeholder for unused entries of a history.
  static let none = Observation()

  private init() {
    time = MonotonicTime(nanoseconds: .min)
    coordinate = Coordinate(latitude: 0, longitude: 0)
    deviation = .zero
    velocityDeviation = 0
    kind = .satellite
    provider = ""
  }

  /// Reads a fix.
  ///
  /// - Returns: `nil` if it has no position, if nobody measured it, or if its accuracy cannot be
  ///   determined.
  init?(_ fix: Location) {
    guard fix.coordinate.isValid, fix.source.fix != .none, fix.source.fix != .timeOnly,
      fix.source.fix != .estimated, !Self.isPlaceholder(fix)
    else { return nil }
    guard let deviation = Self.deviation(of: fix) else { return nil }
    time = fix.time
    coordinate = fix.coordinate
    self.deviation = deviation
    kind = Self.kind(of: fix.source.technology)
    provider = fix.source.provider
    height = Self.height(of: fix, deviation)
    velocityDeviation = FusionLimits.velocityDeviation
    guard let speed = fix.speed, speed >= 0, speed <= FusionLimits.highestSpeed else { return }
    self.speed = speed
    if let accuracy = fix.speedAccuracy, accuracy > 0, accuracy < FusionLimits.highestSpeed {
      velocityDeviation = max(FusionLimits.leastVelocityDeviation, accuracy)
      statesVelocity = true
    }
    if let course = fix.course, course.isFinite {
      let angle = cairn_fmod(course, 360) * radiansPerDegree
      velocity = GroundVector(east: speed * cairn_sin(angle), north: speed * cairn_cos(angle))
    } else if speed < FusionLimits.moving {
      // A receiver gives no course at low speed; the speed itself then bounds the error.
      velocity = .zero
      velocityDeviation = cairn_hypot(velocityDeviation, speed)
    }
  }

  private static func height(
    of fix: Location, _ deviation: GroundVector
  ) -> HeightFilter.Measurement? {
    guard let height = fix.ellipsoidalAltitude ?? fix.altitude, height.isFinite else { return nil }
    let range = FusionLimits.possibleDeviation
    let usual = deviation.length * 0.5.squareRoot() * FusionLimits.heightDilution
    let stated = fix.verticalAccuracy.map { $0 > 0 && $0.isFinite ? $0 : usual } ?? usual
    let climb = fix.verticalSpeed
    return HeightFilter.Measurement(
      height: height, isEllipsoidal: fix.ellipsoidalAltitude != nil,
      deviation: min(range.upperBound, max(range.lowerBound, stated)),
      climb: climb.map { $0.magnitude <= FusionLimits.highestSpeed } == true ? climb : nil)
  }

  /// Whether a receiver reports 0, 0 because it has no position.
  private static func isPlaceholder(_ fix: Location) -> Bool {
    fix.coordinate.latitude == 0 && fix.coordinate.longitude == 0 && !fix.source.fix.isThreeD
      && fix.source.fix != .fixedPosition
  }

  private static func kind(of technology: Technology) -> Kind {
    switch technology {
    case .wifi, .cellular, .bluetooth, .network, .fixed: .radio
    case .gnss, .inertial, .external, .fused: .satellite
    @unknown default: .satellite
    }
  }

  /// Returns metres by axis: from the error ellipse, the accuracy, or the kind of solution.
  private static func deviation(of fix: Location) -> GroundVector? {
    let range = FusionLimits.possibleDeviation
    if let ellipse = fix.errorEllipse, ellipse.semiMajor > 0, ellipse.semiMinor > 0,
      ellipse.semiMajor <= range.upperBound, ellipse.orientation.isFinite
    {
      let sine = cairn_sin(cairn_fmod(ellipse.orientation, 360) * radiansPerDegree)
      let a = ellipse.semiMajor * ellipse.semiMajor
      let b = min(a, ellipse.semiMinor * ellipse.semiMinor)
      let (east, north) = (b + (a - b) * sine * sine, a - (a - b) * sine * sine)
      return GroundVector(
        east: max(range.lowerBound, east.squareRoot()),
        north: max(range.lowerBound, north.squareRoot()))
    }
    var radius = fix.horizontalAccuracy
    if !(radius > 0) {
      guard kind(of: fix.source.technology) == .satellite,
        let estimated = FusionLimits.radius(of: fix.source)
      else { return nil }
      radius = estimated
    }
    guard radius.isFinite else { return nil }
    let sigma = min(range.upperBound, max(range.lowerBound, radius / FusionLimits.radius68))
    return GroundVector(east: sigma, north: sigma)
  }
}
