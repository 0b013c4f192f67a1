internal import CairnGeodesy
internal import CairnTypes
internal import CairnUBX

/// Assembles the UBX messages of one navigation epoch.
///
/// Messages of an epoch share their time of week. NAV-EOE ends an epoch on receivers that send it;
/// otherwise `EpochCycle` decides.
struct UBXAssembler: Sendable {
  private(set) var cycle = EpochCycle()
  fileprivate var epoch = Epoch(time: .distantFuture)
  /// Time of week of the open epoch, in milliseconds.
  private var timeOfWeek: UInt32 = 0
  private var satellites: [Satellite] = []
  fileprivate var hasSatellites = false
  /// When the last delivered epoch began.
  private var deliveredTime = MonotonicTime.distantFuture
  fileprivate var hasPVT = false
  /// Whether a message has said that there is no fix, which is news even without a position.
  private var deniesFix = false
  /// The solution of an epoch without NAV-PVT: its kind, and where it is.
  private var solution = FixQuality.none
  private var dimensions: UInt8?
  private var position: GeocentricVector?
  private var velocity: GeocentricVector?
  /// GPS time of the epoch, and the receiver's last count of leap seconds.
  fileprivate var gpsTime: GPSInstant?
  fileprivate var leapSeconds: Int8?

  /// Uses one message; ignores messages that say nothing about an epoch.
  ///
  /// - Parameters:
  ///   - id: the message's class and number.
  ///   - payload: the message's payload.
  ///   - now: when it arrived.
  ///   - output: receives completed epochs.
  /// - Throws: what decoding throws.
  mutating func receive(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime,
    into output: inout some ReceiverEventSink
  ) throws(UBXError) {
    switch id {
    case NavPVT.id: try use(NavPVT.decode(payload), at: now, into: &output)
    case NavSat.id: try use(NavSat.decode(payload), at: now, into: &output)
    case NavDOP.id: try use(NavDOP.decode(payload), at: now, into: &output)
    case NavStatus.id: try use(NavStatus.decode(payload), at: now, into: &output)
    case NavTimeUTC.id: try use(NavTimeUTC.decode(payload), at: now, into: &output)
    case NavPosLLH.id: try use(NavPosLLH.decode(payload), at: now, into: &output)
    case NavVelNED.id: try use(NavVelNED.decode(payload), at: now, into: &output)
    case NavSol.id: try use(NavSol.decode(payload), at: now, into: &output)
    case NavTimeGPS.id: try use(NavTimeGPS.decode(payload), at: now, into: &output)
    case NavSVInfo.id: try use(NavSVInfo.decode(payload), at: now, into: &output)
    case NavPosECEF.id: try use(NavPosECEF.decode(payload), at: now, into: &output)
    case NavVelECEF.id: try use(NavVelECEF.decode(payload), at: now, into: &output)
    case NavClock.id: try use(NavClock.decode(payload), at: now, into: &output)
    case NavTimeLS.id: try use(NavTimeLS.decode(payload), at: now, into: &output)
    case NavEOE.id:
      _ = try NavEOE.decode(payload)
      finish(into: &output)
    case HnrPVT.id:
      // A solution between the epochs, sent ahead of its epoch's messages.
      let message = try HnrPVT.decode(payload)
      output.receive(
        Epoch(message, at: now), clock: Int64(message.timeOfWeek) * 1_000_000, from: .ubx)
    default: return
    }
  }

  private mutating func use<M: EpochMessage>(
    _ message: M, at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    if M.isSky, cycle.hasDelivered(Int64(message.timeOfWeek)) {
      // It comes only with some epochs, after the message that ends the others.
      message.merge(into: &self)
      return deliverSky(into: &output)
    }
    let kind = EpochCycle.Kind(number: M.id.number, isSingle: true)
    switch cycle.place(kind, key: Int64(message.timeOfWeek)) {
    case .drop where M.id == NavPVT.id && !hasPVT && epoch.coordinate == nil:
      // Delivered without a position, because the line damaged an earlier message.
      begin(message.timeOfWeek, at: now)
      message.merge(into: &self)
      return deliver(into: &output)
    case .drop, .trail:
      return
    case .begin:
      deliver(into: &output)
      begin(message.timeOfWeek, at: now)
    case .join:
      break
    }
    message.merge(into: &self)
    if cycle.endsEpoch(kind) { deliver(into: &output) }
  }

  private mutating func begin(_ timeOfWeek: UInt32, at now: MonotonicTime) {
    epoch = Epoch(time: now)
    self.timeOfWeek = timeOfWeek
    hasPVT = false
    solution = .none
    deniesFix = false
    dimensions = nil
    position = nil
    velocity = nil
    gpsTime = nil
  }

  /// Handles a silence of the line.
  mutating func silence(into output: inout some ReceiverEventSink) {
    if cycle.silence() { deliver(into: &output) }
  }

  /// Handles the end of the stream.
  mutating func finish(into output: inout some ReceiverEventSink) {
    if cycle.end() { deliver(into: &output) }
  }

  private mutating func deliver(into output: inout some ReceiverEventSink) {
    guard epoch.time != .distantFuture else { return }
    if !hasPVT { completeWithoutPVT() }
    deliveredTime = epoch.time
    if hasPVT || epoch.coordinate != nil || deniesFix {
      output.receive(epoch, clock: Int64(timeOfWeek) * 1_000_000, from: .ubx)
    }
    deliverSky(into: &output)
    epoch.time = .distantFuture
  }

  /// Delivers the satellites with the rest of the epoch.
  private mutating func deliverSky(into output: inout some ReceiverEventSink) {
    guard hasSatellites else { return }
    hasSatellites = false
    output.receive(
      SatelliteView(
        satellites: satellites, dilution: epoch.dilution, time: deliveredTime,
        timestamp: epoch.timestamp),
      from: .ubx)
  }

  /// Combines the solution from the older messages, which give it in parts.
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
    epoch.dimensions = epoch.coordinate == nil ? nil : dimensions
    if epoch.fix == .deadReckoning { epoch.flags.insert(.deadReckoned) }
  }

  fileprivate mutating func solve(_ type: FixType, isOK: Bool, _ isDifferential: Bool) {
    dimensions = type.dimensions
    solution = isOK ? type.quality(isDifferential: isDifferential) : .none
    deniesFix = solution == .none
  }

  fileprivate mutating func show<Row>(_ rows: [Row], _ satellite: (Row) -> Satellite?) {
    satellites.removeAll(keepingCapacity: true)
    for row in rows {
      if let satellite = satellite(row) { satellites.append(satellite) }
    }
    hasSatellites = true
  }

  fileprivate mutating func merge(_ message: NavPVT) {
    hasPVT = true
    epoch.fix = message.fixQuality
    epoch.dimensions =
      message.correction?.isPositionInvalid == true ? nil : message.fixType.dimensions
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
    epoch.correctionAge = message.correction?.age
    if epoch.dilution.position == nil {
      epoch.dilution.position = message.positionDOP.map { Float($0) }
    }
  }

  fileprivate mutating func merge(_ message: NavDOP) {
    epoch.dilution.geometric = message.geometric.map { Float($0) }
    epoch.dilution.position = message.position.map { Float($0) }
    epoch.dilution.time = message.time.map { Float($0) }
    epoch.dilution.vertical = message.vertical.map { Float($0) }
    epoch.dilution.horizontal = message.horizontal.map { Float($0) }
    epoch.dilution.northing = message.northing.map { Float($0) }
    epoch.dilution.easting = message.easting.map { Float($0) }
  }

  fileprivate mutating func merge(_ message: NavSol) {
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

  fileprivate mutating func merge(_ message: NavPosLLH) {
    epoch.coordinate = Coordinate(latitude: message.latitude, longitude: message.longitude)
    epoch.ellipsoidalAltitude = message.ellipsoidalAltitude
    epoch.altitude = message.altitude
    epoch.horizontalAccuracy = message.horizontalAccuracy
    epoch.verticalAccuracy = message.verticalAccuracy
  }

  fileprivate mutating func merge(_ message: NavVelNED) {
    epoch.speed = message.groundSpeed
    epoch.course = message.course
    epoch.speedAccuracy = message.speedAccuracy
    epoch.courseAccuracy = message.courseAccuracy
    epoch.verticalSpeed = -message.velocityDown
  }
}

// MARK: - What each message says about an epoch

/// A message of a navigation epoch.
private protocol EpochMessage: UBXMessage {
  /// Time of the GPS week in milliseconds; the messages of one epoch share it.
  var timeOfWeek: UInt32 { get }
  /// Whether it describes the sky and not the position.
  static var isSky: Bool { get }

  func merge(into assembler: inout UBXAssembler)
}

extension EpochMessage {
  static var isSky: Bool { false }

  /// Does nothing: the message only marks the epoch.
  func merge(into assembler: inout UBXAssembler) {}
}

extension NavPosECEF: EpochMessage {}
extension NavVelECEF: EpochMessage {}
extension NavClock: EpochMessage {}

extension NavPVT: EpochMessage {
  func merge(into assembler: inout UBXAssembler) { assembler.merge(self) }
}

extension NavSat: EpochMessage {
  static var isSky: Bool { true }
  func merge(into assembler: inout UBXAssembler) {
    assembler.show(satellites) { CairnTypes.Satellite($0) }
  }
}

extension NavSVInfo: EpochMessage {
  static var isSky: Bool { true }
  func merge(into assembler: inout UBXAssembler) {
    if !assembler.hasSatellites { assembler.show(channels) { Satellite($0) } }
  }
}

extension NavDOP: EpochMessage {
  func merge(into assembler: inout UBXAssembler) { assembler.merge(self) }
}

extension NavStatus: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    guard !assembler.hasPVT else { return }
    assembler.solve(fixType, isOK: flags.isFixOK, flags.isDifferential)
  }
}

extension NavSol: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    if !assembler.hasPVT { assembler.merge(self) }
  }
}

extension NavPosLLH: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    if !assembler.hasPVT { assembler.merge(self) }
  }
}

extension NavVelNED: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    if !assembler.hasPVT { assembler.merge(self) }
  }
}

extension NavTimeUTC: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    guard assembler.epoch.timestamp == nil else { return }
    assembler.epoch.timestamp = utc
    assembler.epoch.timeAccuracy = timeAccuracy
    if isLeapSecond { assembler.epoch.flags.insert(.leapSecond) }
  }
}

extension NavTimeGPS: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    if let seconds = leapSeconds { assembler.leapSeconds = seconds }
    guard validity.week, validity.timeOfWeek else { return }
    assembler.gpsTime = GPSInstant(week: week, timeOfWeek: timeOfWeek, nanosecond: nanosecond)
  }
}

extension NavTimeLS: EpochMessage {
  func merge(into assembler: inout UBXAssembler) {
    if validity.current { assembler.leapSeconds = current }
  }
}
