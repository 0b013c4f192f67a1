internal import CairnTypes
internal import CairnUBX

/// Asks what a memory of a receiver holds, compares, writes what differs, reads it back, and repeats what is
/// missing.
///
/// All groups go out together, and each is known by the values in its answer; so order, repetition and late
/// answers do not matter. Refusals and acknowledgements name no group. They are counted: when as many requests
/// were refused as lack the right values, all of these were. The question behind each round shows when all that
/// can come has come; it is another one each time, so that a late answer is not taken for the last.
/// A refused group is divided until the setting at fault is alone. Where counting does not tell, groups go alone.
struct UBXTransaction<Language: UBXLanguage>: Sendable {
  /// Messages that make room on the line.
  struct Prelude {
    /// Go ahead of the first round, and of each behind one with lists of satellites.
    var messages: [[UInt8]] = []
    /// Go instead where the line has no room at all.
    var onFullLine: [[UInt8]] = []
  }

  /// A line that is not quiet for so long has no room, unless positions come more often than it is quiet.
  private static var fullTime: Duration { .milliseconds(1500) }

  /// What has come in a round.
  private struct Replies {
    /// Whether all that comes belongs to this round, since the question behind the one before is answered.
    var isClear = false
    /// The names of its requests.
    var requested: [MessageID] = []
    /// The names in acknowledgements and refusals.
    var acknowledged: [MessageID] = []
    var refused: [MessageID] = []
    /// Groups with other values than were written, and the values.
    var different: [(group: [Int], values: [UInt64?])] = []
    /// Whether the line is crowded with lists of satellites.
    var isCrowded = false
  }

  private(set) var language: Language
  private(set) var ledger: SettingLedger
  /// The question behind the last round.
  private(set) var fence: Int
  /// The memory that is read and written.
  let layer: ConfigurationLayer
  /// Settings that are only read: they are written later.
  private let readOnly: [Int]
  private let prelude: Prelude
  /// What is open, each one message to read and one to write.
  private var groups: [[Int]]
  /// How many of them this round is about.
  private var sent = 0
  /// Whether groups go alone, since it was not clear which of them was refused.
  private var isAlone = false
  private var replies = Replies()
  private var round: Round

  /// - Parameters:
  ///   - groups: of settings; those of which nothing is known are read first.
  ///   - language: that of the receiver.
  ///   - ledger: what is known of the settings.
  ///   - fence: the last question that ended a round.
  ///   - layer: the memory.
  ///   - readOnly: settings that are not written.
  ///   - prelude: messages that make room on the line.
  ///   - now: the time.
  init(
    _ groups: [[Int]], _ language: Language, _ ledger: SettingLedger, fence: Int,
    in layer: ConfigurationLayer = .ram, readOnly: [Int] = [],
    prelude: Prelude = Prelude(), at now: MonotonicTime
  ) {
    self.groups = groups
    self.prelude = prelude
    self.language = language
    self.ledger = ledger
    self.fence = fence
    self.layer = layer
    self.readOnly = readOnly
    round = Round(at: now)
  }

  var deadline: MonotonicTime { round.deadline }

  /// Whether nothing is open any more.
  var isOver: Bool { groups.isEmpty }

  /// Whether nothing that was asked was answered.
  var isVain: Bool { round.number > 0 && !round.wasAnswered }

  mutating func begin(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    // Nothing has been asked before the first.
    replies.isClear = fence == 0
    if !isOver { send(at: now, over: &line, &port) }
  }

  private mutating func send(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    sent = isAlone ? 1 : groups.count
    var requests: [[UInt8]] = []
    if line.isBusy(for: Self.fullTime, at: now) {
      requests = prelude.onFullLine
    } else if round.number == 0 || replies.isCrowded {
      requests = prelude.messages
    }
    var answers = 0
    replies = Replies(isClear: replies.isClear)
    // A receiver that heard a damaged length takes what follows for the rest of the message.
    if round.number > 0, !round.isAnswered { requests.insert(filler(line), at: 0) }
    replies.requested = requests.compactMap { UBXFrame.messageID(of: $0.span) }
    for group in groups.prefix(sent) {
      if isWriting(group) {
        requests.append(language.writeRequest(group, in: layer))
        replies.requested.append(language.writeID(group, in: layer))
        answers &+= UBXFrame.overhead &+ 2
      }
      guard language.isReadable(layer) else { continue }
      requests.append(language.readRequest(group, in: layer))
      replies.requested.append(language.readID(group))
      answers &+= language.answerLength(group)
    }
    fence &+= 1
    // One answer more every other time: who loses every so-many-th does not always lose those of the same kind.
    if fence % 2 == 0 { requests.insert(ReceiverQuery.uBloxNumber, at: requests.count / 2) }
    // Twice, since a round without its answer is waited for in vain.
    requests += [language.fenceRequest(fence), language.fenceRequest(fence)]
    answers &+= UBXFrame.overhead &+ 10
    round.send(requests, answerLength: answers, at: now, over: &line, &port)
  }

  /// A quarter of a second of bytes that mean nothing.
  private func filler(_ line: Line) -> [UInt8] {
    [UInt8](repeating: 0xFF, count: Int(min(line.baudRate ?? 0, 38_400) / 40))
  }

  /// Whether a group is written: it has been read.
  private func isWriting(_ group: [Int]) -> Bool { !group.contains { ledger.isOpen($0) } }

  // MARK: - What comes

  /// A sentence came.
  mutating func note(sentence: Span<UInt8>) {
    if SentenceFields(sentence).isReport("GSV") { replies.isCrowded = true }
  }

  mutating func receive(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime, over line: inout Line,
    _ port: inout PortActions
  ) {
    // A wish may be about what ends a round, too: it comes first. A late answer may be that of several groups.
    var isTaken = false
    for index in groups.indices.reversed() {
      switch language.reading(id, payload, groups[index], in: layer) {
      case .other: continue
      case .values(let values): take(values, index)
      // Whoever leaves out a key instead of refusing all does not know it.
      case .incomplete: replies.refused.append(language.readID(groups[index]))
      }
      isTaken = true
    }
    if isTaken {
      round.noteAnswer(at: now)
      if sent == 0 { endRound(isWhole: false, at: now, over: &line, &port) }
      return
    }
    if let number = language.fence(answeredBy: id, payload) {
      pass(number, at: now, over: &line, &port)
    } else if id == AckAck.id, let ack = try? AckAck.decode(payload) {
      round.noteAnswer(at: now)
      replies.acknowledged.append(ack.acknowledged)
    } else if id == AckNak.id, let nak = try? AckNak.decode(payload) {
      round.noteAnswer(at: now)
      replies.refused.append(nak.refused)
    }
  }

  private mutating func take(_ values: [UInt64?], _ index: Int) {
    let group = groups[index]
    if isWriting(group) {
      replies.different.removeAll { $0.group == group }
      guard ledger.firstDifference(group, values) == nil else {
        return replies.different.append((group, values))
      }
      ledger.conclude(group, values, otherwise: nil)
    } else {
      ledger.compare(group, values)
      let different = group.filter { ledger.isDifferent($0) && !readOnly.contains($0) }
      groups += language.groups(different)
    }
    groups.remove(at: index)
    if index < sent { sent &-= 1 }
    round.noteProgress()
  }

  /// The answer to a question that ended a round has come.
  private mutating func pass(
    _ number: Int, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    round.noteAnswer(at: now)
    if number == fence % language.fences {
      round.noteLastAnswer(at: now, over: &line)
      endRound(isWhole: true, at: now, over: &line, &port)
    } else if !replies.isClear, number == (fence &- 1) % language.fences {
      // What came before was said of the round before.
      replies = Replies(
        isClear: true, requested: replies.requested, isCrowded: replies.isCrowded)
      line.backOff()
      round.wait(for: line.patience)
    }
  }

  mutating func fire(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    guard !isOver, round.isOverdue(at: now, over: &line) else { return }
    endRound(isWhole: false, at: now, over: &line, &port)
  }

  // MARK: - The end of a round

  /// What is open goes out again, or is given up. The round is whole when nothing that comes from now on can
  /// belong to it.
  private mutating func endRound(
    isWhole: Bool, at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) {
    // Nothing else has the name of what saves.
    if replies.isClear || !language.isReadable(layer), decide() { round.noteProgress() }
    // Another one alone each time, until something becomes known.
    isAlone = round.isAnswered && round.idle > 1
    if isAlone, let first = groups.first { groups = groups.dropFirst() + [first] }
    if round.isAnswered { divide() }
    replies.isClear = isWhole
    if round.isExhausted(at: now) { giveUp() }
    if !isOver { send(at: now, over: &line, &port) }
  }

  /// Decides about what is open where the numbers of refusals and acknowledgements tell, and divides what was
  /// refused together.
  ///
  /// - Returns: whether anything was decided.
  private mutating func decide() -> Bool {
    let open = [[Int]](groups.prefix(sent))
    var rest: [[Int]] = []
    var isDecided = false
    for group in open {
      let name = name(group)
      let found = replies.different.first { $0.group == group }?.values
      if isRefused(name, among: open) {
        isDecided = true
        if layer == .ram, language.hasLayers, group.count > 1 {
          rest.append(group)
        } else if isWriting(group) {
          ledger.refuse(group, .refused)
        } else if layer == .ram {
          ledger.refuse(group, .unsupported)
        } else {
          // A memory in which a key was never stored refuses to read it.
          ledger.differ(group)
          rest.append(group)
        }
      } else if isWriting(group), isTaken(name), found != nil || !language.isReadable(layer) {
        isDecided = true
        ledger.conclude(group, found ?? group.map { ledger.target($0) }, otherwise: nil)
      } else {
        rest.append(group)
      }
    }
    groups = rest + groups.dropFirst(sent)
    sent = rest.count
    return isDecided
  }

  /// The name by which a group is refused.
  private func name(_ group: [Int]) -> MessageID {
    isWriting(group) ? language.writeID(group, in: layer) : language.readID(group)
  }

  /// Whether as many requests of a name were refused as lack the right values.
  private func isRefused(_ name: MessageID, among open: [[Int]]) -> Bool {
    var candidates = 0
    for group in open where self.name(group) == name {
      let isUnread = !replies.different.contains { $0.group == group }
      // One that was not read back may have been refused twice, where both have one name.
      candidates &+= isWriting(group) && isUnread && language.readID(group) == name ? 2 : 1
    }
    return replies.refused.count { $0 == name } >= candidates
  }

  /// Whether all that was written by a name was acknowledged.
  private func isTaken(_ name: MessageID) -> Bool {
    !replies.refused.contains(name)
      && replies.acknowledged.count { $0 == name } >= replies.requested.count { $0 == name }
  }

  /// Divides what this round has left open: a group with a setting that is refused, or one whose messages are so
  /// long that they hardly come whole.
  private mutating func divide() {
    guard layer == .ram, language.hasLayers else { return }
    groups = groups.indices.flatMap {
      $0 < sent ? groups[$0].parts(of: (groups[$0].count &+ 3) / 4) : [groups[$0]]
    }
  }

  private mutating func giveUp() {
    for group in groups {
      if let found = replies.different.first(where: { $0.group == group })?.values {
        ledger.conclude(group, found, otherwise: .noAnswer)
      } else {
        ledger.refuse(group, .noAnswer)
      }
    }
    groups = []
  }
}
