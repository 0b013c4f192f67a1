package import CairnTypes

/// What a client says of one of its services, or of itself.
package indirect enum WireRequest: Equatable, Sendable {
  /// Begins the standard service, or changes its configuration.
  case standard(LocationConfiguration)
  /// Asks for one position.
  case position(LocationRequest)
  /// Begins the service of positions that are far apart.
  case significantChanges(SignificantChangeOptions)
  /// Begins the service of visits.
  case visits(VisitOptions)
  /// Begins the compass, or changes its settings.
  case heading(WireHeading)
  /// Whether the program of a compass shows its user how to calibrate it.
  case calibration(isShown: Bool)
  /// Ends a service, or a request that is not answered yet.
  case stop
  /// Whether the client is in use, as `ServiceSession` says.
  case use(isInUse: Bool)
  /// Monitors a region, and begins the service with the first one.
  case region(WireRegion)
  /// Points of the next region before its own, where it has more than `WireLimits.messagePoints`.
  case points([Coordinate])
  /// Ends the monitoring of the region with that identifier.
  case regionEnd(String)
  /// Asks for the state of the region with that identifier.
  case regionState(String)
  /// Begins to tell relative altitudes.
  case altitudes
  /// Begins the ranging of beacons.
  case ranging(BeaconConstraint)
  /// Asks for full accuracy for a while, by the name of the purpose; answered by a status or a failure.
  case fullAccuracy(String)
  /// Asks which plan this accuracy would lead to, for all services of the program; answered by `otherPlan` or a failure. A
  /// later question takes the place of one that is not answered yet.
  case plan(DesiredAccuracy)

  /// The types on the wire.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case standard = 1
    case position, stop, use, significantChanges, visits, heading, calibration
    case region = 16
    case points, regionEnd, regionState, altitudes, ranging, fullAccuracy, plan
  }

  package var kind: Kind {
    switch self {
    case .standard: .standard
    case .position: .position
    case .stop: .stop
    case .use: .use
    case .significantChanges: .significantChanges
    case .visits: .visits
    case .heading: .heading
    case .calibration: .calibration
    case .region: .region
    case .points: .points
    case .regionEnd: .regionEnd
    case .regionState: .regionState
    case .altitudes: .altitudes
    case .ranging: .ranging
    case .fullAccuracy: .fullAccuracy
    case .plan: .plan
    }
  }

  /// What is read into: nothing of it is left after a message was read.
  private init(_ kind: Kind) {
    self =
      switch kind {
      case .standard: .standard(LocationConfiguration())
      case .position: .position(LocationRequest())
      case .stop: .stop
      case .use: .use(isInUse: false)
      case .significantChanges: .significantChanges(SignificantChangeOptions())
      case .visits: .visits(VisitOptions())
      case .heading: .heading(WireHeading())
      case .calibration: .calibration(isShown: false)
      case .region: .region(WireRegion())
      case .points: .points([])
      case .regionEnd: .regionEnd("")
      case .regionState: .regionState("")
      case .altitudes: .altitudes
      case .ranging: .ranging(BeaconConstraint(uuid: UUID128(high: 0, low: 0)))
      case .fullAccuracy: .fullAccuracy("")
      case .plan: .plan(.best)
      }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    switch self {
    case .standard(var configuration):
      configuration.wire(&f)
      self = .standard(configuration)
    case .position(var request):
      request.wire(&f)
      self = .position(request)
    case .stop, .altitudes: break
    case .use(var isInUse):
      f.flag(&isInUse)
      f.reserved(7)
      self = .use(isInUse: isInUse)
    case .significantChanges(var options):
      options.wire(&f)
      self = .significantChanges(options)
    case .visits(var options):
      options.wire(&f)
      self = .visits(options)
    case .heading(var settings):
      settings.wire(&f)
      self = .heading(settings)
    case .calibration(var isShown):
      f.flag(&isShown)
      f.reserved(7)
      self = .calibration(isShown: isShown)
    case .region(var region):
      region.wire(&f)
      self = .region(region)
    case .points(var points):
      f.reserved(4)
      f.points(&points)
      self = .points(points)
    case .regionEnd(var name):
      f.text(&name, octets: WireLimits.text)
      self = .regionEnd(name)
    case .regionState(var name):
      f.text(&name, octets: WireLimits.text)
      self = .regionState(name)
    case .ranging(var constraint):
      constraint.wire(&f)
      self = .ranging(constraint)
    case .fullAccuracy(var purpose):
      f.text(&purpose, octets: WireLimits.text)
      self = .fullAccuracy(purpose)
    case .plan(var accuracy):
      accuracy.wire(&f)
      self = .plan(accuracy)
    }
  }

  /// Returns the message about a service.
  package func encoded(for service: UInt32) -> [UInt8] {
    var copy = self
    return WireHeader(type: kind.rawValue, service: service).message { copy.fields(&$0) }
  }

  /// Reads a message.
  ///
  /// - Returns: the service, and what is said of it.
  package static func decode(
    _ message: borrowing Span<UInt8>
  ) throws(WireError) -> (service: UInt32, WireRequest) {
    var (header, reader) = try WireHeader.read(message)
    guard let kind = Kind(rawValue: header.type) else { throw .unknown(header) }
    var request = WireRequest(kind)
    request.fields(&reader)
    guard !reader.hasFailed else { throw .content(header) }
    return (header.service, request)
  }
}
