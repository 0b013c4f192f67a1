public import CairnTypes
internal import CairnUBX

/// Time, position and data that help a receiver to its first fix.
public struct Assistance: Sendable {
  /// The time at one instant of the boot clock.
  public struct KnownTime: Equatable, Sendable {
    /// UTC at that instant.
    public var utc: Timestamp
    /// The instant.
    public var instant: MonotonicTime
    /// Accuracy of `utc`, one standard deviation.
    public var accuracy: Duration

    /// Creates a time; see the properties.
    public init(_ utc: Timestamp, at instant: MonotonicTime, accuracy: Duration) {
      self.utc = utc
      self.instant = instant
      self.accuracy = accuracy
    }
  }

  /// The time; a wrong one is worse than none.
  public var time: KnownTime?
  /// Seconds by which GPS time is ahead of UTC; `nil` if unknown.
  public var leapSeconds: Int8?
  /// The approximate position.
  public var position: Coordinate?
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude = 0.0
  /// Metres, one standard deviation, of the position; a wrong position is worse than none.
  public var positionAccuracy = 100_000.0
  /// UBX frames: AssistNow data, or a database saved by `DatabaseDialogue`.
  public var data: [UInt8] = []
  /// Whether a time in `data` is right because it was just received.
  public var trustsTimeInData = false

  /// Creates empty assistance.
  public init() {}
}

/// The result of an assistance.
public struct AssistanceReport: Equatable, Sendable {
  /// Number of messages sent, without repetitions.
  public var sent = 0
  /// Number of messages that the receiver says it used.
  public var used = 0
  /// Number of messages that it refused.
  public var refused = 0
  /// Number of messages without an answer from a receiver that does answer.
  public var unanswered = 0
  /// Number of data messages left out: of another day, a time, of another class.
  public var skipped = 0
  /// The last reason for a refusal: `infoCode` of MGA-ACK.
  public var lastReason: UInt8?
  /// Whether the receiver acknowledges assistance; otherwise its use is unknown.
  public var isAcknowledged = false
  /// Whether everything was sent; false if the dialogue gave up.
  public var isComplete = false
}

/// Sends time, position and orbits to a u-blox receiver, in this order, as fast as it accepts them.
///
/// It first tells the receiver to acknowledge assistance. If the receiver does, it sends one
/// message at a time, and again if the message is refused for the moment or not answered. Otherwise
/// the line's capacity paces the messages.
public struct AssistanceDialogue: Dialogue {
  private enum Phase { case idle, enabling, sending, waiting, pausing, pacing, ended }

  private let assistance: Assistance
  private let dialect: CommandDialect
  private let baudRate: UInt32
  private var data: AssistanceData
  private var phase = Phase.idle
  private var deadline: MonotonicTime?
  private var step = 0
  private var enableForm = 0
  private var current: [UInt8] = []
  private var tries = 0
  private var silentInARow = 0
  /// The result so far.
  private(set) var report = AssistanceReport()
  public private(set) var outcome: AssistanceReport?

  /// How often a message is sent at most.
  private static let tryLimit = 3
  /// Successive messages without an answer after which the dialogue gives up.
  private static let silenceLimit = 3

  /// - Parameters:
  ///   - assistance: what to tell the receiver.
  ///   - dialect: the command language that it has answered in; only a u-blox is assisted.
  ///   - baudRate: the line's speed; `nil` for a port without a speed.
  public init(_ assistance: Assistance, _ dialect: CommandDialect, baudRate: UInt32?) {
    self.assistance = assistance
    self.dialect = dialect
    self.baudRate = max(baudRate ?? 115_200, 1200)
    data = AssistanceData([], today: nil)
  }

  public var nextDeadline: MonotonicTime? { deadline }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard phase == .idle else { return }
    data = AssistanceData(
      assistance.data, today: time(at: now)?.date, trustsTime: assistance.trustsTimeInData)
    guard dialect.isUBX else { return end(isComplete: false) }
    enable(at: now, &port)
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard info.wireProtocol == .ubx, let id = UBXFrame.messageID(of: frame) else { return }
    let payload = UBXFrame.payload(of: frame)
    switch phase {
    case .enabling where id == AckAck.id:
      guard let answer = try? AckAck.decode(payload), answer.acknowledged == enabledBy else {
        return
      }
      report.isAcknowledged = true
      advance(at: now, &port)
    case .enabling where id == AckNak.id:
      guard let answer = try? AckNak.decode(payload), answer.refused == enabledBy else { return }
      enableForm += 1
      enable(at: now, &port)
    case .waiting where id == MgaAckData0.id: answered(payload, at: now, &port)
    default: break
    }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard let deadline, deadline <= now else { return }
    switch phase {
    case .enabling:
      tries += 1
      if tries >= Self.tryLimit {
        tries = 0
        enableForm = .max
      }
      enable(at: now, &port)
    case .waiting:
      guard tries >= Self.tryLimit else { return send(at: now, &port) }
      report.unanswered += 1
      silentInARow += 1
      if silentInARow >= Self.silenceLimit { return end(isComplete: false) }
      advance(at: now, &port)
    case .pausing: send(at: now, &port)
    case .pacing: advance(at: now, &port)
    case .idle, .sending, .ended: self.deadline = nil
    }
  }

  // MARK: Answers to assistance

  private var enabledBy: MessageID {
    dialect == .uBloxKeys ? CfgValSet.id : MessageID(.cfg, 0x23)
  }

  /// Asks for acknowledgements, in a form that the receiver may know; without any, paces messages.
  private mutating func enable(at now: MonotonicTime, _ port: inout PortActions) {
    let frame: [UInt8]?
    switch (dialect, enableForm) {
    case (.uBloxKeys, 0): frame = Self.keyRequest()
    case (.uBloxLegacy, 0): frame = Self.legacyRequest(version: 2)
    case (.uBloxLegacy, 1): frame = Self.legacyRequest(version: 0)
    default: frame = nil
    }
    guard let frame else { return advance(at: now, &port) }
    port.send(frame)
    phase = .enabling
    deadline = now + .seconds(1)
  }

  /// CFG-NAVSPG-ACKAIDING in RAM. Source: u-blox UBX-21035062 R02, "CFG-NAVSPG".
  private static func keyRequest() -> [UInt8]? {
    ConfigurationValue(ConfigurationKey(rawValue: 0x1011_0025), true).map {
      CfgValSet([$0], in: .ram).encode()
    }
  }

  /// CFG-NAVX5 that only sets `ackAiding`. Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-NAVX5:
  /// version at 0, bit 10 of `mask1` at 2, `ackAiding` at 17.
  private static func legacyRequest(version: UInt8) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 40)
    payload[0] = version
    payload[3] = 0x04
    payload[17] = 1
    return UBXFrame.encode(MessageID(.cfg, 0x23), payload.span)
  }

  // MARK: Messages

  private mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    guard let frame = nextMessage(at: now) else {
      return end(isComplete: true)
    }
    current = frame
    tries = 0
    report.sent += 1
    send(at: now, &port)
  }

  private mutating func nextMessage(at now: MonotonicTime) -> [UInt8]? {
    while step < 2 {
      step += 1
      if let frame = step == 1 ? timeMessage(at: now) : positionMessage() { return frame }
    }
    return data.next()
  }

  private mutating func send(at now: MonotonicTime, _ port: inout PortActions) {
    tries += 1
    // A repeated time message gives the time at its repetition.
    if step == 1, let frame = timeMessage(at: now) { current = frame }
    port.send(current)
    let transmission = Duration.transmission(of: current.count, at: baudRate)
    phase = report.isAcknowledged ? .waiting : .pacing
    // Twice the time on the line gives the receiver as long to process it.
    deadline = now + (report.isAcknowledged ? transmission + .seconds(1) : transmission * 2)
  }

  private mutating func answered(
    _ payload: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    if let answer = try? MgaAckData0.decode(payload).answer {
      guard isOfCurrent(answer) else { return }
      report.used += 1
    } else if let answer = try? MgaNakData0.decode(payload).answer {
      guard isOfCurrent(answer) else { return }
      report.lastReason = answer.reason.rawValue
      silentInARow = 0
      let passes = answer.reason == .notReady || answer.reason == .timeUnknown
      if passes, tries < Self.tryLimit {
        phase = .pausing
        deadline = now + .milliseconds(500)
        return
      }
      report.refused += 1
    } else {
      return
    }
    silentInARow = 0
    advance(at: now, &port)
  }

  /// Whether an answer is to the present message: it repeats its number and first four bytes.
  private func isOfCurrent(_ answer: AssistanceAnswer) -> Bool {
    guard current.count >= UBXFrame.overhead + 4, current[3] == answer.messageNumber else {
      return false
    }
    var expected: UInt32 = 0
    for index in 0..<4 { expected |= UInt32(current[6 + index]) << UInt32(8 * index) }
    return expected == answer.payloadStart
  }

  private func time(at now: MonotonicTime) -> Timestamp? {
    assistance.time.map { $0.utc + (now - $0.instant) }
  }

  private func timeMessage(at now: MonotonicTime) -> [UInt8]? {
    guard let time = time(at: now), let date = time.date, let clock = time.timeOfDay,
      let known = assistance.time
    else { return nil }
    var message = MgaIniTimeUTC()
    message.leapSeconds = assistance.leapSeconds
    message.year = UInt16(clamping: date.year)
    message.month = UInt8(clamping: date.month)
    message.day = UInt8(clamping: date.day)
    message.hour = UInt8(clamping: clock.hour)
    message.minute = UInt8(clamping: clock.minute)
    message.second = UInt8(clamping: clock.second)
    message.nanosecond = UInt32(clamping: clock.nanosecond)
    let accuracy = max(0, known.accuracy.wholeNanoseconds)
    message.accuracySeconds = UInt16(clamping: accuracy / 1_000_000_000)
    message.accuracyNanoseconds = UInt32(clamping: accuracy % 1_000_000_000)
    return message.encode()
  }

  private func positionMessage() -> [UInt8]? {
    guard let position = assistance.position, position.isValid else { return nil }
    var message = MgaIniPosLLH()
    message.latitude = position.latitude
    message.longitude = position.longitude
    message.ellipsoidalAltitude = assistance.ellipsoidalAltitude
    message.accuracy = assistance.positionAccuracy
    return message.encode()
  }

  private mutating func end(isComplete: Bool) {
    report.isComplete = isComplete
    report.skipped = data.skipped
    outcome = report
    phase = .ended
    deadline = nil
  }
}
