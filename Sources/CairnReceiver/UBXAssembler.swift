internal import CairnGeodesy
internal import CairnTypes
internal import CairnUBX

/// Puts the UBX messages of one navigation epoch together.
///
/// Messages of an epoch share their time of week. NAV-EOE ends an epoch on the receivers that send
/// it; otherwise the rules of `EpochCycle` do.
struct UBXAssembler: Sendable {
  private(set) var cycle = EpochCycle()
  private var epoch = Epoch(time: .distantFuture)
  private var satellites: [Satellite] = []
  private var hasSatellites = false
  private var hasPVT = false
  /// What kind of solution the messages before NAV-PVT speak of, and where it is.
  private var solution = FixQuality.none
  private var dimensions: UInt8?
  private var position: GeocentricVector?
  private var velocity: GeocentricVector?
  /// GPS time of the epoch, and by how much it runs ahead of UTC as the receiver said last.
  private var gpsTime: GPSInstant?
  private var leapSeconds: Int64?

  /// Uses one message.
  ///
  /// - Parameters:
  ///   - report: a decoded message.
  ///   - now: when it arrived.
  ///   - output: receives the epochs that are complete.
  mutating func receive(
    _ report: UBXReport, at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    if case .hnrPVT(let message) = report {
      // Between the epochs, and ahead of the messages of its own.
      output.receive(Epoch(message, at: now), from: .ubx)
      return
    }
    guard let placement = Placement(report) else { return }
    if case .navEOE = report {
      if cycle.end() { deliver(into: &output) }
      return
    }
    switch cycle.place(placement.kind, key: Int64(placement.timeOfWeek)) {
    case .drop, .trail:
      return
    case .begin:
      deliver(into: &output)
      epoch = Epoch(time: now)
      hasPVT = false
      solution = .none
      dimensions = nil
      position = nil
      velocity = nil
      gpsTime = nil
    case .join:
      break
    }
    merge(report)
    if cycle.endsEpoch(placement.kind) { deliver(into: &output) }
  }

  /// The line fell silent.
  mutating func silence(into output: inout some ReceiverEventSink) {
    if cycle.silence() { deliver(into: &output) }
  }

  /// The stream ends here.
  mutating func finish(into output: inout some ReceiverEventSink) {
    if cycle.end() { deliver(into: &output) }
  }

  private mutating func deliver(into output: inout some ReceiverEventSink) {
    guard epoch.time != .distantFuture else { return }
    if !hasPVT { completeWithoutPVT() }
    let time = epoch.time
    if hasPVT || epoch.coordinate != nil {
      output.receive(epoch, from: .ubx)
    }
    if hasSatellites {
      hasSatellites = false
      output.receive(
        SatelliteView(
          satellites: satellites, dilution: epoch.dilution, time: time,
          timestamp: epoch.timestamp),
        from: .ubx)
    }
    epoch.time = .distantFuture
  }

  /// The older messages spread the solution: here it is put together.
  private mutating func completeWithoutPVT() {
    if epoch.timestamp == nil, let gpsTime, let leapSeconds {
      epoch.timestamp = gpsTime.utc(leapSeconds: leapSeconds)
    }
    if let position, let geodetic = GeodeticPosition(position) {
      if epoch.coordinate == nil {
        epoch.coordinate = geodetic.coordinate
        epoch.ellipsoidalAltitude = geodetic.ellipsoidalAltitude
      }
      if epoch.speed == nil, let velocity {
        let motion = geodetic.motion(velocity)
        epoch.speed = motion.speed
        epoch.course = motion.course
        epoch.verticalSpeed = motion.climb
      }
    }
    epoch.fix = epoch.coordinate == nil && solution != .timeOnly ? .none : solution
    epoch.dimensions = epoch.hasPosition ? dimensions : nil
    if epoch.fix == .deadReckoning { epoch.flags.insert(.deadReckoned) }
  }

  private mutating func solve(_ type: FixType, isOK: Bool, _ isDifferential: Bool) {
    dimensions = type.hasPosition && isOK ? (type == .twoD ? 2 : 3) : nil
    solution = isOK ? type.quality(isDifferential: isDifferential) : .none
  }

  private mutating func merge(_ report: UBXReport) {
    switch report {
    case .navPVT(let message): merge(message)
    case .navSat(let message): show(message.satellites) { Satellite($0) }
    case .navSVInfo(let message) where !hasSatellites:
      show(message.channels) { Satellite($0) }
    case .navDOP(let message): merge(message)
    case .navStatus(let message) where !hasPVT:
      solve(message.fixType, isOK: message.flags.isFixOK, message.flags.isDifferential)
    case .navSol(let message) where !hasPVT: merge(message)
    case .navPosLLH(let message) where !hasPVT: merge(message)
    case .navVelNED(let message) where !hasPVT: merge(message)
    case .navTimeUTC(let message) where epoch.timestamp == nil:
      epoch.timestamp = message.utc
      epoch.timeAccuracy = message.timeAccuracy
    case .navTimeGPS(let message):
      if let seconds = message.leapSeconds { leapSeconds = Int64(seconds) }
      if message.validity.week, message.validity.timeOfWeek {
        gpsTime = GPSInstant(
          week: message.week, timeOfWeek: message.timeOfWeek, nanosecond: message.nanosecond)
      }
    case .navTimeLS(let message) where message.validity.current:
      leapSeconds = Int64(message.current)
    default: break
    }
  }

  private mutating func show<Row>(_ rows: [Row], _ satellite: (Row) -> Satellite?) {
    satellites.removeAll(keepingCapacity: true)
    for row in rows {
      if let satellite = satellite(row) { satellites.append(satellite) }
    }
    hasSatellites = true
  }

  private mutating func merge(_ message: NavPVT) {
    hasPVT = true
    epoch.fix = message.fixQuality
    epoch.dimensions = message.isPositionUsable ? (message.fixType == .twoD ? 2 : 3) : nil
    epoch.coordinate = Coordinate(latitude: message.latitude, longitude: message.longitude)
    if message.correction?.isPositionInvalid == true { epoch.fix = .none }
    epoch.timestamp = message.validity.isFullyResolved ? message.utc : epoch.timestamp
    epoch.timeAccuracy = message.timeAccuracy
    if message.isLeapSecond { epoch.flags.insert(.leapSecond) }
    if message.fixType == .deadReckoning { epoch.flags.insert(.deadReckoned) }
    epoch.ellipsoidalAltitude = message.ellipsoidalAltitude
    epoch.altitude = message.altitude
    epoch.horizontalAccuracy = message.horizontalAccuracy
    epoch.verticalAccuracy = message.verticalAccuracy
    epoch.speed = message.groundSpeed
    epoch.speedAccuracy = message.speedAccuracy
    epoch.course = message.course
    epoch.courseAccuracy = message.courseAccuracy
    epoch.verticalSpeed = -message.velocityDown
    epoch.satellitesUsed = message.satellitesUsed
    if epoch.dilution.position == nil {
      epoch.dilution.position = message.positionDOP.map { Float($0) }
    }
  }

  private mutating func merge(_ message: NavDOP) {
    epoch.dilution.geometric = message.geometric.map { Float($0) }
    epoch.dilution.position = message.position.map { Float($0) }
    epoch.dilution.time = message.time.map { Float($0) }
    epoch.dilution.vertical = message.vertical.map { Float($0) }
    epoch.dilution.horizontal = message.horizontal.map { Float($0) }
    epoch.dilution.northing = message.northing.map { Float($0) }
    epoch.dilution.easting = message.easting.map { Float($0) }
  }

  private mutating func merge(_ message: NavSol) {
    solve(message.fixType, isOK: message.flags.isFixOK, message.flags.isDifferential)
    if message.flags.isWeekValid, message.flags.isTimeOfWeekValid, gpsTime == nil {
      gpsTime = GPSInstant(
        week: message.week, timeOfWeek: message.timeOfWeek, nanosecond: message.nanosecond)
    }
    position = GeocentricVector(x: message.x, y: message.y, z: message.z)
    velocity = GeocentricVector(x: message.velocityX, y: message.velocityY, z: message.velocityZ)
    epoch.satellitesUsed = message.satellitesUsed
    epoch.dilution.position = epoch.dilution.position ?? message.positionDOP.map { Float($0) }
    epoch.speedAccuracy = epoch.speedAccuracy ?? message.speedAccuracy
  }

  private mutating func merge(_ message: NavPosLLH) {
    epoch.coordinate = Coordinate(latitude: message.latitude, longitude: message.longitude)
    epoch.ellipsoidalAltitude = message.ellipsoidalAltitude
    epoch.altitude = message.altitude
    epoch.horizontalAccuracy = message.horizontalAccuracy
    epoch.verticalAccuracy = message.verticalAccuracy
  }

  private mutating func merge(_ message: NavVelNED) {
    epoch.speed = message.groundSpeed
    epoch.course = message.course
    epoch.speedAccuracy = message.speedAccuracy
    epoch.courseAccuracy = message.courseAccuracy
    epoch.verticalSpeed = -message.velocityDown
  }

  /// Where a message stands in its epoch.
  private struct Placement {
    let kind: EpochCycle.Kind
    let timeOfWeek: UInt32

    init?(_ report: UBXReport) {
      let number: UInt8
      switch report {
      case .navPVT(let message): (number, timeOfWeek) = (0, message.timeOfWeek)
      case .navSat(let message): (number, timeOfWeek) = (1, message.timeOfWeek)
      case .navDOP(let message): (number, timeOfWeek) = (2, message.timeOfWeek)
      case .navStatus(let message): (number, timeOfWeek) = (3, message.timeOfWeek)
      case .navTimeUTC(let message): (number, timeOfWeek) = (4, message.timeOfWeek)
      case .navPosLLH(let message): (number, timeOfWeek) = (5, message.timeOfWeek)
      case .navVelNED(let message): (number, timeOfWeek) = (6, message.timeOfWeek)
      case .navSol(let message): (number, timeOfWeek) = (7, message.timeOfWeek)
      case .navTimeGPS(let message): (number, timeOfWeek) = (8, message.timeOfWeek)
      case .navSVInfo(let message): (number, timeOfWeek) = (9, message.timeOfWeek)
      case .navPosECEF(let message): (number, timeOfWeek) = (10, message.timeOfWeek)
      case .navVelECEF(let message): (number, timeOfWeek) = (11, message.timeOfWeek)
      case .navClock(let message): (number, timeOfWeek) = (12, message.timeOfWeek)
      case .navTimeLS(let message): (number, timeOfWeek) = (13, message.timeOfWeek)
      case .navEOE(let message): (number, timeOfWeek) = (14, message.timeOfWeek)
      case .hnrPVT, .ackAck, .ackNak, .monVer, .poll, .other: return nil
      }
      kind = EpochCycle.Kind(number: number, isSingle: true)
    }
  }
}
