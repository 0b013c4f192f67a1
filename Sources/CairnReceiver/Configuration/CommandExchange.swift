internal import CairnTypes

/// Sends commands and collects what is answered to each.
///
/// All go out at once, since behind a full line every answer is late, and answers come in the order of
/// the commands. A round is over when all are answered, when the last one is, or when the answers are
/// overdue; what lacks one is sent again at once, together. Some answers say only of which kind the
/// command was: where one such is missing, it is not known which, and all of that kind are sent again,
/// one in each round.
///
/// Commands that are never answered go first in their round and are sent again as long as the question
/// that follows them lacks its answer: the line may have lost them as well.
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
  /// So often a command is sent at least, and for so long, before it is given up: as long as a receiver
  /// may be deaf that starts.
  private static let tries = 3
  private static let persistence = Duration.seconds(3)

  /// Of each command, in their order.
  private(set) var states: [State]
  /// Whether everything was sent, and answered as far as it will be.
  private(set) var isOver = false
  /// Whether nothing at all came between the first command and the end of the wait.
  private(set) var isDeaf = false
  /// When the last command has left the line.
  private(set) var lastSent = MonotonicTime(nanoseconds: .min)
  /// When `fire` is due.
  private(set) var deadline: MonotonicTime?

  private let commands: [SentenceCommand]
  /// Those whose answers this round waits for, in their order.
  private var round: [Int] = []
  private var rounds = 0
  /// Whether one of them was answered.
  private var isAnswered = false
  /// When the answers are due on a line that is quiet.
  private var due = MonotonicTime.distantFuture
  private var soonest = MonotonicTime(nanoseconds: 0)
  /// Before it bytes that pause say nothing of the answers.
  private var earliest = MonotonicTime(nanoseconds: 0)
  /// How often each was sent, and when first.
  private var tries: [(count: Int, since: MonotonicTime)]
  /// The next one, where each has to be answered before the next.
  private var position = 0
  private var isHeard = false
  /// Why each was refused, once.
  private var doubts: [WishRefusal?]
  private let areTogether: Bool
  private let isDamaged: Bool

  /// - Parameters:
  ///   - commands: in the order in which they are sent.
  ///   - areTogether: whether one may be sent before another is answered. Where none may, what follows is
  ///     sent even if nothing at all is heard: the receiver may have been told to be silent.
  ///   - isDamaged: whether the line damages what it carries. Then it takes two refusals: the checksum of a
  ///     sentence is right again where the same bit of two bytes was changed.
  init(_ commands: [SentenceCommand], areTogether: Bool, isDamaged: Bool) {
    self.commands = commands
    self.areTogether = areTogether
    self.isDamaged = isDamaged
    doubts = commands.map { _ in nil }
    states = commands.map { $0.isAnswered ? .awaited : .silent }
    tries = commands.map { _ in (0, MonotonicTime(nanoseconds: 0)) }
  }

  mutating func begin(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    if areTogether {
      send([Int](commands.indices), at: now, over: &line, &port)
    } else {
      next(at: now, over: &line, &port)
    }
  }

  /// Bytes came over a line that damages some: what is not answered when they pause was damaged.
  mutating func hasten(at now: MonotonicTime) {
    guard deadline != nil, now > earliest, now < due else { return }
    deadline = min(due, now + LineTraffic.pause)
  }

  mutating func receive(
    _ frame: Span<UInt8>, at now: MonotonicTime, _ traffic: LineTraffic, over line: inout Line,
    _ port: inout PortActions
  ) {
    isHeard = true
    guard !isOver else { return }
    for index in round where states[index] == .awaited {
      guard let verdict = commands[index].verdict(frame) else { continue }
      isAnswered = true
      switch verdict {
      case .waiting:
        due = now + Self.processing
        deadline = due
        return
      case .done: states[index] = .done
      case .failed(let reason) where isDoubtful(reason, of: index):
        doubts[index] = reason
        return
      case .failed(let reason): states[index] = .failed(reason)
      }
      let missing = round.count { states[$0] == .awaited }
      if missing == 0 || index == round.last {
        if traffic.wasQuiet(at: lastSent) { line.answerTime.note(max(.zero, now - soonest)) }
        return end(at: now, traffic, over: &line, &port)
      }
      // The others come behind it, with at most what is reported in between.
      due = min(
        due, now + line.duration(of: missing &* Self.answerLength) + line.answerTime.patience)
      deadline = due
      return
    }
  }

  /// Whether a refusal is not believed yet: it may be that of another command, or due to one ahead that was not
  /// understood, as a period is refused before the line has room.
  private func isDoubtful(_ reason: WishRefusal, of index: Int) -> Bool {
    guard isDamaged else { return false }
    return doubts[index] == nil || reason == .refused && states[..<index].contains(.awaited)
  }

  /// Sends commands again that were done, and are seen not to be any more.
  mutating func repeatCommands(
    _ indices: [Int], at now: MonotonicTime, _ traffic: LineTraffic, over line: inout Line,
    _ port: inout PortActions
  ) {
    for index in indices { states[index] = .awaited }
    end(at: now, traffic, over: &line, &port)
  }

  mutating func fire(
    at now: MonotonicTime, _ traffic: LineTraffic, over line: inout Line,
    _ port: inout PortActions
  ) {
    guard !isOver, let deadline, now >= deadline else { return }
    if let later = traffic.extended(due, at: now) { return self.deadline = later }
    if !isAnswered, now >= due { line.answerTime.backOff() }
    end(at: now, traffic, over: &line, &port)
  }

  // MARK: - Rounds

  /// Ends a round: gives up what was sent often and long enough, and begins the next.
  private mutating func end(
    at now: MonotonicTime, _ traffic: LineTraffic, over line: inout Line, _ port: inout PortActions
  ) {
    deadline = nil
    if rounds == 1, areTogether { awaitKindsAgain() }
    for index in round where states[index] == .awaited {
      let isTried =
        tries[index].count >= Self.tries && now - tries[index].since >= Self.persistence
      guard isTried || line.isVain(traffic, at: now) else { continue }
      states[index] = .failed(doubts[index] ?? .noAnswer)
      // Where none of its kind is understood the others need not be sent alone.
      let kind = commands.indices.filter { commands[$0].isOfKind(of: commands[index]) }
      guard !kind.contains(where: { states[$0] == .done }) else { continue }
      for other in kind where states[other] == .awaited { states[other] = .failed(.noAnswer) }
    }
    next(at: now, over: &line, &port)
  }

  /// Awaits all again whose kind lacks an answer; each has its own time from now on.
  private mutating func awaitKindsAgain() {
    for index in commands.indices where states[index] == .awaited {
      for other in commands.indices
      where other != index && states[other] != .silent
        && commands[other].isOfKind(of: commands[index])
      {
        states[other] = .awaited
        tries[other].count = 0
      }
    }
  }

  private mutating func next(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    if !areTogether { return nextAlone(at: now, over: &line, &port) }
    var round: [Int] = []
    for index in commands.indices where states[index] == .awaited {
      if !round.contains(where: { commands[$0].isOfKind(of: commands[index]) }) {
        round.append(index)
      }
    }
    guard let last = round.last else {
      isDeaf = !isHeard && states.contains(.failed(.noAnswer))
      return isOver = true
    }
    if last &+ 1 == commands.count {
      round = commands.indices.filter { states[$0] == .silent } + round
    }
    send(round, at: now, over: &line, &port)
  }

  /// Sends what is not answered up to the next that has to be.
  private mutating func nextAlone(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    while commands.indices.contains(position) {
      if states[position] == .awaited, isNeeded(position) {
        return send([position], at: now, over: &line, &port)
      }
      if !isNeeded(position) {
        states[position] = .done
      } else if states[position] == .silent {
        lastSent = line.send(commands[position].sentence, at: now, &port)
      }
      position &+= 1
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
    _ indices: [Int], at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    for index in indices {
      if tries[index].count == 0 { tries[index].since = now }
      tries[index].count &+= 1
      lastSent = line.send(commands[index].sentence, at: now, &port)
    }
    round = indices.filter { states[$0] == .awaited }
    guard !round.isEmpty else { return isOver = true }
    line.noteQuestion(at: now)
    rounds &+= 1
    isAnswered = false
    earliest = lastSent + line.answerTime.usual
    soonest = lastSent + line.duration(of: Self.answerLength &* round.count)
    due = soonest + line.answerTime.patience
    deadline = due
  }
}
