package import CairnTypes

/// What the service tells a client.
package indirect enum WireReport: Equatable, Sendable {
  /// What the client may have, and what there is: first, and after each change.
  case status(WireStatus)
  /// One call of positions, oldest first; the answer to a request if there is one of that number.
  case locations(WireLocations)
  /// An error; a fatal one ends the service.
  case failure(LocationError)
  /// The device stands, or moves again.
  case pause(isPaused: Bool)
  /// A stay has begun or ended.
  case visit(Visit)
  case heading(Heading)
  /// The compass has to be calibrated: asks whether the program shows its user how.
  case calibrationQuestion
  /// Which providers are on, and why.
  case plan(WirePlan)
  /// The state of a region has changed, or was asked for.
  case region(WireRegionEvent)
  /// A region is not monitored, and why.
  case regionFailure(identifier: String, LocationError)
  case altitude(WireAltitude)
  /// The beacons in range, the nearest first; `WireLimits.beacons` at most.
  case ranged([Beacon])
  /// Which providers would be on, and why, with the accuracy that was asked about.
  case otherPlan(WirePlan)

  /// The types on the wire.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case status = 64
    case locations, failure, pause, visit, heading, calibrationQuestion, plan
    case region = 80
    case regionFailure, altitude, ranged, otherPlan
  }

  package var kind: Kind {
    switch self {
    case .status: .status
    case .locations: .locations
    case .failure: .failure
    case .pause: .pause
    case .visit: .visit
    case .heading: .heading
    case .calibrationQuestion: .calibrationQuestion
    case .plan: .plan
    case .region: .region
    case .regionFailure: .regionFailure
    case .altitude: .altitude
    case .ranged: .ranged
    case .otherPlan: .otherPlan
    }
  }

  /// What is read into: nothing of it is left after a message was read.
  private init(_ kind: Kind) {
    self =
      switch kind {
      case .status: .status(WireStatus())
      case .locations: .locations(WireLocations([]))
      case .failure: .failure(.blank)
      case .pause: .pause(isPaused: false)
      case .visit: .visit(.blank)
      case .heading: .heading(.blank)
      case .calibrationQuestion: .calibrationQuestion
      case .plan: .plan(WirePlan())
      case .region: .region(WireRegionEvent())
      case .regionFailure: .regionFailure(identifier: "", .blank)
      case .altitude: .altitude(WireAltitude())
      case .ranged: .ranged([])
      case .otherPlan: .otherPlan(WirePlan())
      }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    switch self {
    case .status(var status):
      status.wire(&f)
      self = .status(status)
    case .locations(var locations):
      locations.wire(&f)
      self = .locations(locations)
    case .failure(var error):
      error.wire(&f)
      self = .failure(error)
    case .pause(var isPaused):
      f.flag(&isPaused)
      f.reserved(7)
      self = .pause(isPaused: isPaused)
    case .visit(var visit):
      visit.wire(&f)
      self = .visit(visit)
    case .heading(var heading):
      heading.wire(&f)
      self = .heading(heading)
    case .calibrationQuestion: break
    case .plan(var plan):
      plan.wire(&f)
      self = .plan(plan)
    case .region(var event):
      event.wire(&f)
      self = .region(event)
    case .regionFailure(var identifier, var error):
      f.text(&identifier, octets: WireLimits.text)
      error.wire(&f)
      self = .regionFailure(identifier: identifier, error)
    case .altitude(var altitude):
      altitude.wire(&f)
      self = .altitude(altitude)
    case .ranged(var beacons):
      f.reserved(4)
      f.elements(&beacons, octets: Beacon.wireSize, .blank) { $1.wire(&$0) }
      self = .ranged(beacons)
    case .otherPlan(var plan):
      plan.wire(&f)
      self = .otherPlan(plan)
    }
  }

  /// Returns the message about a service.
  package func encoded(for service: UInt32) -> [UInt8] {
    var copy = self
    return WireHeader(type: kind.rawValue, service: service).message { copy.fields(&$0) }
  }

  /// Reads a message.
  ///
  /// - Returns: the service, and what is told of it.
  package static func decode(
    _ message: borrowing Span<UInt8>
  ) throws(WireError) -> (service: UInt32, WireReport) {
    var (header, reader) = try WireHeader.read(message)
    guard let kind = Kind(rawValue: header.type) else { throw .unknown(header) }
    var report = WireReport(kind)
    report.fields(&reader)
    guard !reader.hasFailed else { throw .content(header) }
    return (header.service, report)
  }
}

/// Positions of one service: a call of them, or a piece of one.
package struct WireLocations: Equatable, Sendable {
  /// Oldest first; `WireLimits.locations` at most.
  package var locations: [Location]
  /// Positions of the service that were left out so far, because the client read too slowly.
  package var dropped: UInt32
  /// Whether the next message about positions of the service has more of the same call.
  package var isContinued: Bool

  package init(_ locations: [Location], dropped: UInt32 = 0, isContinued: Bool = false) {
    self.locations = locations
    self.dropped = dropped
    self.isContinued = isContinued
  }

  /// Returns the messages for a call.
  package static func messages(_ locations: [Location]) -> [WireLocations] {
    stride(from: 0, to: locations.count, by: WireLimits.locations).map { start in
      let rest = locations.dropFirst(start)
      return WireLocations(
        Array(rest.prefix(WireLimits.locations)), isContinued: rest.count > WireLimits.locations)
    }
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.integer(&dropped)
    f.elements(&locations, octets: Location.wireSize, .blank) { $1.wire(&$0) }
    f.flag(&isContinued)
    f.reserved(7)
  }
}

/// What a client may have, and what the device has.
package struct WireStatus: Equatable, Sendable {
  /// Why no position can be had at the moment.
  package enum Obstacle: UInt8, CaseIterable, Sendable {
    case none, noHardware, denied, airplaneMode, radioOff, noNetwork
  }

  package var authorization = Authorization(status: .notDetermined, reason: "")
  package var obstacle = Obstacle.none
  /// Whether there is a compass.
  package var hasCompass = false
  /// Whether there is a radio that hears beacons.
  package var hearsBeacons = false

  package init() {}

  mutating func wire(_ f: inout some RecordVisitor) {
    f.code(&authorization.status, unknown: .denied)
    f.code(&authorization.accuracy, unknown: .reducedAccuracy)
    f.code(&authorization.services)
    f.flag(&authorization.isInUse)
    f.code(&obstacle, unknown: .noHardware)
    f.flag(&hasCompass)
    f.flag(&hearsBeacons)
    f.reserved(2)
    f.text(&authorization.reason, octets: WireLimits.text)
  }
}
