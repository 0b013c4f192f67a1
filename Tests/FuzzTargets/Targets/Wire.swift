import CairnTypes
import CairnWatch
import CairnWire

extension Target {
  /// A datagram of the native socket, as a service and as a client read it: what was read is written the
  /// same way again.
  static let wire = Target("Wire", seeds: { wireSeeds }) { bytes in
    if let (service, request) = try? WireRequest.decode(bytes.span) {
      let again = request.encoded(for: service)
      require(again.count <= WireLimits.request, "too long")
      let twice = try? WireRequest.decode(again.span)
      require(twice?.service == service && twice?.1 == request, "another request: \(request)")
    }
    if let request = try? WatchRequest.decode(bytes.span) {
      let again = request.encoded
      require((try? WatchRequest.decode(again.span))?.encoded == again, "another watch")
    }
    if let report = try? WatchReport.decode(bytes.span) {
      let again = report.encoded
      require(again.count <= WireLimits.report, "too long")
      require((try? WatchReport.decode(again.span))?.encoded == again, "another report: \(report)")
    }
    if let (service, report) = try? WireReport.decode(bytes.span) {
      let twice = try? WireReport.decode(report.encoded(for: service).span)
      require(
        twice?.service == service && twice?.1.kind == report.kind, "another report: \(report)")
      var queue = WireQueue()
      for _ in 0..<3 { queue.put(report, of: service) }
      while queue.first != nil { queue.removeFirst() }
      require(queue.isEmpty, "something stays in the queue")
    }
  }

  private static var wireSeeds: [(name: String, bytes: [UInt8])] {
    var status = WireStatus()
    status.authorization = Authorization(status: .authorizedAlways, reason: "a rule")
    var fix = Location(
      coordinate: Coordinate(latitude: 37.5, longitude: 127), horizontalAccuracy: 5,
      time: MonotonicTime(nanoseconds: 1),
      source: LocationSource(provider: "gnss", technology: .gnss)
    )
    fix.errorEllipse = ErrorEllipse(semiMajor: 3, semiMinor: 2, orientation: 45)
    let error = LocationError(
      .deviceBusy, provider: "gnss", cause: DeviceError(.lock, path: "/dev/ttyS1", code: 16),
      reason: "why", bestSoFar: fix)
    let plan = WirePlan(entries: [WirePlan.Entry("gnss", isOn: true, reason: "on")])
    let beacons = BeaconConstraint(uuid: UUID128(high: 1, low: 2), major: 3)
    var event = WireRegionEvent("home", state: 1, crossing: 0)
    event.evidence = fix
    let requests: [WireRequest] = [
      .standard(LocationConfiguration()), .position(LocationRequest()), .stop,
      .use(isInUse: true), .significantChanges(SignificantChangeOptions()),
      .visits(VisitOptions()), .heading(WireHeading(filter: 1)), .calibration(isShown: true),
      .region(WireRegion("home", .circle, points: [fix.coordinate], size: 100)),
      .points([fix.coordinate, fix.coordinate]), .regionEnd("home"), .regionState("home"),
      .altitudes, .ranging(beacons), .fullAccuracy("rescue"), .plan(.kilometer),
    ]
    let reports: [WireReport] = [
      .status(status), .locations(WireLocations([fix, fix])), .failure(error),
      .pause(isPaused: true), .visit(Visit(coordinate: fix.coordinate, horizontalAccuracy: 5)),
      .heading(Heading(magneticHeading: 90, time: fix.time)), .calibrationQuestion,
      .plan(plan), .otherPlan(plan),
      .region(event), .regionFailure(identifier: "home", error),
      .altitude(WireAltitude(relativeAltitude: 1, pressure: 1000)),
      .ranged([Beacon(uuid: beacons.uuid, major: 3, minor: 1, rssi: -60, time: fix.time)]),
    ]
    var clients = WatchedClients()
    clients.clients = [WatchedClient()]
    var sky = WatchedSky()
    sky.satellites = [Satellite(system: .gps, number: 3, elevation: 31)]
    let watched: [WatchReport] = [
      .clients(clients), .energy(WatchedEnergy()), .satellites(sky), .receiver(WatchedReceiver()),
    ]
    return [("watch", WatchRequest.all().encoded)]
      + watched.map { ("watch-\($0.kind)", $0.encoded) }
      + requests.map { ("request-\($0.kind)", $0.encoded(for: 1)) }
      + reports.map { ("report-\($0.kind)", $0.encoded(for: 1)) }
  }
}
