internal import CairnTypes
internal import CairnUBX

/// Groups that are asked for, or written and asked for, in one go: each is known by its answer.
///
/// A receiver that is late then costs one wait instead of one for each, and so does a line that damages
/// what it carries. What a round leaves open goes out again together. Only values count: whether they
/// were written before they were read does not matter once they are as they shall be. Refusals name no
/// group, so that groups are divided where there is one. What is refused when nothing was asked before, or
/// when but one setting is open, is known; what else is not clear is left to the exchange of one request
/// at a time.
struct Volley: Sendable {
  /// What has come in a round.
  struct Round: Sendable {
    var settled = 0
    var acknowledged = 0
    var refused = 0
    /// Groups with other values than were written, and the values.
    var different: [(group: [Int], values: [UInt64?])] = []

    /// Whether something is not as it shall be for another reason than that it was lost.
    var isContradicted: Bool { refused > 0 || !different.isEmpty }
  }

  /// Whether the groups are written first.
  let isWriting: Bool
  /// Those that are open.
  var groups: [[Int]]
  /// How often the open ones have been sent.
  var rounds = 0
  var round = Round()
  /// Whether all that comes belongs to this round: nothing was asked before.
  var isClear: Bool
  /// Whether a refusal of a question can only be that of the one setting which is open.
  var isLastOfDivided: Bool {
    hasSettledDivided && groups.count == 1 && groups.first?.count == 1
  }

  /// Which of the two questions is behind the others. Their answers differ in number as well: who loses
  /// every so-many-th answer does not lose the same ones again.
  var isFencedByNumber: Bool { rounds % 2 == 1 }
  /// What the last division has made.
  var divided: [[Int]] = []
  /// Whether one of them was settled: answers come in order, so that refusals of what they were part of
  /// have come.
  var hasSettledDivided = false
  /// Whether anything at all was answered.
  var isAnswered = false
  /// When a group was settled last; at first, when it began.
  var progress: MonotonicTime

  /// So often and so long it goes on without settling anything: as long as a receiver may be deaf that
  /// starts.
  static let rounds = 3
  static let persistence = Duration.seconds(3)
  /// The same while the line is never quiet: answers may be behind a full buffer.
  static let persistenceOnFullLine = Duration.milliseconds(4500)
  /// So many settings are asked for one by one when one of them is refused; more are halved.
  static let singles = 24
}

extension UBXConfigurator {
  /// Begins a volley of the tasks where there is more than one, or a request may need several tries.
  ///
  /// - Returns: false where they have to be done one at a time.
  mutating func startVolley(at now: MonotonicTime, _ port: inout PortActions) -> Bool {
    guard !isAlone, let kind = tasks.first?.kind, kind == .read || kind == .write,
      tasks.count > 1 || isDamaged || isUncertain,
      tasks.allSatisfy({ $0.kind == kind && $0.layer == .ram })
    else { return false }
    volley = Volley(
      isWriting: kind == .write, groups: tasks.reversed().map { $0.group }, isClear: !isUncertain,
      progress: now)
    tasks = []
    isHeard = false
    sendRound(at: now, &port)
    return true
  }

  private mutating func sendRound(at now: MonotonicTime, _ port: inout PortActions) {
    guard var volley else { return }
    volley.rounds &+= 1
    volley.round = Volley.Round()
    var requests: [[UInt8]] = []
    var answers = 0
    for group in volley.groups {
      if volley.isWriting {
        requests.append(language.writeRequest(group, in: .ram))
        answers &+= UBXFrame.overhead &+ 2
      }
      requests.append(language.readRequest(group, in: .ram))
      answers &+= language.answerLength(group)
    }
    if volley.rounds > 1 || isDamaged || isUncertain {
      // Its answer comes behind all others, so that nothing is waited for that was lost; and it is another
      // one than that of the round before, which may be late.
      if volley.isFencedByNumber {
        requests.append(ReceiverQuery.uBloxNumber)
      } else {
        requests.append(language.hasLayers ? ReceiverQuery.uBloxKey : language.proofRequest)
      }
      answers &+= UBXFrame.overhead &+ 10
    }
    self.volley = volley
    exchange = Exchange(requests, answerLength: answers)
    _ = exchange?.send(at: now, over: &line, &port)
  }

  // MARK: - What comes

  mutating func receiveInVolley(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard let groups = volley?.groups else { return }
    if isFence(id, payload) {
      if exchange?.hasLeft(at: now) == true { endRound(at: now, &port) }
    } else if id == AckAck.id, let ack = try? AckAck.decode(payload) {
      if isExpected(ack.acknowledged) { volley?.round.acknowledged &+= 1 }
    } else if id == AckNak.id, let nak = try? AckNak.decode(payload) {
      if isExpected(nak.refused) {
        volley?.isAnswered = true
        volley?.round.refused &+= 1
      }
      if volley?.isLastOfDivided == true, !isWritingInVolley, isExpected(nak.refused) {
        return refuseLast(at: now, &port)
      }
      endCompleteRound(at: now, &port)
    } else if let index = groups.firstIndex(where: { take(id, payload, $0, at: now) }) {
      volley?.groups.remove(at: index)
      endCompleteRound(at: now, &port)
    } else if volley?.round.different.isEmpty == false {
      endCompleteRound(at: now, &port)
    }
  }

  /// Whether a message is the answer behind all others of this round.
  private func isFence(_ id: MessageID, _ payload: Span<UInt8>) -> Bool {
    guard let volley else { return false }
    if volley.isFencedByNumber { return id == SecUniqID.id }
    guard language.hasLayers else { return language.isProof(id, payload) }
    guard id == CfgValGet.id, let answer = try? CfgValGet.decode(payload) else { return false }
    return answer.values.count == 1 && answer.values[0].key == ReceiverQuery.commonKey
  }

  /// Whether something said of messages of this name is said of what the volley is about.
  private func isExpected(_ id: MessageID) -> Bool {
    guard let volley, let group = volley.groups.first else { return false }
    return volley.groups.contains {
      id == (volley.isWriting ? language.writeID($0) : language.readID($0))
    } && !group.isEmpty
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
      volley?.round.refused &+= 1
      return false
    case .values(let values):
      volley?.isAnswered = true
      if volley?.isWriting != true {
        ledger.compare(group, values)
      } else if ledger.firstDifference(group, values) == nil {
        ledger.conclude(group, values, otherwise: nil)
      } else {
        if volley?.round.different.contains(where: { $0.group == group }) == false {
          volley?.round.different.append((group, values))
        }
        return false
      }
      // What was read before something else was written must not be written back.
      self.language = language
      volley?.round.settled &+= 1
      if volley?.divided.contains(group) == true { volley?.hasSettledDivided = true }
      volley?.progress = now
      return true
    }
  }

  // MARK: - The end of a round

  /// Ends a round when every group is settled or contradicted.
  private mutating func endCompleteRound(at now: MonotonicTime, _ port: inout PortActions) {
    guard let volley else { return }
    let contradictions =
      volley.isWriting ? volley.round.different.count : volley.round.refused
    if volley.groups.isEmpty {
      endVolley(at: now, &port)
    } else if volley.isClear, contradictions >= volley.groups.count {
      endRound(at: now, &port)
    }
  }

  private var isWritingInVolley: Bool { volley?.isWriting == true }

  private mutating func refuseLast(at now: MonotonicTime, _ port: inout PortActions) {
    for group in volley?.groups ?? [] { ledger.refuse(group, .unsupported) }
    volley?.groups = []
    endVolley(at: now, &port)
  }

  /// A round is over: what is open goes out again, or is left.
  mutating func endRound(at now: MonotonicTime, _ port: inout PortActions) {
    guard var volley else { return }
    if volley.round.isContradicted {
      if decide() { return endVolley(at: now, &port) }
      let isDivisible = language.hasLayers && volley.groups.contains { $0.count > 1 }
      guard isDivisible || volley.round.settled > 0 || volley.isLastOfDivided else {
        return endVolley(at: now, &port)
      }
      let old = volley.groups
      let count = volley.groups.reduce(0) { $0 &+ $1.count }
      volley.groups = volley.groups.flatMap { group in
        let part = count <= Volley.singles || !language.hasLayers ? 1 : (group.count &+ 1) / 2
        return language.hasLayers
          ? stride(from: 0, to: group.count, by: part).map {
            [Int](group[$0..<min($0 &+ part, group.count)])
          } : [group]
      }
      if isDivisible {
        volley.divided = volley.groups.filter { !old.contains($0) }
        volley.hasSettledDivided = false
      }
    }
    let isFull = traffic.isBusy(since: volley.progress, at: now)
    let persistence = isFull ? Volley.persistenceOnFullLine : Volley.persistence
    if volley.rounds >= Volley.rounds, now - volley.progress >= persistence {
      guard volley.isAnswered else {
        self.volley = nil
        isReachable = isHeard
        return abandon()
      }
      self.volley = volley
      return endVolley(at: now, &port)
    }
    if exchange?.isHastened(at: now) == false, volley.round.settled == 0 {
      line.answerTime.backOff()
    }
    volley.isClear = false
    self.volley = volley
    if phase == .readingPort { quiet(at: now, &port) }
    sendRound(at: now, &port)
  }

  /// Decides about what is open where it is clear why.
  ///
  /// - Returns: whether it is.
  private mutating func decide() -> Bool {
    guard let volley, volley.isClear,
      volley.groups.allSatisfy({ $0.count == 1 || !language.hasLayers })
    else {
      return false
    }
    let open = volley.groups.count
    guard volley.isWriting else {
      guard volley.round.refused == open else { return false }
      for group in volley.groups { ledger.refuse(group, .unsupported) }
      self.volley?.groups = []
      return true
    }
    // The name of a message is that of asking for it, where there are no keys.
    guard volley.round.different.count == open else { return false }
    if volley.round.refused == open {
      for group in volley.groups { ledger.refuse(group, .refused) }
    } else if language.hasLayers, volley.round.refused == 0,
      volley.round.acknowledged == volley.round.settled &+ open
    {
      for (group, values) in volley.round.different {
        ledger.conclude(group, values, otherwise: nil)
      }
    } else {
      return false
    }
    self.volley?.groups = []
    return true
  }

  private mutating func endVolley(at now: MonotonicTime, _ port: inout PortActions) {
    guard let volley else { return }
    self.volley = nil
    if !volley.groups.isEmpty || volley.rounds > 1 || !language.hasLayers { isUncertain = true }
    if volley.rounds > 1 { exchange = nil }
    isAlone = true
    for group in volley.groups.reversed() {
      tasks.append(Task(kind: volley.isWriting ? .write : .read, group: group))
    }
    next(at: now, &port)
  }
}
