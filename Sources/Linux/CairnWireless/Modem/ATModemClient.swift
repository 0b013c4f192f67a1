internal import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Speaks to a modem by AT commands, on a port that no other program holds.
///
/// Isolation: belongs to its event loop.
final class ATModemClient: ModemClient {
  /// How long after it could not be opened, or did not answer, a modem is tried again, at first and
  /// at most.
  static let retryIntervals = Duration.seconds(60)...Duration.seconds(960)
  /// How often it is asked whether an obstacle has gone. Most modems also say so.
  static let obstacleInterval = Duration.seconds(300)

  typealias Open = (SourceAddress, SerialSettings) -> Result<any ByteSource, DeviceError>

  private let loop: EventLoop
  private let ports: ModemPorts
  private let openPort: Open
  private var onChange: ((ModemPresence) -> Void)?
  var onCue: ((CellCue) -> Void)?

  private var path: String?
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var session = ATSession()
  private var timer: (id: TimerID, due: MonotonicTime)?
  /// Called with the answers to what was asked, in that order.
  private var waiting: [(ATResponse) -> Void] = []
  private var dialect: ModemDialect?
  private var obstacle: ModemObstacle?
  private var later: TimerID?
  /// Asks for the obstacle after what the modem says by itself, which may have no end.
  private lazy var heeded = PacedLook(loop: loop) { [weak self] in
    if self?.dialect != nil { self?.askForObstacle() }
  }
  private var pause = retryIntervals.lowerBound

  init(_ ports: ModemPorts, loop: EventLoop, open: @escaping Open) {
    self.ports = ports
    self.loop = loop
    openPort = open
  }

  func start(_ onChange: @escaping (ModemPresence) -> Void) {
    self.onChange = onChange
    ports.start { [weak self] in self?.portsChanged() }
    portsChanged()
  }

  func stop() {
    onChange = nil
    ports.stop()
    close()
  }

  // MARK: The port

  private func portsChanged() {
    if let path, !ports.paths.contains(path) {
      close()
    } else if source != nil {
      return
    }
    open()
  }

  private func open() {
    guard onChange != nil, source == nil else { return }
    guard let path = ports.paths.first else {
      return lack("no modem's port for commands is known: a profile may name one, as modem: port:")
    }
    do throws(DeviceError) {
      let source = try openPort(.device(path), SerialSettings(baudRate: ports.baudRate)).get()
      self.source = source
      self.path = path
      reader = try ByteReader(
        source: source, loop: loop,
        onBytes: { [weak self] bytes, now in self?.take(bytes, at: now) },
        onEnd: { [weak self] _ in self?.lose("the modem has gone") })
    } catch {
      return lose("the modem cannot be asked: \(error.explanation)")
    }
    run(ModemIdentification()) { [weak self] dialect in
      guard let self else { return }
      guard let dialect else { return lose("the modem at \(path) answers no AT command") }
      self.dialect = dialect
      pause = Self.retryIntervals.lowerBound
      askForObstacle()
    }
  }

  /// Gives the port up, and tries again later.
  private func lose(_ reason: String) {
    close()
    lack(reason)
    schedule(after: pause) { $0.open() }
    pause = min(pause * 2, Self.retryIntervals.upperBound)
  }

  private func lack(_ reason: String) { onChange?(.absent(reason, isFree: false)) }

  private func close() {
    reader?.stop()
    reader = nil
    source?.close()
    source = nil
    path = nil
    dialect = nil
    obstacle = nil
    if let timer { loop.cancel(timer.id) }
    timer = nil
    if let later { loop.cancel(later) }
    later = nil
    heeded.cancel()
    session = ATSession()
    let lost = waiting
    waiting = []
    for handler in lost { handler(ATResponse([], .timeout)) }
  }

  private func schedule(after pause: Duration, _ next: @escaping (ATModemClient) -> Void) {
    if let later { loop.cancel(later) }
    later = loop.schedule(at: loop.now() + pause) { [weak self] in
      guard let self else { return }
      later = nil
      next(self)
    }
  }

  // MARK: Questions

  private func askForObstacle() {
    run(ObstacleInquiry()) { [weak self] in self?.note($0) }
  }

  private func note(_ obstacle: ModemObstacle?) {
    guard dialect != nil else { return }
    self.obstacle = obstacle
    onChange?(.present(obstacle.map { ModemTrouble(.obstacle($0), $0.words) }))
    guard obstacle != nil else { return }
    schedule(after: Self.obstacleInterval) { $0.askForObstacle() }
  }

  // The modem tells its cell in any case.
  func findCells(
    mayEnable: Bool, _ reply: @escaping (Result<[CellSighting], ModemTrouble>) -> Void
  ) {
    guard let dialect else { return reply(.failure(.noAnswer)) }
    run(CellInquiry(dialect)) { [weak self] result in
      switch result {
      case .success(let cells): reply(.success(cells))
      case .failure(.obstacle(let obstacle)):
        reply(.failure(ModemTrouble(.obstacle(obstacle), obstacle.words)))
        self?.note(obstacle)
      case .failure(.notRegistered):
        reply(.failure(ModemTrouble(.nothing, "the modem is not registered in a network")))
      case .failure:
        reply(.failure(.noAnswer))
        // It may have been reset, and would not be as it was prepared.
        self?.lose(ModemTrouble.noAnswer.words)
      }
    }
  }

  func setReceiver(isOn: Bool, _ done: @escaping (Result<SentenceWay, ModemTrouble>) -> Void) {
    guard let dialect else { return done(.failure(.noAnswer)) }
    run(ReceiverInquiry(dialect, isOn: isOn)) { outcome in
      switch outcome {
      case .done: done(.success(.port))
      case .refused(let code):
        let number = code.map { " with error \($0)" } ?? ""
        done(.failure(ModemTrouble(.failure, "the modem does not switch its receiver\(number)")))
      case .unsupported:
        done(
          .failure(
            ModemTrouble(
              .absent, "no command is known that switches the receiver of this modem")))
      default: done(.failure(.noAnswer))
      }
    }
  }

  func readSentences(_ reply: @escaping (String?) -> Void) { reply(nil) }

  /// Nothing was changed that anybody else would notice.
  func giveBack(_ done: @escaping () -> Void) { done() }

  // MARK: The session

  private func run<Inquiry: ModemInquiry>(
    _ inquiry: Inquiry, after response: ATResponse? = nil,
    _ done: @escaping (Inquiry.Outcome) -> Void
  ) {
    var inquiry = inquiry
    switch inquiry.next(after: response, at: loop.now()) {
    case .done(let outcome): done(outcome)
    case .ask(let command):
      let rest = inquiry
      ask(command) { [weak self] in self?.run(rest, after: $0, done) }
    }
  }

  private func ask(_ command: ATCommand, _ reply: @escaping (ATResponse) -> Void) {
    var events: [ATSession.Event] = []
    guard source != nil, session.ask(command, at: loop.now(), &events) else {
      return reply(ATResponse([], .timeout))
    }
    waiting.append(reply)
    perform(events)
  }

  private func take(_ bytes: borrowing Span<UInt8>, at now: MonotonicTime) {
    var events: [ATSession.Event] = []
    session.receive(bytes, at: now, &events)
    perform(events)
  }

  private func perform(_ events: [ATSession.Event]) {
    for event in events {
      switch event {
      case .send(let bytes):
        do throws(DeviceError) { _ = try source?.write(bytes.span) } catch {
          return lose("the modem cannot be asked: \(error.explanation)")
        }
      case .answered(let response):
        guard !waiting.isEmpty else { return }
        waiting.removeFirst()(response)
      case .unsolicited(let line): heed(line)
      }
    }
    updateTimer()
  }

  private func updateTimer() {
    let due = session.nextDeadline
    guard due != timer?.due else { return }
    if let timer { loop.cancel(timer.id) }
    timer = due.map { due in
      let id = loop.schedule(at: due) { [weak self] in
        guard let self else { return }
        timer = nil
        var events: [ATSession.Event] = []
        session.fire(at: loop.now(), &events)
        perform(events)
      }
      return (id, due)
    }
  }

  /// Acts on what the modem says by itself.
  private func heed(_ line: String) {
    func begins(_ prefix: String) -> Bool { line.utf8.starts(with: prefix.utf8) }
    if begins("+CPIN:") || begins("+CFUN:") {
      heeded.note()
    } else if begins("+CEREG:") || begins("+CREG:") {
      if obstacle != nil { heeded.note() }
      onCue?(.changed)
    }
  }
}

extension ModemObstacle {
  /// For a person, where nobody else manages the modem.
  fileprivate var words: String {
    switch self {
    case .simMissing: "the modem has no SIM card"
    case .simUnreadable: "the modem cannot read its SIM card"
    case .pinAsked:
      "the SIM card asks for its PIN: start ModemManager and enter it, or switch the PIN off"
    case .switchedOff: "the modem's radio is switched off: `AT+CFUN=1` switches it on"
    default: "the modem does not work"
    }
  }
}

extension ModemTrouble {
  fileprivate static let noAnswer = ModemTrouble(.absent, "the modem does not answer")
}
