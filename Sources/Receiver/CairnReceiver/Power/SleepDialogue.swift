public import CairnTypes
internal import CairnUBX

/// Sends a receiver to sleep by a command and verifies that it went.
///
/// No receiver acknowledges this reliably: u-blox never, others sometimes. Backup and standby are
/// confirmed by silence, a mere stop of GNSS by an answer after it. A receiver that keeps talking
/// is asked again, a u-blox finally in the shorter form of M8 and older.
public struct SleepDialogue: Dialogue {
  /// How the request ended.
  public enum Outcome: Equatable, Sendable {
    /// The receiver sleeps; it wakes by itself at that time, if it was told one.
    case asleep(wakesItself: MonotonicTime?)
    /// The receiver keeps talking after every form of the request.
    case refused
  }

  /// A request to sleep.
  public struct Request: Equatable, Sendable {
    /// `.backupCommand` or `.stopCommand`; switching a supply needs no dialogue.
    public var method: SleepMethod
    /// The command language that the receiver has answered in.
    public var dialect: CommandDialect
    /// Time after which it wakes by itself, from a second to `longestSleep`. No receiver is ever
    /// sent to backup without an end.
    public var duration = SleepDialogue.longestSleep
    /// Inputs that wake it earlier.
    public var wakeSources: WakeSources = .serialInput
    /// The present interval of its reports.
    public var reportInterval = Duration.seconds(1)
    /// Whether it may already be asleep: then it is woken first, as the request would only wake it.
    public var wakesFirst = false
    /// Time from a byte on its input until it accepts commands.
    public var wakeLatency = Duration.milliseconds(500)
    /// Whether it is known to be older than protocol version 18, which only has the short form.
    public var knowsShortFormOnly = false

    /// Creates a request with the usual values for the rest.
    public init(_ method: SleepMethod, _ dialect: CommandDialect) {
      self.method = method
      self.dialect = dialect
    }
  }

  /// 12 days. Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-RXM-PMREQ, "duration".
  public static let longestSleep = Duration.seconds(1_036_800)

  private enum Phase { case idle, waking, quieting, stopping, polling, ended }

  private let request: Request
  private var phase = Phase.idle
  private var deadline: MonotonicTime?
  private var attempt = 0
  private var sentAt: MonotonicTime?
  /// When it was last asked or heard: the start of its sleep, once that is confirmed.
  private(set) var quietSince: MonotonicTime?
  public private(set) var outcome: Outcome?

  /// - Parameter request: what to ask for.
  public init(_ request: Request) { self.request = request }

  public var nextDeadline: MonotonicTime? { deadline }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard phase == .idle else { return }
    guard request.wakesFirst else { return ask(at: now, &port) }
    port.send(WakeDialogue.wakeBytes)
    phase = .waking
    deadline = now + request.wakeLatency
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard info.isChecked, let sentAt else { return }
    switch phase {
    case .quieting:
      if request.method == .stopCommand,
        StandbyCommands(request.dialect)?.confirmsStop(frame) ?? false
      {
        return end(.asleep(wakesItself: nil))
      }
      // It still talks: the request may be on its way, and some receivers finish other work first.
      if now - sentAt < patience {
        quietSince = now
        deadline = now + silence
      } else {
        ask(at: now, &port)
      }
    case .polling where UBXFrame.messageID(of: frame) == MonVer.id:
      end(.asleep(wakesItself: nil))
    case .idle, .waking, .stopping, .polling, .ended: break
    }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard let deadline, deadline <= now else { return }
    switch phase {
    case .waking, .polling: ask(at: now, &port)
    case .quieting:
      let end: MonotonicTime? =
        request.method == .backupCommand ? sentAt.map { $0 + boundedDuration } : nil
      self.end(.asleep(wakesItself: end))
    case .stopping:
      phase = .polling
      port.send(UBXFrame.poll(MonVer.id))
      self.deadline = now + .seconds(1)
    case .idle, .ended: self.deadline = nil
    }
  }

  /// The requested duration, at least a second and never endless.
  private var boundedDuration: Duration {
    min(max(request.duration, .seconds(1)), Self.longestSleep)
  }

  /// A silence longer than the pause between two reports.
  private var silence: Duration {
    request.reportInterval + request.reportInterval / 2 + .milliseconds(500)
  }

  /// How long talking is tolerated; the last time, as long as AssistNow Autonomous delays the
  /// sleep: "rarely more than 20 s" (u-blox integration manuals of M9 and M10).
  private var patience: Duration {
    attempt == attempts ? .seconds(20) + silence : .seconds(3) + request.reportInterval * 2
  }

  private var attempts: Int { request.method == .backupCommand ? 4 : 3 }

  private mutating func ask(at now: MonotonicTime, _ port: inout PortActions) {
    guard attempt < attempts else { return end(.refused) }
    attempt += 1
    sentAt = now
    quietSince = now
    switch request.method {
    case .backupCommand where request.dialect.isUBX:
      port.send(backupRequest())
      quiet(from: now)
    case .stopCommand where request.dialect.isUBX:
      var stop = CfgRst()
      stop.mode = .stopGNSS
      port.send(stop.encode())
      phase = .stopping
      // The message after a reset may be lost.
      deadline = now + .milliseconds(500)
    case .stopCommand:
      guard let commands = StandbyCommands(request.dialect) else { return end(.refused) }
      port.send(commands.stop)
      quiet(from: now)
    case .supply, .backupCommand: end(.refused)
    }
  }

  private mutating func quiet(from now: MonotonicTime) {
    phase = .quieting
    deadline = now + silence
  }

  private func backupRequest() -> [UInt8] {
    guard !request.knowsShortFormOnly, attempt <= 2 else {
      var message = RxmPMReqShort()
      message.duration = boundedDuration.inSeconds
      message.flags.backup = true
      return message.encode()
    }
    var message = RxmPMReq()
    message.duration = boundedDuration.inSeconds
    message.flags.backup = true
    message.flags.force = true
    message.wakeUpSources.uart = true
    message.wakeUpSources.input0 = request.wakeSources.contains(.externalInterrupt)
    return message.encode()
  }

  private mutating func end(_ outcome: Outcome) {
    self.outcome = outcome
    phase = .ended
    deadline = nil
  }
}
