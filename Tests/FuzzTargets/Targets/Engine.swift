import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates

extension Target {
  /// The rules of delivery for one client, with fixes that no provider should give.
  static let engine = Target(
    "Engine", maximumLength: 2048,
    seeds: {
      (0..<64).map { seed in
        var random = SplitMix(seed: UInt64(seed))
        let count = 64 + random.below(1500)
        // Mostly fixes, most of them ordinary.
        return (
          "walk\(seed)", (0..<count).map { _ in UInt8(random.below(seed % 4 == 0 ? 256 : 160)) }
        )
      }
    }
  ) { input in
    var engine = EngineRun(Choices(input[...]))
    engine.run()
  }
}

/// Everything that processes fixes, on one clock.
private struct EngineRun {
  private var choices: Choices
  private var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private var intake = FixIntake()
  private var updates: StandardUpdates
  private var significant: SignificantChange
  private var visits: VisitDetector
  private var monitor = RegionMonitor()
  private var acquisition: Acquisition
  private var lastPassed: MonotonicTime?
  private let reducer = AccuracyReducer()

  init(_ choices: Choices) {
    self.choices = choices
    updates = StandardUpdates(
      configuration: LocationConfiguration(),
      authorization: Authorization(status: .authorizedAlways, reason: "a fuzzer"))
    var change = SignificantChangeOptions()
    change.distance = self.choices.number([500, 10])
    change.minimumInterval = self.choices.duration()
    significant = SignificantChange(change)
    var stay = VisitOptions()
    stay.radius = self.choices.number([100, 30])
    stay.minimumStay = self.choices.duration()
    visits = VisitDetector(stay)
    acquisition = Acquisition(LocationRequest(), at: now, cached: nil)
  }

  mutating func run() {
    updates.configuration = configuration()
    judge(updates.start(at: now, cached: nil))
    if let fix = significant.start(at: now, cached: nil) { FuzzTargets.judge(fix) }
    for _ in 0..<400 where !choices.isEmpty {
      switch choices.byte() % 16 {
      case 0: fire()
      case 1: updates.configuration = configuration()
      case 2: authorize()
      case 3: judge(updates.noteMotion(choices.optional { $0.flag() }, at: now))
      case 4: addRegion()
      case 5: keep()
      case 6: acquisition = Acquisition(request(), at: now, cached: intake.last)
      case 7: restart()
      default: take(fix())
      }
    }
    fire()
  }

  // MARK: - Fixes

  private mutating func fix() -> Location {
    now = now + min(choices.duration(), .seconds(40_000_000))
    var time = now
    switch choices.byte() {
    case 0..<200: break
    case 200..<220: time = time - choices.duration()
    case 220..<240: time = time + choices.duration()
    default: time = MonotonicTime(nanoseconds: choices.integer())
    }
    let place = Coordinate(
      latitude: choices.number([37.5, 37.500_1, 37.501, 37.6, 0, 89.999_9, -89.9]),
      longitude: choices.number([127, 127.000_1, 127.001, 127.1, 0, 179.999_9, -179.999_9]))
    let names: [ProviderID] = ["gnss", "wifi", "cell"]
    var fix = Location(
      coordinate: place, horizontalAccuracy: choices.number([5, 1, 20, 100, 1000, 0]), time: time,
      source: LocationSource(
        provider: choices.one(of: names), technology: choices.one(of: Technology.allCases),
        fix: choices.byte() < 200 ? .threeD : choices.one(of: FixQuality.allCases)))
    guard choices.flag() else { return fix }
    let usual = [1.5, 0, 30, 250, 45]
    fix.altitude = choices.optional { $0.number(usual) }
    fix.ellipsoidalAltitude = choices.optional { $0.number(usual) }
    fix.verticalAccuracy = choices.optional { $0.number(usual) }
    fix.speed = choices.optional { $0.number(usual) }
    fix.speedAccuracy = choices.optional { $0.number(usual) }
    fix.course = choices.optional { $0.number(usual) }
    fix.courseAccuracy = choices.optional { $0.number(usual) }
    fix.verticalSpeed = choices.optional { $0.number(usual) }
    fix.timestamp = choices.optional { Timestamp(nanosecondsSince1970: $0.integer()) }
    fix.source.hdop = choices.optional { Float($0.number([1, 2])) }
    fix.source.correctionAge = choices.optional { Float($0.number([1, 2])) }
    fix.errorEllipse = choices.optional {
      ErrorEllipse(
        semiMajor: $0.number(usual), semiMinor: $0.number(usual), orientation: $0.number(usual))
    }
    return fix
  }

  private mutating func take(_ given: Location) {
    var traits = FixIntake.ProviderTraits(accuracyFloor: 0.5, typicalAccuracy: 3)
    if choices.byte() > 240 {
      traits.accuracyFloor = choices.number([1])
      traits.typicalAccuracy = choices.optional { $0.number([5]) }
      traits.validCourseSpeed = choices.number([0.5])
    }
    var fix = given
    carryOn()
    let verdict = intake.take(&fix, traits: traits, at: now)
    require(verdict.givesPosition || verdict.rejection != nil, "a fix is not accounted for")
    if verdict.passesFix { FuzzTargets.judge(fix) }
    guard verdict.givesPosition, let position = intake.last else { return }
    let isMeasured = verdict.rejection == nil && position.source.fix != .estimated
    if isMeasured { pass(position) } else { carryOn(to: position) }
  }

  /// Handles the positions in a gap.
  private mutating func carryOn() {
    for _ in 0..<20 {
      guard let due = intake.nextExtrapolation, due <= now, let position = intake.extrapolate()
      else { return }
      carryOn(to: position)
    }
    require(intake.nextExtrapolation.map { $0 > now } ?? true, "a gap has no end")
  }

  private mutating func carryOn(to position: Location) {
    FuzzTargets.judge(position)
    var own = position
    if updates.continueCourse(to: &own, at: now) { deliver([own]) }
    if updates.hasDue { judge(updates.takeDue(at: now)) }
  }

  /// Handles a position that was measured.
  private mutating func pass(_ fix: Location) {
    FuzzTargets.judge(fix)
    require(lastPassed.map { $0 < fix.time } ?? true, "a fix is not later than the one before")
    lastPassed = fix.time
    var own = fix
    if updates.receive(&own, at: now) { deliver([own]) }
    if updates.hasDue { judge(updates.takeDue(at: now)) }
    _ = significant.receive(fix, at: now)
    judge(visits.receive(fix, at: now))
    judge(monitor.receive(fix, at: now))
    _ = acquisition.receive(fix, at: now)
    require(reducer.reduce(fix).coordinate.isValid, "reduces a place to none")
  }

  private func deliver(_ fixes: [Location]) {
    require(!fixes.isEmpty, "delivers nothing")
    for fix in fixes { FuzzTargets.judge(fix) }
  }

  private func judge(_ outputs: [StandardUpdates.Output]) {
    for case .locations(let fixes) in outputs { deliver(fixes) }
  }

  private func judge(_ events: [VisitEvent]) {
    for event in events {
      require(event.visit.coordinate.isValid, "a visit at \(event.visit.coordinate)")
      require(event.visit.horizontalAccuracy.isFinite, "a visit without accuracy")
      if let arrival = event.arrival, let departure = event.departure {
        require(arrival <= departure, "leaves before it arrives")
      }
    }
  }

  private func judge(_ events: [RegionEvent]) {
    for event in events {
      require((0...1).contains(event.probability), "a probability of \(event.probability)")
    }
  }

  // MARK: - Time, and what a client does

  /// Fires what is due after time has advanced; none of it may be due again at once.
  private mutating func fire() {
    now = now + min(choices.duration(), .seconds(40_000_000))
    judge(updates.fire(at: now))
    judge(visits.fire(at: now))
    judge(monitor.fire(at: now))
    _ = acquisition.fire(at: now)
    for deadline in [visits.nextDeadline, monitor.nextDeadline, acquisition.nextDeadline] {
      require(deadline.map { $0 > now } ?? true, "is due at once again")
    }
    _ = monitor.nextFixNeeded(at: now, maximumSpeed: choices.number([50, 1]))
  }

  private mutating func configuration() -> LocationConfiguration {
    var configuration = LocationConfiguration()
    configuration.distanceFilter = choices.optional { $0.number([10, 100]) }
    configuration.worstAcceptableAccuracy = choices.optional { $0.number([50]) }
    configuration.interval = choices.optional { $0.duration() }
    configuration.minimumInterval = choices.optional { $0.duration() }
    configuration.heartbeat = choices.optional { $0.duration() }
    if choices.flag() { configuration.maximumDelay = choices.duration() }
    if choices.flag() { configuration.unknownAfter = choices.duration() }
    if choices.flag() { configuration.maximumCachedAge = choices.duration() }
    configuration.activityType = choices.one(of: ActivityType.allCases)
    configuration.requires = LocationRequirements(rawValue: UInt16(choices.byte()))
    return configuration
  }

  private mutating func request() -> LocationRequest {
    var request = LocationRequest()
    request.desiredAccuracy = DesiredAccuracy(.metres(choices.number([10, 100])))
    request.timeout = choices.duration()
    request.maximumAge = choices.duration()
    request.settle = choices.duration()
    return request
  }

  private mutating func authorize() {
    updates.authorization = Authorization(
      status: choices.one(of: AuthorizationStatus.allCases),
      accuracy: choices.one(of: AccuracyAuthorization.allCases), reason: "a fuzzer")
  }

  private mutating func restart() {
    updates.stop()
    judge(updates.start(at: now, cached: intake.last))
    if choices.flag() {
      intake = FixIntake()
      lastPassed = nil
    }
  }

  private mutating func addRegion() {
    let identifier = "region \(choices.byte() % 8)"
    if choices.flag() { monitor.remove(identifier) }
    var points: [Coordinate] = []
    for _ in 0...(choices.byte() % 6) {
      points.append(
        Coordinate(
          latitude: choices.number([37.5, 37.501, 37.502, 37.6]),
          longitude: choices.number([127, 127.001, 127.002, 127.1])))
    }
    let size = choices.number([100, 10, 100_000])
    let shapes: [Region.Shape] = [
      .circle(center: points[0], radius: size), .polygon(points), .corridor(points, width: size),
    ]
    var options = MonitoringOptions()
    options.confidence = choices.number([0.5, 0.9])
    options.dwell = choices.duration()
    options.hysteresis = choices.number([10, 0])
    try? monitor.add(
      Region(identifier: identifier, shape: choices.one(of: shapes)), options: options)
  }

  /// Replaces state by its stored form, which must be equal.
  private mutating func keep() {
    guard let monitor = RegionMonitor(decoding: monitor.encoded) else {
      fatalError("regions cannot be read again")
    }
    require(monitor.identifiers == self.monitor.identifiers, "other regions")
    for identifier in monitor.identifiers {
      require(monitor.region(identifier) == self.monitor.region(identifier), "another region")
      require(monitor.state(of: identifier) == self.monitor.state(of: identifier), "another state")
    }
    self.monitor = monitor
    guard var visits = VisitDetector(decoding: visits.encoded) else {
      fatalError("a stay cannot be read again")
    }
    require(visits.encoded == self.visits.encoded, "another stay")
    let utc = choices.optional { Timestamp(nanosecondsSince1970: $0.integer()) }
    if visits.resume(at: now, utc: utc) { self.visits = visits }
  }
}
