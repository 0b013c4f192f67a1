public import CairnTypes
internal import CairnUBX

/// Asks a receiver what it is and which commands it understands.
///
/// The likeliest question comes first: UBX-MON-VER, unless a vendor's sentence was heard. A
/// vendor's firmware ignores what it does not know, so the other questions go out together, and the
/// whole takes as long as the slowest answer. Every wait counts from when the question has left the
/// line and lasts while the receiver talks, because its answer queues behind its reports; after the
/// first question, the others are asked meanwhile.
///
/// If reports crowd the line, all questions go out at once, followed by what mutes those reports.
///
/// A u-blox receiver is then asked for its number and the value of one configuration key: an answer
/// means that keys configure it, a refusal that it only has the older messages. If it answers in
/// sentences and never in UBX, its port accepts no UBX. One known by its number and firmware is
/// asked no further.
public struct ReceiverIdentifier: Dialogue {
  private enum Phase {
    case idle
    /// Nothing may be written before a frame has come.
    case waiting
    /// This many rounds of questions have been asked.
    case asking(Int)
    /// Something has answered; more of its answer may follow.
    case collecting
    /// A u-blox receiver was asked this many times for its number and a key.
    case detailing(Int)
  }

  /// Time for an answer to begin, after the question's time on the line.
  private static let answerTime = Duration.milliseconds(350)
  /// Time for the rest of an answer in several sentences.
  private static let restTime = Duration.milliseconds(150)
  /// A receiver that was silent for this long has no answer waiting.
  private static let quietTime = Duration.milliseconds(100)
  /// Length in bytes of a sentence; `details` is that of a number and a key.
  private static let longestSentence = 82
  private static let details = 60
  /// The longest extension of a wait while the receiver talks.
  private static let talkTime = Duration.milliseconds(800)
  /// Time after which no further round begins.
  private static let limit = Duration.seconds(3)
  private static let rounds = 3
  private static let detailRounds = 3
  /// Times that a u-blox receiver which answers sentences must ignore a UBX question.
  private static let sentenceRounds = 2

  public private(set) var outcome: ReceiverIdentity?
  public var nextDeadline: MonotonicTime? { deadline }

  private var deadline: MonotonicTime?

  /// The host's end of the line, with what is still being sent.
  private(set) var line: Line
  private let permission: WritePermission
  private let known: ReceiverRecords
  private let isAskedAgain: Bool
  private let crowded: CrowdedLine?
  /// When the muting commands have left the line.
  private var mutedAt = MonotonicTime.distantFuture
  /// Whether anything came later that they mute.
  private var hasUnmuted = false
  /// Languages in which the receiver was heard.
  private(set) var heard: HeardSpeech
  private var phase = Phase.idle
  private var answer = ReceiverAnswer()
  private var hasAskedAgain = false
  /// Whether it sends `$PUBX,00` unasked.
  private var sendsPUBX = false
  private var startedAt = MonotonicTime(nanoseconds: 0)
  /// When the present wait ends even if the receiver talks.
  private var waitEnd = MonotonicTime(nanoseconds: 0)
  private var lastFrame: MonotonicTime?
  private var damaged = DamagedSentences()

  /// - Parameters:
  ///   - heard: what the probe heard the receiver speak.
  ///   - baudRate: the line's speed; `nil` if it has none.
  ///   - permission: when it may be asked.
  ///   - known: receivers that were asked before.
  ///   - isAskedAgain: whether this one was asked before in vain: then everything is asked at once.
  public init(
    heard: HeardSpeech, baudRate: UInt32?, permission: WritePermission,
    known: ReceiverRecords = ReceiverRecords(), isAskedAgain: Bool = false
  ) {
    self.init(
      heard: heard, baudRate: baudRate, permission: permission, known: known,
      isAskedAgain: isAskedAgain, crowded: nil)
  }

  /// Creates a dialogue that also mutes reports that crowd the line, whatever the receiver is.
  init(
    heard: HeardSpeech, baudRate: UInt32?, permission: WritePermission, known: ReceiverRecords,
    isAskedAgain: Bool, crowded: CrowdedLine?
  ) {
    self.crowded = crowded
    self.isAskedAgain = isAskedAgain
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
      deadline = now + .milliseconds(1200)
    case .afterFirstFrame, .whileSilent: start(at: now, &port)
    }
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard outcome == nil, info.isChecked else { return }
    lastFrame = now
    heard.note(frame, info)
    if now > mutedAt, crowded?.isMuted(frame) == true { hasUnmuted = true }
    switch phase {
    case .idle: return
    case .waiting: start(at: now, &port)
    case .asking, .collecting, .detailing:
      take(answer.receive(frame, info), at: now, &port)
    }
  }

  /// Takes all bytes, after their frames: damaged sentences show who has answered.
  mutating func receive(
    bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    for index in bytes.indices {
      guard let sentence = damaged.add(bytes[index]), outcome == nil else { continue }
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
        // It may also send that sentence unasked, before or after the question; that is no answer.
        if case .asking(1) = phase, !answer.speaksUBX { sendsPUBX = true }
        if answer.speaksUBX || !sendsPUBX, !recognise(at: now) { awaitDetails(at: now, &port) }
      case .uBloxNotice: detail(at: now, 1, &port)
      case .vendor:
        phase = .collecting
        deadline = now + Self.restTime
      }
    case .detailing(let count):
      if recognise(at: now) { return }
      if isDetailed(count) { return end() }
      // Answers come in the order of the questions, so it did not understand those in UBX.
      if case .uBlox = speaker, !answer.speaksUBX {
        if count < Self.sentenceRounds { detail(at: now, count &+ 1, &port) } else { end() }
      }
    }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard outcome == nil, let deadline, now >= deadline else { return }
    if isTalking(now), now < waitEnd {
      // The first answer may still be behind reports, and those to other questions would be too.
      if case .asking(1) = phase, isUndecided {
        return ask(at: now, 2, isBehindReports: true, &port)
      }
      self.deadline = min(waitEnd, now + Self.quietTime)
      return
    }
    switch phase {
    case .idle: break
    case .waiting: end()
    case .asking(let count):
      guard count < Self.rounds, now < startedAt + Self.limit else { return end() }
      ask(at: now, count &+ 1, &port)
    case .collecting: stopCollecting(at: now, &port)
    case .detailing(let count):
      // Only a refusal is certain: silence about the key is tested once more than about a number.
      let isComplete =
        answer.knowsKeys != nil
        && (answer.number != nil && answer.identity.firmware != nil || count > 1)
      let rounds = answer.speaksUBX ? Self.detailRounds : Self.sentenceRounds
      // Nothing at all was answered, so it may be deaf for a while.
      let isUnheard =
        !answer.speaksUBX && !answer.speaksPUBX && now < startedAt + Self.limit
      guard !isComplete, count < rounds || isUnheard else { return end() }
      detail(at: now, min(count &+ 1, Self.detailRounds), &port)
    }
  }

  /// Ends with a known receiver's record, or waits for its number, which has been asked for.
  ///
  /// - Returns: whether it does either.
  private mutating func recognise(at now: MonotonicTime) -> Bool {
    guard outcome == nil, let firmware = answer.identity.firmware else { return false }
    if let number = answer.number {
      var identity = answer.identity
      identity.uniqueID = number
      guard let record = known.record(of: identity) else { return false }
      outcome = record.identity
      deadline = nil
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
    startedAt = now
    // On a crowded line every answer is late, so everything is asked in the first round.
    ask(at: now, isAskedAgain || crowded != nil ? 2 : 1, &port)
  }

  private var isUBlox: Bool { heard.contains(.ubx) || heard.contains(.uBlox) }

  /// Whether nothing heard so far identifies the receiver.
  private var isUndecided: Bool { !isUBlox && vendors(heard: true).isEmpty }

  /// Asks a round of questions; not for the UBX version while its answer may be behind reports.
  private mutating func ask(
    at now: MonotonicTime, _ count: Int, isBehindReports: Bool = false, _ port: inout PortActions
  ) {
    phase = .asking(count)
    var questions: [UInt8] = []
    let likely = vendors(heard: true)
    if isUBlox || likely.isEmpty || count > 1, !isBehindReports {
      // Also asks short questions: on a line that damages data, the long answer rarely arrives.
      questions += ReceiverQuery.uBloxVersion + ReceiverQuery.uBloxNumber + ReceiverQuery.uBloxKey
    }
    if !isUBlox || count > 2 {
      let asked = count > 1 ? likely + vendors(heard: false) : likely
      for vendor in asked { questions += ReceiverQuery.version(of: vendor) }
    }
    // Asked last: a receiver that understands UBX has answered in UBX before.
    if isUBlox || likely.isEmpty, count > 1 { questions += ReceiverQuery.version(of: .pubx) }
    // The first answer need not arrive before the others are asked.
    send(questions, answer: count == 1 ? 100 : 250, at: now, &port)
    // After the questions, so that their answers precede reports not yet sent.
    if count == 2 {
      mute(nil, at: now, &port)
    } else if hasUnmuted {
      mute(likely.isEmpty ? CrowdedLine.mutedAtOnce : likely, at: now, &port)
    }
  }

  private mutating func mute(
    _ dialects: [CommandDialect]?, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard let crowded else { return }
    mutedAt = line.send(crowded.muting(dialects), at: now, &port)
    hasUnmuted = false
  }

  /// Returns the vendors whose sentences were heard, or the others. A Quectel receiver may have
  /// either of two command languages.
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
    guard answer.identity.firmware == nil, !hasAskedAgain else { return end() }
    hasAskedAgain = true
    if hasUnmuted { mute([answer.identity.dialect], at: now, &port) }
    send(ReceiverQuery.version(of: answer.identity.dialect), answer: 120, at: now, &port)
  }

  /// Returns whether everything is known that this many rounds of questions can find out.
  private func isDetailed(_ count: Int) -> Bool {
    answer.number != nil && answer.knowsKeys != nil
      && (answer.identity.firmware != nil || count >= Self.sentenceRounds)
  }

  /// Waits for the details already asked for if it answers in UBX; otherwise asks for them.
  private mutating func awaitDetails(at now: MonotonicTime, _ port: inout PortActions) {
    guard answer.speaksUBX else { return detail(at: now, 1, &port) }
    if isDetailed(1) { return end() }
    phase = .detailing(1)
    wait(for: Self.details, from: now)
  }

  private mutating func detail(at now: MonotonicTime, _ count: Int, _ port: inout PortActions) {
    phase = .detailing(count)
    var questions: [UInt8] = []
    // Something short identified it before its version came.
    if answer.identity.firmware == nil { questions += ReceiverQuery.uBloxVersion }
    if answer.number == nil, count <= 2 { questions += ReceiverQuery.uBloxNumber }
    if answer.knowsKeys == nil { questions += ReceiverQuery.uBloxKey }
    if !answer.speaksUBX { questions += ReceiverQuery.version(of: .pubx) }
    send(questions, answer: Self.details, at: now, &port)
  }

  private mutating func send(
    _ questions: [UInt8], answer length: Int, at now: MonotonicTime, _ port: inout PortActions
  ) {
    let left = line.send(questions, at: now, &port)
    wait(for: length, from: left)
  }

  private mutating func wait(for count: Int, from left: MonotonicTime) {
    let onLine = line.duration(of: count)
    let deadline = left + onLine + Self.answerTime
    self.deadline = deadline
    waitEnd = deadline + Self.talkTime
  }

  private func isTalking(_ now: MonotonicTime) -> Bool {
    switch phase {
    case .asking, .detailing:
      // The next frame is complete only when its last byte has come.
      lastFrame.map {
        now - $0 < Self.quietTime + line.duration(of: Self.longestSentence)
      } ?? false
    case .idle, .waiting, .collecting: false
    }
  }

  private mutating func end() {
    if case .detailing = phase { answer.settleUBlox() }
    outcome = answer.identity
    deadline = nil
  }
}
