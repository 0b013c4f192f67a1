internal import CairnTypes
internal import CairnUBX

/// Groups that are asked for, and written where they are not as they shall be, in one go: each is known by
/// its answer.
///
/// A receiver that is late then costs one wait instead of one for each, and so does a line that damages
/// what it carries. What a round leaves open goes out again together, and what is known to be different is
/// written beside what is asked for again. Only values count: whether they were written before they were
/// read does not matter once they are as they shall be.
///
/// Refusals and acknowledgements name no group. A group with a refused setting is divided. What then is
/// refused is known by number: more refusals in a round than the groups left open, but for one, can have.
/// A round for that is one to which everything that comes belongs, because the answer to the question
/// behind the round before has come. Where numbers do not tell, groups go alone.
struct Volley: Sendable {
  /// What has come in a round.
  struct Round: Sendable {
    /// How often each request was sent at once.
    var copies = 1
    /// Groups that were written.
    var written = 0
    var settled = 0
    var acknowledged = 0
    /// The names in refusals.
    var refusals: [MessageID] = []
    /// Groups with other values than were written, and the values.
    var different: [(group: [Int], values: [UInt64?])] = []

    /// Whether anything came that belongs to it.
    var isAnswered: Bool {
      settled > 0 || acknowledged > 0 || !refusals.isEmpty || !different.isEmpty
    }
  }

  /// Those of this round that are open.
  var groups: [[Int]]
  /// Those that go out with the next.
  var waiting: [[Int]] = []
  /// Settings that are known to be different; they are written with the next.
  var unwritten: [Int] = []
  var rounds = 0
  /// How many of the last ones were not answered at all.
  var silentRounds = 0
  var round = Round()
  /// Whether a question is behind the others of this round.
  var isFenced = false
  /// Whether all that comes belongs to this round.
  var isClear: Bool
  /// Groups that seemed to be acknowledged and not kept once: an acknowledgement may be late.
  var taken: [[Int]] = []
  /// Whether groups go alone, since it was not clear which of them was refused.
  var isSolo = false
  /// What was refused in any round.
  var refused: [MessageID] = []
  /// Whether what ends the sentences has joined.
  var isSilencing = false
  /// Whether anything at all was answered.
  var isAnswered = false
  /// When something became known of a group last; at first, when it began.
  var progress: MonotonicTime

  /// So often and so long it goes on without any progress: as long as a receiver may be deaf that starts.
  static let rounds = 3
  static let persistence = Duration.seconds(3)
  /// The same while the line is never quiet: answers may be behind a full buffer.
  static let persistenceOnFullLine = Duration.milliseconds(4500)
  /// The same for settings that reports can do without: they are asked for again when those come.
  static let persistenceForOptional = Duration.milliseconds(500)

  /// How many settings of a refused group are asked for together next.
  ///
  /// One by one, 16 of them would be 32 answers: a second of a slow line, and more for each that is lost.
  static func part(of count: Int, among settings: Int) -> Int {
    if settings > 24 { (count &+ 1) / 2 } else { count > 4 ? 4 : 1 }
  }
}

extension UBXConfigurator {
  /// Begins a volley about the groups.
  mutating func startVolley(at now: MonotonicTime, _ port: inout PortActions) {
    volley = Volley(groups: groups, isClear: !isUncertain, progress: now)
    groups = []
    isHeard = false
    sendRound(at: now, &port)
  }

  private mutating func sendRound(at now: MonotonicTime, _ port: inout PortActions) {
    guard var volley else { return }
    volley.rounds &+= 1
    volley.round = Volley.Round()
    volley.groups += volley.waiting + language.groups(volley.unwritten)
    if volley.rounds > 2 { unread = [] }
    // What is lost then costs no round of its own.
    if phase == .settings, isDamaged, !volley.isSilencing, let silencing = silencingGroups {
      volley.isSilencing = true
      volley.groups += silencing
    }
    volley.waiting = volley.isSolo ? [[Int]](volley.groups.dropFirst()) : []
    if volley.isSolo { volley.groups = [[Int]](volley.groups.prefix(1)) }
    volley.unwritten = []
    var requests: [[UInt8]] = []
    var answers = 0
    for group in volley.groups {
      if isWriting(group) {
        volley.round.written &+= 1
        requests.append(language.writeRequest(group, in: .ram))
        answers &+= UBXFrame.overhead &+ 2
      }
      requests.append(language.readRequest(group, in: .ram))
      answers &+= language.answerLength(group)
    }
    volley.round.copies = copies(of: answers, isAgain: volley.rounds > 1)
    requests = [[UInt8]](repeatElement(requests, count: volley.round.copies).joined())
    answers &*= volley.round.copies
    volley.isFenced = volley.rounds > 1 || isDamaged || isUncertain
    if volley.isFenced {
      // One answer more every other time, in the middle: who loses every so-many-th does not lose those of
      // the same kind, nor the same ones again.
      if fences % 2 == 1 {
        requests.insert(ReceiverQuery.uBloxNumber, at: requests.count / 2)
      }
      // Its answer comes behind all others, so that nothing is waited for that was lost.
      let fence = nextFence()
      requests.append(fence)
      // Again behind one answer, for the same reason.
      if isDamaged { requests += [ReceiverQuery.uBloxNumber, fence] }
      answers &+= UBXFrame.overhead &+ 10
    }
    self.volley = volley
    exchange = Exchange(requests, answerLength: answers, isOverlapping: overlaps)
    _ = exchange?.send(at: now, over: &line, &port)
    padding = Padding(after: isDamaged || volley.silentRounds > 0 ? exchange?.left : nil)
    if let exchange, volley.isFenced {
      fenced = [exchange] + fenced.prefix(language.fences &- 1)
    }
  }

  /// Whether the next round goes as soon as the line is quiet, however late the receiver is: each answer names its
  /// keys. While half of the questions that can end a round are open it waits, or an answer that is later still
  /// would be taken for that to another one.
  private var overlaps: Bool {
    isDamaged && language.hasLayers && fences &- lastPassed <= language.fences / 2
  }

  /// How often a round of so many bytes is sent at once over a line that damages: as often as costs less
  /// than to ask again, for which a late receiver takes longer.
  private func copies(of count: Int, isAgain: Bool) -> Int {
    guard isDamaged else { return 1 }
    let wait = max(line.answerTime.usual, isAgain ? LineTraffic.pause : .zero)
    var copies = 1
    while copies < Self.copiesOnDamagedLine, line.duration(of: count &* copies) < wait {
      copies &+= 1
    }
    return copies
  }

  /// Asks for something that nothing asked before looks like.
  mutating func nextFence() -> [UInt8] {
    fences &+= 1
    return language.fenceRequest(fences)
  }

  /// Whether a group is written: it has been read, or need not be.
  func isWriting(_ group: [Int]) -> Bool {
    !group.contains { ledger.isOpen($0) && !unread.contains($0) }
  }

  /// The name by which a group is refused.
  func name(_ group: [Int]) -> MessageID {
    isWriting(group) ? language.writeID(group) : language.readID(group)
  }

  func isDivisible(_ group: [Int]) -> Bool { language.hasLayers && group.count > 1 }

  // MARK: - What comes

  mutating func receiveInVolley(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard let groups = volley?.groups else { return }
    if id.isSaidWhenAsked { padding.noteAnswer(at: now) }
    // A wish may be about what ends a round, too: it comes first.
    if let index = groups.firstIndex(where: { take(id, payload, $0, at: now) }) {
      volley?.groups.remove(at: index)
    } else if let number = language.fence(answeredBy: id, payload) {
      return passFence(number, at: now, &port)
    } else if id == AckAck.id, let ack = try? AckAck.decode(payload) {
      volley?.isAnswered = true
      if !language.hasLayers || ack.acknowledged == CfgValSet.id { isQuiet = true }
      if groups.contains(where: { isWriting($0) && language.writeID($0) == ack.acknowledged }) {
        volley?.round.acknowledged &+= 1
      }
      return
    } else if id == AckNak.id, let nak = try? AckNak.decode(payload) {
      if nak.refused == CfgValSet.id { isQuiet = true }
      guard groups.contains(where: { name($0) == nak.refused }) else { return }
      volley?.isAnswered = true
      volley?.round.refusals.append(nak.refused)
      if volley?.refused.contains(nak.refused) == false { volley?.refused.append(nak.refused) }
    }
    endCompleteRound(at: now, &port)
  }

  /// The answer to a question that ended a round has come.
  private mutating func passFence(
    _ number: Int, at now: MonotonicTime, _ port: inout PortActions
  ) {
    volley?.isAnswered = true
    let count = language.fences
    lastPassed = max(lastPassed, fences &- (fences &+ count &- number) % count)
    // Each is known by its answer: how late a receiver is tells even one to a round that was given up.
    if let exchange = fenced.indices.first(where: { (fences &- $0) % count == number }) {
      fenced[exchange].noteAnswer(traffic, at: now, over: &line)
      // One that was held up by a damaged length is not late for ever.
      if isDamaged { line.answerTime.noteAtMost(max(.zero, now - fenced[exchange].left)) }
      self.exchange?.wait(for: line.answerTime)
    }
    if number == fences % count {
      guard exchange?.hasLeft(at: now) == true else { return }
      endRound(isWhole: true, at: now, &port)
    } else if number == (fences &- 1) % count {
      // What came before was said of the round before.
      volley?.round.refusals = []
      volley?.round.acknowledged = 0
      volley?.isClear = true
    }
  }

  /// Takes what a message says of a group.
  ///
  /// - Returns: whether that settles it.
  private mutating func take(
    _ id: MessageID, _ payload: Span<UInt8>, _ group: [Int], at now: MonotonicTime
  ) -> Bool {
    var language = language
    switch language.reading(id, payload, group, in: .ram) {
    case .other: return false
    case .incomplete:
      // Whoever leaves out a key instead of refusing all does not know it.
      let name = name(group)
      volley?.round.refusals.append(name)
      return false
    case .values(let values):
      volley?.isAnswered = true
      let isAsWished = ledger.firstDifference(group, values) == nil
      if isWriting(group), isAsWished {
        ledger.conclude(group, values, otherwise: nil)
      } else if group.contains(where: { ledger.isOpen($0) }) {
        // What was written unread was lost, or refused in that form.
        ledger.compare(group, values)
        let different = group.filter { isWritten($0) }
        volley?.unwritten += different
      } else {
        if volley?.round.different.contains(where: { $0.group == group }) == false {
          volley?.round.different.append((group, values))
        }
        return false
      }
      // What was read before something else was written must not be written back.
      self.language = language
      volley?.round.settled &+= 1
      volley?.progress = now
      return true
    }
  }

  // MARK: - The end of a round

  /// Ends a round when every group is settled, refused or different.
  private mutating func endCompleteRound(at now: MonotonicTime, _ port: inout PortActions) {
    guard let volley, volley.isClear || volley.groups.allSatisfy({ isAloneRefused($0) }) else {
      return
    }
    for group in volley.groups {
      let isKnown =
        isWriting(group)
        ? language.hasLayers && volley.round.different.contains { $0.group == group }
        : isRefused(group)
      guard isKnown else { return }
    }
    // Behind that come further copies, and acknowledgements by the same name.
    let isWhole =
      volley.isClear && (!volley.isFenced || language.hasLayers && volley.round.copies == 1)
    endRound(isWhole: isWhole, at: now, &port)
  }

  /// A round is over: what is open goes out again, or is left. It is whole when nothing that comes from now
  /// on can belong to it.
  mutating func endRound(isWhole: Bool, at now: MonotonicTime, _ port: inout PortActions) {
    guard let round = volley?.round, let isClear = volley?.isClear else { return }
    let isDecided = attribute() || isClear && decide()
    let isDivided = divide()
    guard var volley else { return }
    if isDecided || isDivided { volley.progress = now }
    let isContradicted = !round.refusals.isEmpty || !round.different.isEmpty
    if isDecided {
      volley.isSolo = false
    } else if isWhole, isClear, isContradicted, !isDivided, round.settled == 0 {
      volley.isSolo = true
      volley.waiting += volley.groups
      volley.groups = []
    }
    volley.isClear = isWhole
    volley.silentRounds = isWhole || round.isAnswered ? 0 : volley.silentRounds &+ 1
    self.volley = volley
    if volley.groups.isEmpty, volley.waiting.isEmpty, volley.unwritten.isEmpty {
      return endVolley(at: now, &port)
    }
    let persistence = persistence(volley, at: now)
    if volley.rounds >= Volley.rounds && now - volley.progress >= persistence
      || line.isVain(traffic, at: now)
    {
      return giveUpVolley(at: now, &port)
    }
    if exchange?.isHastened(at: now) == false, round.settled == 0 { line.answerTime.backOff() }
    // It may not have heard that either, or have forgotten it.
    if !isWhole, !round.isAnswered { isQuiet = false }
    if !isQuiet { quiet(at: now, &port) }
    sendRound(at: now, &port)
  }

  /// How long it goes on without any progress.
  private func persistence(_ volley: Volley, at now: MonotonicTime) -> Duration {
    let open = (volley.groups + volley.waiting + [volley.unwritten]).joined()
    if open.allSatisfy({ ReportWishes.isOptional(wishes[language.owners[$0]].key) }) {
      return Volley.persistenceForOptional
    }
    let isFull = traffic.isBusy(since: volley.progress, at: now)
    return isFull ? Volley.persistenceOnFullLine : Volley.persistence
  }

  /// Nothing more becomes known.
  private mutating func giveUpVolley(at now: MonotonicTime, _ port: inout PortActions) {
    guard let volley else { return }
    // One that has fallen silent does not answer what else there is to ask, either.
    guard volley.isAnswered, volley.silentRounds < Volley.rounds,
      !line.isVain(traffic, at: now)
    else {
      self.volley = nil
      isReachable = isHeard || !line.isSilent(at: now)
      return abandon()
    }
    for group in volley.groups + volley.waiting + [volley.unwritten] {
      if let found = volley.round.different.first(where: { $0.group == group })?.values {
        ledger.conclude(group, found, otherwise: .noAnswer)
      } else {
        ledger.refuse(group, .noAnswer)
      }
    }
    endVolley(at: now, &port)
  }

  private mutating func endVolley(at now: MonotonicTime, _ port: inout PortActions) {
    guard let volley else { return }
    isUncertain = !volley.isClear || !language.hasLayers
    if volley.rounds > 1 { exchange = nil }
    self.volley = nil
    next(at: now, &port)
  }
}
