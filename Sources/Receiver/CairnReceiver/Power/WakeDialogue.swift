public import CairnTypes
internal import CairnUBX

/// The speeds of a line whose receiver may forget its configured speed.
public struct LineSpeeds: Equatable, Sendable {
  /// The configured speed in baud; `nil` for a port without a speed.
  public var working: UInt32?
  /// The speed in baud after the configuration in RAM is lost; `nil` if it is the same, or stored.
  public var atStart: UInt32?

  /// - Parameters:
  ///   - working: the configured speed in baud.
  ///   - atStart: the speed in baud after a start; `nil` for the same.
  public init(working: UInt32? = nil, atStart: UInt32? = nil) {
    self.working = working
    self.atStart = atStart
  }
}

/// The result of a wake.
public struct WakeReport: Equatable, Sendable {
  /// Whether the configuration in RAM is lost and must be sent again.
  public var lostConfiguration: Bool
  /// The speed at which it answered or was last asked, in baud; `nil` for a port without a speed.
  public var baudRate: UInt32?
  /// Whether valid frames came without an answer: it talks but does not listen.
  public var isTalking = false
}

/// Wakes a receiver and makes sure that it listens.
///
/// A byte on the line wakes it; it accepts commands half a second later. A u-blox is asked for its
/// versions until it answers; for others, a valid sentence is proof. Each attempt starts with the
/// byte again, waits longer, and switches to the other speed that the receiver may have.
public struct WakeDialogue: Dialogue {
  /// How the wake ended.
  public enum Outcome: Equatable, Sendable {
    /// It is awake and listens.
    case awake(WakeReport)
    /// It did not answer: it may be at another speed, or need a power cycle.
    case unresponsive(WakeReport)
  }

  /// The sleeping receiver's state and settings.
  public struct Request: Equatable, Sendable {
    /// How it was sent to sleep.
    public var method: SleepMethod
    /// The command language that it has answered in.
    public var dialect: CommandDialect
    /// Time from the wake until it accepts commands.
    public var latency = Duration.milliseconds(500)
    /// The line speeds that it may have.
    public var speeds = LineSpeeds()
    /// Whether the host may send anything to it.
    public var maySend = true

    /// Creates a request with the usual values for the rest.
    public init(_ method: SleepMethod, _ dialect: CommandDialect) {
      self.method = method
      self.dialect = dialect
    }
  }

  /// Bytes that make edges on the input at any speed and begin no frame.
  static let wakeBytes = [UInt8](repeating: 0xFF, count: 8)

  private enum Phase { case idle, rising, asking, ended }

  private let request: Request
  private var phase = Phase.idle
  private var deadline: MonotonicTime?
  private var attempt = 0
  private var isTalking = false
  public private(set) var outcome: Outcome?

  /// - Parameter request: what is known about the sleeping receiver.
  public init(_ request: Request) { self.request = request }

  public var nextDeadline: MonotonicTime? { deadline }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard phase == .idle else { return }
    if request.method == .supply { port.setSupply(isOn: true) }
    rouse(at: now, &port)
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard phase == .asking || phase == .rising, info.isChecked else { return }
    isTalking = true
    let isProof =
      request.dialect.isUBX && request.maySend
      ? UBXFrame.messageID(of: frame) == MonVer.id : phase == .asking
    if isProof { end(.awake(report)) }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard let deadline, deadline <= now else { return }
    switch phase {
    case .rising: ask(at: now, &port)
    case .asking where attempt < attempts: rouse(at: now, &port)
    case .asking: end(.unresponsive(report))
    case .idle, .ended: self.deadline = nil
    }
  }

  private var losesConfiguration: Bool { request.method != .stopCommand }

  private var hasTwoSpeeds: Bool {
    guard losesConfiguration, let atStart = request.speeds.atStart else { return false }
    return atStart != request.speeds.working
  }

  private var attempts: Int { hasTwoSpeeds ? 6 : 4 }

  /// The speed of the present attempt; the first attempt is 1.
  private var baudRate: UInt32? {
    hasTwoSpeeds && attempt % 2 == 1 ? request.speeds.atStart : request.speeds.working
  }

  /// The factor of the waits: 1, 1, 2, 2, 3, 3 with two speeds, otherwise 1, 2, 3, 4.
  private var factor: Int { hasTwoSpeeds ? (attempt + 1) / 2 : attempt }

  private var report: WakeReport {
    WakeReport(
      lostConfiguration: losesConfiguration, baudRate: baudRate, isTalking: isTalking)
  }

  private mutating func rouse(at now: MonotonicTime, _ port: inout PortActions) {
    let before = baudRate
    attempt += 1
    let needsByte = request.method == .backupCommand || !request.dialect.isUBX || attempt > 1
    if needsByte, request.maySend { port.send(Self.wakeBytes) }
    if request.method == .stopCommand, request.dialect.isUBX, request.maySend {
      // Sent here and not with the question, because the message after a start may be lost.
      var start = CfgRst()
      start.mode = .startGNSS
      port.send(start.encode())
    }
    if let baudRate, attempt == 1 ? hasTwoSpeeds : baudRate != before {
      port.setBaudRate(baudRate)
    }
    phase = .rising
    deadline = now + request.latency * factor
  }

  private mutating func ask(at now: MonotonicTime, _ port: inout PortActions) {
    if request.maySend {
      if request.dialect.isUBX {
        port.send(UBXFrame.poll(MonVer.id))
      } else if request.method == .stopCommand,
        let commands = StandbyCommands(request.dialect)
      {
        port.send(commands.start)
      }
    }
    phase = .asking
    // A sentence comes once a second, an answer immediately.
    deadline = now + .milliseconds(request.dialect.isUBX ? 1000 : 2500) * factor
  }

  private mutating func end(_ outcome: Outcome) {
    self.outcome = outcome
    phase = .ended
    deadline = nil
  }
}
