internal import CairnTypes

/// Sends commands and collects what is answered to each.
///
/// All go out at once, since behind a full line every answer is late, and answers come in the order of
/// the commands. What is not answered then is sent again, one by one. Some answers say only of which
/// kind the command was: where one such is missing, it is not known which, and all of that kind are sent
/// again.
struct CommandExchange: Sendable {
  /// What is known of a command.
  enum State: Equatable, Sendable {
    case awaited
    case done
    case failed(WishRefusal)
    /// Sent; its receiver does not answer it.
    case silent
  }

  /// How long an announced answer may take.
  private static let processing = Duration.seconds(3)
  /// Bytes of an answer, about.
  private static let answerLength = 32

  /// Of each command, in their order.
  private(set) var states: [State]
  /// Whether everything was sent, and answered as far as it will be.
  private(set) var isOver = false
  /// Whether nothing at all came between a command and the end of the wait for its answer.
  private(set) var isDeaf = false
  /// When the last command has left the line.
  private(set) var lastSent = MonotonicTime(nanoseconds: .min)

  private let commands: [SentenceCommand]
  /// The one that is sent alone; `nil` while all are awaited together.
  private var single: Int?
  private var exchange: Exchange?
  private var isHeard = false
  private let areTogether: Bool
  private let endsWhenDeaf: Bool

  /// - Parameters:
  ///   - commands: in the order in which they are sent.
  ///   - areTogether: whether one may be sent before another is answered. Where none may, what follows is
  ///     sent even if nothing at all is heard: the receiver may have been told to be silent.
  init(_ commands: [SentenceCommand], areTogether: Bool) {
    self.commands = commands
    self.areTogether = areTogether && commands.count > 1
    endsWhenDeaf = areTogether
    states = commands.map { $0.isAnswered ? .awaited : .silent }
  }

  /// When `fire` is due.
  var deadline: MonotonicTime? { exchange?.deadline }

  mutating func begin(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard areTogether, let last = commands.last else {
      return next(at: now, over: &line, &port)
    }
    for command in commands.dropLast() { _ = line.send(command.sentence, at: now, &port) }
    send(last, Self.answerLength &* commands.count, at: now, over: &line, &port)
    if !states.contains(.awaited) { isOver = true }
  }

  mutating func receive(
    _ frame: Span<UInt8>, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    isHeard = true
    guard !isOver, exchange != nil else { return }
    for index in single.map({ $0..<($0 &+ 1) }) ?? commands.indices
    where states[index] == .awaited {
      guard let verdict = commands[index].reply.verdict(frame) else { continue }
      switch verdict {
      case .waiting:
        exchange?.extend(to: now + Self.processing)
        return
      case .done: states[index] = .done
      case .failed(let reason): states[index] = .failed(reason)
      }
      if single != nil {
        next(at: now, over: &line, &port)
      } else if !states.contains(.awaited) {
        isOver = true
      }
      return
    }
  }

  mutating func fire(
    at now: MonotonicTime, _ traffic: LineTraffic, over line: inout Line,
    _ port: inout PortActions
  ) {
    guard !isOver, let deadline, now >= deadline else { return }
    if exchange?.waitsBehindReports(traffic, at: now) == true { return }
    guard let single else {
      askAgain()
      return next(at: now, over: &line, &port)
    }
    if exchange?.send(at: now, over: &line, &port) == true { return }
    if !isHeard, endsWhenDeaf {
      // Nothing came since the command was sent first: there is nobody.
      isDeaf = true
      isOver = true
      return
    }
    states[single] = .failed(.noAnswer)
    next(at: now, over: &line, &port)
  }

  /// Awaits all again whose kind lacks an answer.
  private mutating func askAgain() {
    for index in commands.indices where states[index] == .awaited {
      for other in commands.indices where commands[other].isOfKind(of: commands[index]) {
        states[other] = .awaited
      }
    }
  }

  /// Sends the next that is not answered, alone.
  private mutating func next(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    exchange = nil
    var index = single.map { $0 &+ 1 } ?? 0
    while commands.indices.contains(index) {
      if !isNeeded(index) {
        states[index] = .done
      } else if states[index] == .awaited {
        single = index
        return send(commands[index], Self.answerLength, at: now, over: &line, &port)
      } else if states[index] == .silent, !areTogether {
        lastSent = line.send(commands[index].sentence, at: now, &port)
      }
      index &+= 1
    }
    isOver = true
  }

  private func isNeeded(_ index: Int) -> Bool {
    switch commands[index].condition {
    case .always: true
    case .afterSuccess: index > 0 && states[index &- 1] == .done
    case .afterFailure: index > 0 && states[index &- 1] != .done
    }
  }

  private mutating func send(
    _ command: SentenceCommand, _ answerLength: Int, at now: MonotonicTime,
    over line: inout Line, _ port: inout PortActions
  ) {
    isHeard = false
    var exchange = Exchange(command.sentence, answerLength: answerLength)
    _ = exchange.send(at: now, over: &line, &port)
    lastSent = exchange.left
    self.exchange = exchange
  }
}
