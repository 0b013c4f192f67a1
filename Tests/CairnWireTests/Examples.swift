import CairnTypes
import CairnWire

/// One message of each kind with a value in every field, and one of each with nothing that can be absent.
enum Examples {
  static let location: Location = {
    var fix = Location(
      coordinate: Coordinate(latitude: 37.566_352_8, longitude: -126.977_952_8),
      horizontalAccuracy: 2.5, time: MonotonicTime(nanoseconds: 1_234_567_890_123),
      source: LocationSource(
        provider: "gnss", technology: .gnss, flags: [.simulated, .leapSecond], fix: .rtkFixed,
        satellitesUsed: 255, hdop: 0.75, correctionAge: 1.5))
    fix.altitude = 38.25
    fix.ellipsoidalAltitude = 61.5
    fix.verticalAccuracy = 4
    fix.speed = 1.25
    fix.speedAccuracy = 0.1
    fix.course = 359.9
    fix.courseAccuracy = 3
    fix.verticalSpeed = -0.5
    fix.errorEllipse = ErrorEllipse(semiMajor: 3, semiMinor: 2, orientation: 45)
    fix.floor = -2
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_780_000_000_000_000_000)
    return fix
  }()

  static let bare = Location(
    coordinate: Coordinate(latitude: -90, longitude: 180), horizontalAccuracy: 0,
    time: MonotonicTime(nanoseconds: 0),
    source: LocationSource(provider: "", technology: .fused))

  static let configuration: LocationConfiguration = {
    var configuration = LocationConfiguration()
    configuration.desiredAccuracy = 12.5
    configuration.powerBudget = 3
    configuration.distanceFilter = 10
    configuration.interval = .seconds(1)
    configuration.minimumInterval = .milliseconds(500)
    configuration.heartbeat = .seconds(60)
    configuration.maximumDelay = .seconds(3600)
    configuration.maximumCachedAge = .zero
    configuration.unknownAfter = .seconds(5)
    configuration.worstAcceptableAccuracy = 100
    configuration.activityType = .stationaryAsset
    configuration.pausesLocationUpdatesAutomatically = false
    configuration.isOpportunistic = true
    configuration.isFiltered = false
    configuration.requires = [.altitude, .rtkFixed]
    return configuration
  }()

  static let request: LocationRequest = {
    var request = LocationRequest()
    request.desiredAccuracy = .kilometer
    request.timeout = .milliseconds(1)
    request.maximumAge = .seconds(60)
    request.settle = .zero
    request.allowsBestEffort = false
    return request
  }()

  static let error = LocationError(
    .deviceBusy, severity: .degraded, provider: "gnss2",
    cause: DeviceError(.lock, path: "/dev/serial/by-id/usb-u-blox", code: -16),
    reason: "gpsd 열림", bestSoFar: location)

  static let status: WireStatus = {
    var status = WireStatus()
    status.authorization = Authorization(
      status: .authorizedWhenInUse, accuracy: .reducedAccuracy, services: [.standard, .wake],
      reason: "rule 3 of maps.conf")
    status.authorization.isInUse = false
    status.obstacle = .airplaneMode
    status.hasCompass = true
    status.hearsBeacons = true
    return status
  }()

  static let requests: [WireRequest] = [
    .standard(configuration), .standard(LocationConfiguration()), .position(request),
    .position(LocationRequest()), .stop, .use(isInUse: true), .use(isInUse: false),
    .significantChanges(changes), .significantChanges(SignificantChangeOptions()),
    .visits(visits), .visits(VisitOptions()),
    .heading(WireHeading(filter: 2.5, orientation: .landscapeRight)), .heading(WireHeading()),
    .calibration(isShown: true), .calibration(isShown: false), .region(region),
    .region(WireRegion()), .points(region.points), .points([]), .regionEnd("집"),
    .regionState("home"), .altitudes, .ranging(region.constraint),
    .ranging(BeaconConstraint(uuid: UUID128(high: 3, low: 4), major: 0)), .fullAccuracy("rescue"),
    .plan(.best), .plan(.kilometer),
  ]

  static let reports: [WireReport] = [
    .status(status), .status(WireStatus()),
    .locations(WireLocations([location, bare], dropped: 7)), .locations(WireLocations([])),
    .locations(WireLocations([bare], isContinued: true)),
    .failure(error), .failure(LocationError(.denied)), .pause(isPaused: true),
    .pause(isPaused: false), .visit(visit),
    .visit(Visit(coordinate: location.coordinate, horizontalAccuracy: 3)), .heading(heading),
    .heading(Heading(magneticHeading: 1, time: MonotonicTime(nanoseconds: 5))),
    .calibrationQuestion, .plan(plan), .plan(WirePlan()), .region(crossing),
    .region(WireRegionEvent("home", isAnswer: true, state: 2)),
    .regionFailure(identifier: "home", error),
    .altitude(
      WireAltitude(
        relativeAltitude: -8.5, pressure: 1013.25, time: MonotonicTime(nanoseconds: 10))),
    .ranged([beacon, bareBeacon]), .ranged([]), .otherPlan(plan), .otherPlan(WirePlan()),
  ]

  static let region: WireRegion = {
    var region = WireRegion(
      "집 home", .corridor,
      points: [location.coordinate, Coordinate(latitude: -90, longitude: 180)], size: 25.5,
      constraint: BeaconConstraint(uuid: UUID128(high: 1, low: .max), major: .max, minor: 0))
    (region.notifiesOnEntry, region.notifiesOnExit, region.state) = (false, true, 2)
    (region.confidence, region.hysteresis) = (0.95, 12.5)
    (region.dwell, region.responsiveness) = (.seconds(20), .milliseconds(1))
    region.desiredAccuracy = .hundredMeters
    return region
  }()

  static let crossing: WireRegionEvent = {
    var event = WireRegionEvent("집 home", state: 1, crossing: 0)
    event.probability = 0.99
    event.time = MonotonicTime(nanoseconds: 12)
    event.timestamp = Timestamp(nanosecondsSince1970: 13)
    event.evidence = location
    event.beacon = BeaconSighting(
      device: 0xC0FF_EE00_1122,
      frame: .proximity(
        ProximityFrame(
          layout: .altBeacon, company: 0x4C, uuid: UUID128(high: 1, low: 2), major: 3, minor: 4,
          power: -59)), rssi: -128, time: MonotonicTime(nanoseconds: 11), isCoarse: true)
    return event
  }()

  static let beacon = Beacon(
    uuid: UUID128(high: 1, low: 2), major: 3, minor: .max, proximity: .far, accuracy: 12.5,
    rssi: -90, time: MonotonicTime(nanoseconds: 14))

  static let bareBeacon = Beacon(
    uuid: UUID128(high: 0, low: 0), major: 0, minor: 0, rssi: 0,
    time: MonotonicTime(nanoseconds: 0))

  static let changes: SignificantChangeOptions = {
    var options = SignificantChangeOptions()
    options.distance = 250
    options.minimumInterval = .seconds(7)
    return options
  }()

  static let visits: VisitOptions = {
    var options = VisitOptions()
    options.radius = 80
    options.minimumStay = .seconds(90)
    return options
  }()

  static let visit = Visit(
    coordinate: location.coordinate, horizontalAccuracy: 12,
    arrival: Timestamp(nanosecondsSince1970: 5), departure: Timestamp(nanosecondsSince1970: 6),
    arrivalTime: MonotonicTime(nanoseconds: 7), departureTime: MonotonicTime(nanoseconds: 8))

  static let heading = Heading(
    magneticHeading: 359.5, trueHeading: 0.5, accuracy: 3,
    field: Heading.Field(x: -20, y: 30, z: -40), time: MonotonicTime(nanoseconds: 9))

  static let plan = WirePlan(
    entries: [
      WirePlan.Entry(
        "gnss", isOn: true, rests: true, serves: true, interval: .seconds(10), accuracy: 50,
        power: 12.5, expectedAccuracy: 5, reason: "on: 50 m wanted"),
      WirePlan.Entry("wifi", reason: "off: gnss suffices"),
    ], sensorPower: 1.5, isUnmet: true)
}

extension WireRequest {
  static func read(_ message: some Collection<UInt8>) throws(WireError) -> (
    service: UInt32, request: WireRequest
  ) {
    let bytes = Array(message)
    let (service, request) = try decode(bytes.span)
    return (service, request)
  }
}

extension WireReport {
  static func read(_ message: some Collection<UInt8>) throws(WireError) -> (
    service: UInt32, report: WireReport
  ) {
    let bytes = Array(message)
    let (service, report) = try decode(bytes.span)
    return (service, report)
  }
}
