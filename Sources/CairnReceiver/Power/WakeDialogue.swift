public import CairnTypes
internal import CairnUBX

/// The speeds of a line whose receiver may forget the one it was set to.
public struct LineSpeeds: Equatable, Sendable {
  /// Baud: what the receiver was set to; `nil` for a port without a speed.
  public var working: UInt32?
  /// Baud: what it starts with after its configuration in RAM is lost; `nil` when it is the same, or
  /// stored.
  public var atStart: UInt32?

  /// - Parameters:
  ///   - working: baud, as it was set to.
  ///   - atStart: baud, as it starts; `nil` for the same.
  public init(working: UInt32? = nil, atStart: UInt32? = nil) {
    self.working = working
    self.atStart = atStart
  }
}

/// What a wake has come to.
public struct WakeReport: Equatable, Sendable {
  /// Whether configuration in RAM is lost and must be sent again.
  public var lostConfiguration: Bool
  /// Baud at which it answered, or was asked last; `nil` for a port without a speed.
  public var baudRate: UInt32?
  /// Whether valid frames came, though no answer: it talks, but does not listen.
  public var isTalking = false
}

/// Wakes a receiver and makes sure that it listens.
///
/// A byte on the line wakes it; it hears commands half a second later. A u-blox is asked for its
/// versions until it answers, of others a valid sentence is proof. Each attempt begins with the byte
/// again, waits longer, and changes to the other speed that the receiver may have.
public struct WakeDialogue: Dialogue {
  /// How the wake ended.
  public enum Outcome: Equatable, Sendable {
    /// It listens.
    case awake(WakeReport)
    /// It did not answer: it may be at another speed, or need its supply switched.
    case unresponsive(WakeReport)
  }

  /// What is known of the sleeper.
  public struct Request: Equatable, Sendable {
    /// What it was told to sleep by.
    public var method: SleepMethod
    /// The commands that it has answered.
    public var dialect: CommandDialect
    /// From the wake until it hears commands.
    public var latency = Duration.milliseconds(500)
    /// The speeds it may have.
    public var speeds = LineSpeeds()
    /// Whether anything may be sent to it.
    public var maySend = true

    /// The rest has its usual value.
    public init(_ method: SleepMethod, _ dialect: CommandDialect) {
      self.method = method
      self.dialect = dialect
    }
  }

  /// Edges on the input line at any speed, and no beginning of any frame.
  static let wakeBytes = [UInt8](repeating: 0xFF, count: 8)

  private enum Phase { case idle, rising, asking, ended }

  private let request: Request
  private var phase = Phase.idle
  private var deadline: MonotonicTime?
  private var attempt = 0
  private var isTalking = false
  public private(set) var outcome: Outcome?

  /// - Parameter request: what is known of the sleeper.
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

  /// The speed of the present attempt, the first being 1.
  private var baudRate: UInt32? {
    hasTwoSpeeds && attempt % 2 == 1 ? request.speeds.atStart : request.speeds.working
  }

  /// 1, 1, 2, 2, 3, 3 times or 1, 2, 3, 4 times.
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
      // Here and not with the question, because the message after a start may get lost.
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
    // A sentence comes once a second, an answer at once.
    deadline = now + .milliseconds(request.dialect.isUBX ? 1000 : 2500) * factor
  }

  private mutating func end(_ outcome: Outcome) {
    self.outcome = outcome
    phase = .ended
    deadline = nil
  }
}
