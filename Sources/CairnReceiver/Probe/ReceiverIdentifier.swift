public import CairnTypes
internal import CairnUBX

/// Asks a receiver what it is and which commands it understands.
///
/// The likeliest question comes first: UBX-MON-VER, unless a vendor's sentence has been heard. What a
/// vendor's firmware does not know it ignores, so the questions that are left go out together, and the
/// whole takes as long as its slowest answer. Every wait counts from the moment the question has left
/// the line and goes on while the receiver talks, since its answer queues behind its reports; after the
/// first question the others are asked meanwhile.
///
/// Where reports crowd the line all questions go out at once, and behind them what ends those reports.
///
/// A u-blox receiver is then asked for its number and for the value of one configuration key: an answer
/// means that it is configured by keys, a refusal that it has the older messages only. One that answers
/// by a sentence and never by UBX takes no UBX at this port; one that is known by its number and firmware
/// is asked no further.
public struct ReceiverIdentifier: Dialogue {
  private enum Phase {
    case idle
    /// Nothing may be written before a frame has come.
    case waiting
    /// So many rounds of questions have been asked.
    case asking(Int)
    /// Something has answered; more of its answer may follow. Whether its version was asked for again.
    case collecting(isAgain: Bool)
    /// A u-blox receiver has been asked so many times for its number and a key.
    case detailing(Int)
  }

  /// For an answer to begin, behind the time of the question on the line.
  private static let answerTime = Duration.milliseconds(350)
  /// For the rest of an answer in several sentences.
  private static let restTime = Duration.milliseconds(150)
  /// A receiver that was silent for so long has no answer waiting.
  private static let quietTime = Duration.milliseconds(100)
  /// Bytes: of a sentence, and of a number and a key.
  private static let longestSentence = 82
  private static let details = 60
  /// What a wait is prolonged by at most, while the receiver talks.
  private static let talkTime = Duration.milliseconds(500)
  /// Behind it no further round begins.
  private static let limit = Duration.seconds(3)
  private static let rounds = 3
  private static let detailRounds = 3
  /// So often a u-blox receiver has to leave a question by UBX unanswered that answers a sentence.
  private static let sentenceRounds = 2

  public private(set) var outcome: ReceiverIdentity?
  public var nextDeadline: MonotonicTime? { outcome == nil ? wait.deadline : nil }

  /// Our end of the line, with what is still on its way.
  private(set) var line: Line
  private let permission: WritePermission
  private let known: ReceiverRecords
  /// Whether all is asked at once.
  private let asksAll: Bool
  private let crowded: CrowdedLine?
  /// What it was heard to speak.
  private(set) var heard: HeardSpeech
  private var phase = Phase.idle
  private var answer = ReceiverAnswer()
  /// Whether it sends `$PUBX,00` unasked.
  private var sendsPUBX = false
  private var wait = Wait()
  private var damaged = DamagedSentences()

  /// How long an answer is waited for.
  private struct Wait {
    var deadline: MonotonicTime?
    /// When it ends even if the receiver talks.
    var end = MonotonicTime(nanoseconds: 0)
    /// When the first question went.
    var start = MonotonicTime(nanoseconds: 0)
    /// When a frame came last.
    var lastFrame: MonotonicTime?
  }

  /// - Parameters:
  ///   - heard: what the probe has heard it speak.
  ///   - baudRate: the line's speed; `nil` where it has none.
  ///   - permission: when it may be asked.
  ///   - known: receivers that were asked before.
  ///   - isAskedAgain: whether this one was asked before, in vain: then all is asked at once.
  public init(
    heard: HeardSpeech, baudRate: UInt32?, permission: WritePermission,
    known: ReceiverRecords = ReceiverRecords(), isAskedAgain: Bool = false
  ) {
    self.init(
      heard: heard, baudRate: baudRate, permission: permission, known: known,
      isAskedAgain: isAskedAgain, crowded: nil)
  }

  /// The same where reports that crowd the line are ended, whatever the receiver is.
  init(
    heard: HeardSpeech, baudRate: UInt32?, permission: WritePermission, known: ReceiverRecords,
    isAskedAgain: Bool, crowded: CrowdedLine?
  ) {
    // Behind a crowded line every round of answers is late: all is asked in the first.
    asksAll = isAskedAgain || crowded != nil
    self.crowded = crowded
    self.known = known
    self.heard = heard
    line = Line(baudRate: baudRate)
    self.permission = permission
  }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard case .idle = phase, outcome == nil else { return }
    switch permission {
    case .never: end()
    case .afterFirstFrame where heard.isEmpty:
      phase = .waiting
      wait.deadline = now + .milliseconds(1200)
    case .afterFirstFrame, .whileSilent: start(at: now, &port)
    }
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard outcome == nil, info.isChecked else { return }
    wait.lastFrame = now
    heard.note(frame, info)
    line.noteFrame(at: now)
    switch phase {
    case .idle: return
    case .waiting: start(at: now, &port)
    case .asking, .collecting, .detailing:
      take(answer.receive(frame, info), at: now, &port)
    }
  }

  /// All bytes, after the frames in them: damaged sentences tell who has answered.
  mutating func receive(
    bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    for index in bytes.indices {
      guard let sentence = damaged.add(bytes[index]), outcome == nil else { continue }
      line.noteFrame(at: now)
      take(answer.receive(damaged: sentence.span), at: now, &port)
    }
  }

  private mutating func take(
    _ speaker: ReceiverAnswer.Speaker, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch phase {
    case .idle, .waiting: return
    case .asking, .collecting:
      switch speaker {
      case .nothing:
        if answer.speaksUBX, !recognise(at: now) { awaitDetails(at: now, &port) }
      case .uBlox:
        // It may send that sentence by itself: no answer before it was asked for, nor afterwards.
        if case .asking(1) = phase, !answer.speaksUBX { sendsPUBX = true }
        if answer.speaksUBX || !sendsPUBX, !recognise(at: now) { awaitDetails(at: now, &port) }
      case .uBloxNotice: detail(at: now, 1, &port)
      case .vendor:
        if case .asking = phase { phase = .collecting(isAgain: false) }
        wait.deadline = now + Self.restTime
      }
    case .detailing(let count):
      if recognise(at: now) { return }
      if isDetailed(count) { return end() }
      // Answers come in the order of the questions: it did not understand those by UBX.
      if case .uBlox = speaker, !answer.speaksUBX {
        if count < Self.sentenceRounds { detail(at: now, count &+ 1, &port) } else { end() }
      }
    }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard outcome == nil, let deadline = wait.deadline, now >= deadline else { return }
    if isTalking(now), now < wait.end {
      // The first answer may still be behind reports, and those of others would be as well.
      if case .asking(1) = phase, isUndecided {
        return ask(at: now, 2, isBehindReports: true, &port)
      }
      wait.deadline = min(wait.end, now + Self.quietTime)
      return
    }
    switch phase {
    case .idle: break
    case .waiting: end()
    case .asking(let count):
      guard count < Self.rounds, now < wait.start + Self.limit else { return end() }
      ask(at: now, count &+ 1, &port)
    case .collecting: stopCollecting(at: now, &port)
    case .detailing(let count):
      // Only a refusal is sure: silence about the key is asked once more than silence about a number.
      let isComplete =
        answer.knowsKeys != nil
        && (answer.number != nil && answer.identity.firmware != nil || count > 1)
      let rounds = answer.speaksUBX ? Self.detailRounds : Self.sentenceRounds
      // Nothing at all was answered: it may be deaf for a while.
      let isUnheard = !answer.speaksUBX && !answer.speaksPUBX && now < wait.start + Self.limit
      guard !isComplete, count < rounds || isUnheard else { return end() }
      detail(at: now, min(count &+ 1, Self.detailRounds), &port)
    }
  }

  /// Ends with what is known of the receiver, or waits for its number, which was asked for already.
  ///
  /// - Returns: whether one of these is so.
  private mutating func recognise(at now: MonotonicTime) -> Bool {
    guard outcome == nil, let firmware = answer.identity.firmware else { return false }
    if let number = answer.number {
      var identity = answer.identity
      identity.uniqueID = number
      guard let record = known.record(of: identity) else { return false }
      outcome = record.identity
      return true
    }
    guard case .asking = phase,
      known.receivers.contains(where: { $0.identity.firmware == firmware })
    else { return false }
    phase = .detailing(0)
    return true
  }

  // MARK: - Questions

  private mutating func start(at now: MonotonicTime, _ port: inout PortActions) {
    wait.start = now
    ask(at: now, asksAll ? 2 : 1, &port)
  }

  private var isUBlox: Bool { heard.contains(.ubx) || heard.contains(.uBlox) }

  /// Whether nothing that was heard says which receiver it is.
  private var isUndecided: Bool { !isUBlox && vendors(heard: true).isEmpty }

  /// Asks, the version by UBX not again while the answer to that may be behind reports.
  private mutating func ask(
    at now: MonotonicTime, _ count: Int, isBehindReports: Bool = false, _ port: inout PortActions
  ) {
    phase = .asking(count)
    var questions: [UInt8] = []
    let likely = vendors(heard: true)
    if isUBlox || likely.isEmpty || count > 1, !isBehindReports {
      // The short ones with it: on a line that damages, its own long answer hardly comes.
      questions += ReceiverQuery.uBloxVersion + ReceiverQuery.uBloxNumber + ReceiverQuery.uBloxKey
    }
    if !isUBlox || count > 2 {
      for vendor in likely { questions += ReceiverQuery.version(of: vendor) }
      if count > 1 {
        for vendor in vendors(heard: false) { questions += ReceiverQuery.version(of: vendor) }
      }
    }
    // Last: one that understands UBX has answered by UBX before.
    if isUBlox || likely.isEmpty, count > 1 { questions += ReceiverQuery.version(of: .pubx) }
    // The first answer need not be there before the others are asked.
    send(questions, answer: count == 1 ? 100 : 250, at: now, &port)
    // Behind the questions, whose answers are then ahead of what has yet to be reported.
    if count > 1, let crowded { _ = line.send(crowded.muting, at: now, &port) }
  }

  /// The vendors whose sentences have been heard, or the others. A Quectel receiver may have either of
  /// two kinds of commands.
  private func vendors(heard isHeard: Bool) -> [CommandDialect] {
    let quectel = heard.contains(.pair) || heard.contains(.pqtm)
    var result: [CommandDialect] = []
    if quectel == isHeard { result += [.pair, .pqtm] }
    if heard.contains(.pmtk) == isHeard { result.append(.pmtk) }
    if heard.contains(.pcas) == isHeard { result.append(.pcas) }
    if heard.contains(.pstm) == isHeard { result.append(.pstm) }
    if heard.contains(.psrf) == isHeard { result.append(.psrf) }
    return result
  }

  private mutating func stopCollecting(at now: MonotonicTime, _ port: inout PortActions) {
    // It understood, but its version was lost.
    guard answer.identity.firmware == nil, case .collecting(isAgain: false) = phase else {
      return end()
    }
    phase = .collecting(isAgain: true)
    send(ReceiverQuery.version(of: answer.identity.dialect), answer: 120, at: now, &port)
  }

  /// Whether all is known that so many rounds of questions may find out.
  private func isDetailed(_ count: Int) -> Bool {
    answer.number != nil && answer.knowsKeys != nil
      && (answer.identity.firmware != nil || count >= Self.sentenceRounds)
  }

  /// Waits for the answers to what was asked with the version of one that has answered by UBX; asks others.
  private mutating func awaitDetails(at now: MonotonicTime, _ port: inout PortActions) {
    guard answer.speaksUBX else { return detail(at: now, 1, &port) }
    if isDetailed(1) { return end() }
    phase = .detailing(1)
    wait(for: Self.details, from: now)
  }

  private mutating func detail(at now: MonotonicTime, _ count: Int, _ port: inout PortActions) {
    phase = .detailing(count)
    var questions: [UInt8] = []
    // Something short has named it before its version came.
    if answer.identity.firmware == nil { questions += ReceiverQuery.uBloxVersion }
    if answer.number == nil, count <= 2 { questions += ReceiverQuery.uBloxNumber }
    // Silence about the key decides: what proves that it was heard is behind it.
    if answer.knowsKeys == nil { questions += ReceiverQuery.uBloxKey }
    if !answer.speaksUBX { questions += ReceiverQuery.version(of: .pubx) }
    send(questions, answer: Self.details, at: now, &port)
  }

  private mutating func send(
    _ questions: [UInt8], answer length: Int, at now: MonotonicTime, _ port: inout PortActions
  ) {
    wait(for: length, from: line.send(questions, at: now, &port))
  }

  private mutating func wait(for count: Int, from left: MonotonicTime) {
    let deadline = left + line.duration(of: count) + Self.answerTime
    wait.deadline = deadline
    wait.end = deadline + Self.talkTime
  }

  private func isTalking(_ now: MonotonicTime) -> Bool {
    switch phase {
    case .asking, .detailing:
      // The next frame is there when the last of it is.
      wait.lastFrame.map {
        now - $0 < Self.quietTime + line.duration(of: Self.longestSentence)
      } ?? false
    case .idle, .waiting, .collecting: false
    }
  }

  private mutating func end() {
    if case .detailing = phase { answer.settleUBlox() }
    outcome = answer.identity
  }
}
