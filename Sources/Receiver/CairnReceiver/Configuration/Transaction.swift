internal import CairnTypes
internal import CairnUBX

/// Asks for groups of settings, writes what differs, reads it back, and repeats what is missing.
///
/// All that is open goes out in one round, since behind a full line every answer is late. A value says what
/// it is of, whenever it comes. Acceptances and refusals name only a kind of message: they count where
/// there are as many as open groups of that kind, in a round to which everything that comes belongs. After
/// a round that lacked answers, a question ends each: its answer, which nothing else looks like, comes
/// behind all others.
struct Transaction: Sendable {
  /// Without any progress it goes on for so many rounds, and so long: longer than a receiver that starts
  /// is deaf.
  private static let rounds = 3
  private static let persistence = Duration.milliseconds(3500)
  /// The same while something else is answered.
  private static let persistenceWhenAnswered = Duration.seconds(8)
  /// Bytes that mean nothing: four times as many are the longest message that receivers take.
  private static let filler = [UInt8](repeating: 0xFF, count: 256)
  /// How long an announced answer may take.
  private static let processing = Duration.seconds(3)

  /// States of requirements, in the order in which they became known.
  private(set) var results: [(wish: Int, state: WishLedger.State)] = []
  /// Wishes of commands that were sent and are not answered: what comes afterwards shows them.
  private(set) var unanswered: [Int] = []
  private(set) var isOver = false
  /// Why the first group was not taken that was not; `nil` when all were, as far as the receiver says.
  private(set) var failure: WishRefusal?
  /// Whether anything was answered in the last round.
  var isAnswered: Bool { round.isAnswered }
  /// Whether nothing at all was answered at the end.
  private(set) var isDeaf = false
  /// Groups that are not settled; in a transaction that only compares, those that differ.
  private(set) var groups: [SettingGroup]
  /// When `fire` is due.
  private(set) var deadline = MonotonicTime.distantFuture

  private let options: Options
  private var round = Round()
  /// Rounds since the last progress, the silent ones of them in turn, and when that was.
  private var fruitless = (rounds: 0, silent: 0, since: MonotonicTime(nanoseconds: 0))

  struct Options: Sendable {
    /// Question that ends a round after one with missing answers; `nil` if the dialect has none.
    var fence: RoundFence?
    /// Goes ahead of a round while sentences fill the line.
    var muting: [UInt8] = []
    /// Whether nothing is written.
    var comparesOnly = false
    /// Whether the line damages what it carries.
    var isDamaged = false
  }

  private struct Member: Sendable {
    let place: Int
    let name: [UInt8]
    let isWriting: Bool
    /// How many acceptances, or refusals, answer it.
    let acknowledgements: Int
  }

  /// Groups that are sent together, and the answers to them.
  private struct Round: Sendable {
    /// The groups that are answered, in order.
    var sent: [Member] = []
    /// Places of those whose values have come.
    var settled: [Int] = []
    /// Acceptances and refusals, by what they name.
    var replies: [(name: [UInt8], refusal: WishRefusal?)] = []
    /// Whether a question ends it.
    var isFenced = false
    /// When all of it had left, and when the answers are due on a quiet line.
    var left = MonotonicTime(nanoseconds: 0)
    var due = MonotonicTime.distantFuture
    var isAnswered = false
  }

  init(_ groups: [SettingGroup], _ options: Options) {
    self.groups = groups
    self.options = options
  }

  mutating func begin(at now: MonotonicTime, over line: inout Line, _ port: inout PortActions) {
    fruitless.since = now
    send(at: now, over: &line, &port)
  }

  private mutating func send(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard !groups.isEmpty else { return isOver = true }
    round = Round()
    fruitless.rounds &+= 1
    if !options.muting.isEmpty, line.hasSentences {
      // It is accepted by the same name as others are.
      round.left = line.send(options.muting, at: now, &port)
      line.hasSentences = false
      line.isClear = false
    }
    if options.fence != nil, fruitless.silent > 0 {
      // It may wait for the rest of a message whose length was damaged.
      _ = line.send(Self.filler, at: now, &port)
    }
    var answers = 0
    for index in groups.indices {
      if groups[index].isLast, groups[index].isWriting, groups.count > 1 { continue }
      // Answers that are alike are told apart by their order only while all come.
      let member = Member(
        place: index, name: groups[index].name, isWriting: groups[index].isWriting,
        acknowledgements: groups[index].acknowledgements)
      if fruitless.rounds > 1, groups[index].isCommand, groups[index].isAnswered,
        round.sent.contains(where: { $0.name == member.name })
      {
        continue
      }
      if groups[index].isAnswered { round.sent.append(member) }
      round.left = line.send(groups[index].request, at: now, &port)
      // That it is lost shows seconds later.
      if options.isDamaged, !groups[index].isAnswered || groups[index].wishes.isEmpty {
        round.left = line.send(groups[index].request, at: now, &port)
      }
      answers &+= groups[index].answerLength
    }
    if let fence = options.fence, options.isDamaged || !line.isClear || fruitless.rounds > 1,
      line.fences.sent &- line.fences.passed < RoundFence.count
    {
      round.isFenced = true
      line.fences.sent &+= 1
      // One answer more every other time: who loses every second does not lose the same ones again.
      if line.fences.sent % 2 == 0 { _ = line.send(ReceiverQuery.uBloxNumber, at: now, &port) }
      round.left = line.send(fence.request(line.fences.sent), at: now, &port)
      answers &+= UBXFrame.overhead &* 2 &+ 12
    }
    round.due = round.left + line.duration(of: answers) + line.patience
    deadline = round.due
    if round.sent.isEmpty {
      end(isWhole: true, at: now, over: &line, &port)
    }
  }

  // MARK: - What comes

  mutating func receive(
    _ frame: Span<UInt8>, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard !isOver else { return }
    for member in round.sent {
      let isSettled = round.settled.contains(member.place)
      guard let reply = groups[member.place].reply(frame, named: member.name) else { continue }
      round.isAnswered = true
      switch reply {
      case .values where isSettled: continue
      case .values(let values): take(values, of: member.place, at: now)
      case .done:
        results += groups[member.place].wishes.map { ($0, .applied) }
        groups[member.place].isDone = true
        round.settled.append(member.place)
      case .accepted: round.replies.append((member.name, nil))
      case .refused(let reason): round.replies.append((member.name, reason))
      case .waiting:
        round.due = now + Self.processing
        deadline = round.due
      }
      return endIfComplete(at: now, over: &line, &port)
    }
    if let remainder = options.fence?.remainder(answeredBy: frame) {
      pass(remainder, at: now, over: &line, &port)
    }
  }

  /// A question that ended a round was answered: what comes from now on was said afterwards.
  private mutating func pass(
    _ remainder: Int, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    round.isAnswered = true
    let count = RoundFence.count
    let number = line.fences.sent &- (line.fences.sent &- remainder &+ count) % count
    line.fences.passed = max(line.fences.passed, number)
    if round.isFenced, number == line.fences.sent {
      if now > round.left { end(isWhole: true, at: now, over: &line, &port) }
    } else if number == line.fences.sent &- (round.isFenced ? 1 : 0) {
      // What came before was said of the round before.
      round.replies = []
      round.settled.removeAll { !groups[$0].isEmpty && groups[$0].isWriting }
      line.isClear = true
    }
  }

  private mutating func take(_ values: [UInt64?], of place: Int, at now: MonotonicTime) {
    let count = results.count
    let wasWriting = groups[place].isWriting
    results += groups[place].take(values)
    round.settled.append(place)
    if results.count > count || !wasWriting { note(progressAt: now) }
  }

  private mutating func note(progressAt now: MonotonicTime) {
    fruitless = (fruitless.rounds > 1 ? 1 : 0, 0, now)
  }

  /// Ends a round in which everything has been answered.
  private mutating func endIfComplete(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    let isComplete = round.sent.allSatisfy { member in
      let replies = round.replies.filter { $0.name == member.name }
      if round.settled.contains(member.place) {
        // Behind the value comes an acceptance that may be that of another group.
        return member.acknowledgements < 2 || groups[member.place].found.isEmpty
          || replies.count >= acknowledgements(member.name)
      }
      // A value follows each write, refused or not.
      let isAsked = round.sent.allSatisfy { $0.name != member.name || !$0.isWriting }
      let open = round.sent.count { $0.name == member.name && !round.settled.contains($0.place) }
      return groups[member.place].isCommand && replies.count >= open
        || isAsked && replies.count { $0.refusal != nil } >= open
    }
    guard isComplete else { return }
    line.noteAnswer(after: max(.zero, now - round.left))
    // An acceptance that is still to come would count in the next round.
    let lacksAcceptance = round.sent.contains { member in
      options.fence == .legacy
        && round.replies.count { $0.name == member.name } < acknowledgements(member.name)
    }
    end(isWhole: line.isClear && !lacksAcceptance, at: now, over: &line, &port)
  }

  mutating func fire(at now: MonotonicTime, over line: inout Line, _ port: inout PortActions) {
    guard !isOver, now >= deadline else { return }
    if let later = line.extended(round.due, at: now) { return deadline = later }
    end(isWhole: false, at: now, over: &line, &port)
  }

  // MARK: - The end of a round

  /// Ends a round; it is whole when nothing that comes from now on can belong to it.
  private mutating func end(
    isWhole: Bool, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    let before = (results.count, groups.count)
    decide(isClear: line.isClear)
    groups.removeAll { $0.isEmpty }
    // What is not answered was taken in with the last that is, as far as anything shows it.
    if !groups.contains(where: { $0.isAnswered }) {
      unanswered += groups.flatMap { $0.wishes }
      groups = []
    }
    if (results.count, groups.count) != before { note(progressAt: now) }
    line.isClear = isWhole
    let isDone = groups.allSatisfy { options.comparesOnly && $0.isWriting }
    if isDone { return isOver = true }
    fruitless.silent = round.isAnswered ? 0 : fruitless.silent &+ 1
    if !round.isAnswered { line.backOff() }
    let persistence =
      fruitless.silent >= Self.rounds ? Self.persistence : Self.persistenceWhenAnswered
    if fruitless.rounds >= Self.rounds, now - fruitless.since >= persistence { return giveUp() }
    send(at: now, over: &line, &port)
  }

  /// Acceptances and refusals by a name that a round without losses brings.
  private func acknowledgements(_ name: [UInt8]) -> Int {
    round.sent.reduce(0) { $1.name == name ? $0 &+ $1.acknowledgements : $0 }
  }

  /// Settles what acceptances and refusals tell.
  private mutating func decide(isClear: Bool) {
    var names: [[UInt8]] = []
    for member in round.sent where !names.contains(member.name) { names.append(member.name) }
    for name in names {
      let members = round.sent.filter { $0.name == name }
      let refusals = round.replies.filter { $0.name == name }.map { $0.refusal }
      if groups[members[0].place].isCommand {
        if refusals.count >= members.count { obey(members.map { $0.place }, refusals) }
        continue
      }
      let open = members.map { $0.place }.filter {
        !round.settled.contains($0) || !groups[$0].found.isEmpty
      }
      let isWritten = members.contains { $0.isWriting }
      if isClear, isWritten, refusals.count == acknowledgements(name) {
        // As many as there can be: they are in the order of the groups.
        var position = 0
        for member in members {
          if open.contains(member.place) { judge(member.place, refusals[position]) }
          position &+= member.acknowledgements
        }
      } else if isClear, refusals.count(where: { $0 != nil }) == open.count {
        for place in open { judge(place, refusals.compactMap { $0 }.first) }
      } else if refusals.contains(where: { $0 != nil }) {
        for place in open { groups[place].isDivided = true }
      }
    }
    groups = groups.flatMap { $0.isDivided ? $0.parts : [$0] }
  }

  /// A group that is not as wished was accepted, or refused for a reason.
  private mutating func judge(_ place: Int, _ refusal: WishRefusal?) {
    let group = groups[place]
    if refusal != nil, !group.isWriting, group.isOfMemory {
      // A key that was never stored there cannot be read.
      return groups[place].isWriting = true
    }
    if refusal != nil, group.parts.count > 1 { return groups[place].isDivided = true }
    guard refusal != nil || group.isWriting && !group.found.isEmpty else { return }
    guard refusal == nil else { return fail(place, group.isWriting ? .refused : .unsupported) }
    // What was accepted may have been another group, once.
    guard group.doubt != nil else { return groups[place].doubt = .notKept(found: 0) }
    for (wish, found) in zip(group.wishes, group.found) {
      failure = failure ?? .notKept(found: found ?? 0)
      results.append((wish, .refused(.notKept(found: found ?? 0))))
    }
    groups[place].isDone = true
  }

  private mutating func fail(_ place: Int, _ reason: WishRefusal) {
    failure = failure ?? reason
    results += groups[place].wishes.map { ($0, .refused(reason)) }
    groups[place].isDone = true
  }

  /// Commands of a kind were answered, as many as there were: in their order.
  private mutating func obey(_ members: [Int], _ refusals: [WishRefusal?]) {
    for (index, refusal) in zip(members, refusals) {
      if let refusal {
        // It may be due to one ahead that was not understood, as a period is refused before there is room.
        let isEarly = groups[..<index].contains { $0.isAnswered && !$0.isDone }
        if isEarly {
          groups[index].doubt = refusal
          continue
        }
        fail(index, refusal)
      } else {
        results += groups[index].wishes.map { ($0, .applied) }
        groups[index].isDone = true
      }
    }
  }

  /// Nothing more becomes known.
  private mutating func giveUp() {
    isDeaf = fruitless.silent >= Self.rounds
    for place in groups.indices {
      fail(place, groups[place].isCommand ? groups[place].doubt ?? .noAnswer : .noAnswer)
    }
    isOver = true
  }
}
