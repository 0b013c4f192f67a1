internal import CairnTypes

/// Sends commands by sentences and collects what is answered to each.
///
/// All go out in one round, and what lacks its answer goes out again. Answers come in the order of the
/// commands: when the last one is there, what is missing was lost. Some answers say only of which kind the
/// command was: where one such is missing, what is reported afterwards shows which commands were taken. A
/// refusal counts the second time: it may be due to a command ahead that was lost.
/// Commands of which each has to be answered before the next go one by one.
struct SentenceExchange: Sendable {
  /// What is known of a command.
  enum State: Equatable, Sendable {
    case awaited
    case done
    case failed(WishRefusal)
    /// Sent; nothing says whether it was taken.
    case silent
  }

  /// How long an announced answer may take.
  private static let processing = Duration.seconds(3)
  /// Bytes of an answer, about.
  private static let answerLength = 32

  /// In the order in which they are sent.
  let commands: [SentenceCommand]
  /// Of each command.
  private(set) var states: [State]
  /// Whether everything was sent, and answered as far as it will be.
  private(set) var isOver = false
  private let areTogether: Bool
  /// The next one, where they go one by one.
  private var position = 0
  /// Those of this round.
  private var sent: [Int] = []
  /// Why each was refused, once.
  private var doubts: [WishRefusal?]
  private var round: Round

  /// - Parameters:
  ///   - commands: in the order in which they are sent.
  ///   - areTogether: whether one may be sent before another is answered. Where none may, what follows is
  ///     sent even if nothing at all is heard: the receiver may have been told to be silent.
  ///   - now: the time.
  init(_ commands: [SentenceCommand], areTogether: Bool, at now: MonotonicTime) {
    self.commands = commands
    self.areTogether = areTogether
    states = commands.map { $0.isAnswered ? .awaited : .silent }
    doubts = commands.map { _ in nil }
    round = Round(at: now)
  }

  var deadline: MonotonicTime? { isOver ? nil : round.deadline }

  /// When the last command has left the line.
  var left: MonotonicTime { round.left }

  /// Whether the receiver has said that it has taken in everything: the last command was answered.
  var isTakenIn: Bool {
    switch states.last {
    case .done, .failed(.refused), .failed(.unsupported): true
    default: false
    }
  }

  /// Whether something was asked, and nothing answered.
  var isVain: Bool { states.contains(.failed(.noAnswer)) && !round.wasAnswered }

  mutating func begin(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    send(at: now, over: &line, &port)
  }

  mutating func receive(
    _ frame: Span<UInt8>, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard !isOver else { return }
    for index in sent where states[index] == .awaited {
      guard let verdict = commands[index].verdict(frame) else { continue }
      round.noteAnswer(at: now)
      switch verdict {
      case .waiting: return round.wait(for: Self.processing)
      case .done: states[index] = .done
      case .failed(let reason):
        if areTogether, doubts[index] == nil {
          doubts[index] = reason
        } else {
          states[index] = .failed(reason)
        }
      }
      round.noteProgress()
      let isLast = index == sent.last
      if isLast, round.number == 1 { round.noteLastAnswer(at: now, over: &line) }
      if isLast || !sent.contains(where: { states[$0] == .awaited && doubts[$0] == nil }) {
        endRound(at: now, over: &line, &port)
      }
      return
    }
  }

  mutating func fire(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard !isOver, round.isOverdue(at: now, over: &line) else { return }
    endRound(at: now, over: &line, &port)
  }

  // MARK: - Rounds

  private mutating func endRound(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    let isExhausted = round.isExhausted(at: now)
    for index in sent where states[index] == .awaited {
      if isExhausted {
        states[index] = .failed(doubts[index] ?? .noAnswer)
      } else if doubts[index] == nil, round.isAnswered, hasLike(index) {
        for other in sent where commands[other].isOfKind(of: commands[index]) {
          states[other] = .silent
        }
      }
    }
    send(at: now, over: &line, &port)
  }

  /// Whether another command has the same answer.
  private func hasLike(_ index: Int) -> Bool {
    sent.contains { $0 != index && commands[$0].isOfKind(of: commands[index]) }
  }

  private mutating func send(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    sent = areTogether ? open : next()
    let answers = sent.count { states[$0] == .awaited }
    isOver = answers == 0
    guard !sent.isEmpty else { return }
    round.send(
      sent.map { commands[$0].sentence }, answerLength: answers &* Self.answerLength, at: now,
      over: &line, &port)
  }

  /// What lacks an answer. What is never answered goes again with the question behind it.
  private var open: [Int] {
    let isAll = round.number == 0 || states.last == .awaited
    return commands.indices.filter {
      states[$0] == .awaited || states[$0] == .silent && isAll
    }
  }

  /// The next command that is answered, behind those that are not and were not sent yet.
  private mutating func next() -> [Int] {
    var next: [Int] = []
    while position < commands.count {
      if !isNeeded(position) { states[position] = .done }
      if states[position] == .silent || states[position] == .awaited { next.append(position) }
      if states[position] == .awaited { break }
      position &+= 1
    }
    return next
  }

  private func isNeeded(_ index: Int) -> Bool {
    switch commands[index].condition {
    case .always: true
    case .afterSuccess: index > 0 && states[index &- 1] == .done
    case .afterFailure: index > 0 && states[index &- 1] != .done
    }
  }
}
