internal import CairnCASIC
internal import CairnTypes

/// Assembles the CASIC messages of one navigation epoch.
///
/// The messages of an epoch carry the same running time of the receiver; `EpochCycle` finds the
/// last one.
struct CASICAssembler: Sendable {
  /// The most signals kept per epoch, to bound the memory that a stream can occupy.
  private static let satelliteLimit = 256

  private(set) var cycle = EpochCycle()
  private var epoch = Epoch(time: .distantFuture)
  /// The receiver's running time of the open epoch, in milliseconds.
  private var runTime: UInt32 = 0
  /// Whether a message has said if there is a position.
  private var hasPosition = false
  private var satellites: [Satellite] = []
  private var hasSatellites = false

  /// Uses one message; ignores messages that say nothing about an epoch.
  ///
  /// - Parameters:
  ///   - id: the message's class and number.
  ///   - payload: the message's payload.
  ///   - now: when it arrived.
  ///   - output: receives completed epochs.
  mutating func receive(
    _ id: CASICMessageID, _ payload: Span<UInt8>, at now: MonotonicTime,
    into output: inout some ReceiverEventSink
  ) {
    switch id {
    case CASICNavPV.id:
      guard let message = CASICNavPV.decode(payload) else { return }
      guard opens(id, message.runTime, at: now, into: &output) else { return }
      merge(message)
    case CASICNavDOP.id:
      guard let message = CASICNavDOP.decode(payload) else { return }
      guard opens(id, message.runTime, at: now, into: &output) else { return }
      merge(message)
    case CASICNavTimeUTC.id:
      guard let message = CASICNavTimeUTC.decode(payload) else { return }
      guard opens(id, message.runTime, at: now, into: &output) else { return }
      epoch.timestamp = message.utc
      if message.isLeapSecond { epoch.flags.insert(.leapSecond) }
      epoch.timeAccuracy = message.utc == nil ? nil : message.timeAccuracy
    case CASICNavSatellites.gpsID, CASICNavSatellites.beiDouID, CASICNavSatellites.glonassID:
      guard let message = CASICNavSatellites.decode(payload) else { return }
      guard opens(id, message.runTime, at: now, into: &output) else { return }
      merge(message, id)
    default: return
    }
    if cycle.endsEpoch(Self.kind(of: id)) { deliver(into: &output) }
  }

  /// Handles a silence of the line, which may end the epoch.
  mutating func silence(into output: inout some ReceiverEventSink) {
    if cycle.silence() { deliver(into: &output) }
  }

  /// Handles the end of the stream.
  mutating func finish(into output: inout some ReceiverEventSink) {
    if cycle.end() { deliver(into: &output) }
  }

  /// Returns whether to use the message, after opening its epoch if necessary.
  private mutating func opens(
    _ id: CASICMessageID, _ runTime: UInt32, at now: MonotonicTime,
    into output: inout some ReceiverEventSink
  ) -> Bool {
    switch cycle.place(Self.kind(of: id), key: Int64(runTime)) {
    case .drop, .trail: return false
    case .join: return true
    case .begin:
      deliver(into: &output)
      epoch = Epoch(time: now)
      self.runTime = runTime
      hasPosition = false
      return true
    }
  }

  /// Returns the kind of a message in use; their numbers are below 64.
  private static func kind(of id: CASICMessageID) -> EpochCycle.Kind {
    EpochCycle.Kind(number: id.number, isSingle: true)
  }

  private mutating func deliver(into output: inout some ReceiverEventSink) {
    guard epoch.time != .distantFuture else { return }
    let (time, timestamp) = (epoch.time, epoch.timestamp)
    if hasPosition { output.receive(epoch, clock: Int64(runTime) * 1_000_000, from: .casic) }
    epoch.time = .distantFuture
    guard hasSatellites else { return }
    output.receive(
      SatelliteView(
        satellites: satellites, dilution: epoch.dilution, time: time, timestamp: timestamp),
      from: .casic)
    hasSatellites = false
    satellites.removeAll(keepingCapacity: true)
  }

  // MARK: - Messages

  private mutating func merge(_ message: CASICNavPV) {
    hasPosition = true
    let (latitude, longitude) = (message.latitude, message.longitude)
    // Comparisons with NaN are false.
    guard message.positionState != .none, abs(latitude) <= 90, abs(longitude) <= 180 else { return }
    epoch.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    epoch.fix = message.positionState.fix
    epoch.dimensions = epoch.fix == .none ? nil : message.positionState == .twoD ? 2 : 3
    if epoch.fix == .deadReckoning { epoch.flags.insert(.deadReckoned) }
    epoch.satellitesUsed = message.satellitesUsed
    epoch.dilution.position = epoch.dilution.position ?? dilution(message.pdop)
    epoch.ellipsoidalAltitude = number(message.ellipsoidalAltitude)
    if let height = epoch.ellipsoidalAltitude, let geoid = number(message.geoidSeparation) {
      epoch.altitude = height - geoid
    }
    epoch.horizontalAccuracy = deviation(message.horizontalVariance)
    epoch.verticalAccuracy = deviation(message.verticalVariance)
    guard message.velocityState.fix != .none else { return }
    epoch.speed = number(message.groundSpeed)
    epoch.course = number(message.course)
    epoch.verticalSpeed = number(message.velocityUp)
    epoch.speedAccuracy = deviation(message.speedVariance)
    epoch.courseAccuracy = deviation(message.courseVariance)
  }

  private mutating func merge(_ message: CASICNavDOP) {
    epoch.dilution.position = dilution(message.position)
    epoch.dilution.horizontal = dilution(message.horizontal)
    epoch.dilution.vertical = dilution(message.vertical)
    epoch.dilution.northing = dilution(message.northing)
    epoch.dilution.easting = dilution(message.easting)
    epoch.dilution.time = dilution(message.time)
  }

  private mutating func merge(_ message: CASICNavSatellites, _ id: CASICMessageID) {
    hasSatellites = true
    for entry in message.entries where satellites.count < Self.satelliteLimit {
      guard let satellite = CASICNavSatellites.satellite(entry, in: id) else { continue }
      satellites.append(satellite)
    }
  }

  /// Returns the number; `nil` for infinity and NaN, which mean unknown.
  private func number(_ value: Float) -> Double? { value.isFinite ? Double(value) : nil }

  private func dilution(_ value: Float) -> Float? { value > 0 && value < 100 ? value : nil }

  /// Returns the standard deviation for a variance.
  private func deviation(_ variance: Float) -> Double? {
    variance > 0 && variance.isFinite ? Double(variance).squareRoot() : nil
  }
}

extension CASICSolutionState {
  /// The kind of solution; `none` if the receiver did not measure the position just now.
  fileprivate var fix: FixQuality {
    switch self {
    case .quick, .twoD: .twoD
    case .threeD: .threeD
    case .deadReckoning: .deadReckoning
    case .gnssDeadReckoning: .gnssDeadReckoning
    default: .none
    }
  }
}
