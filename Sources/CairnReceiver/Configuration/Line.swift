internal import CairnTypes
internal import CairnUBX

/// Our end of a serial line: when what is sent has left it.
struct Line: Sendable {
  /// Baud; `nil` where the line has no speed.
  var baudRate: UInt32?
  /// What is known of the receiver at its end.
  var answerTime = AnswerTime()
  /// How often, and since when, it was asked without any answer.
  private var vain: (count: Int, since: MonotonicTime)?
  /// When a frame came last.
  private var heardAt: MonotonicTime?
  private var isBusyUntil = MonotonicTime(nanoseconds: .min)

  private static let questions = 3
  private static let persistence = Duration.seconds(3)
  /// The same while the line is never quiet: answers may be behind a full buffer.
  private static let persistenceOnFullLine = Duration.milliseconds(4500)

  init(baudRate: UInt32?) { self.baudRate = baudRate }

  /// Sends bytes behind those that are still on their way.
  ///
  /// - Returns: when the last of them has left.
  mutating func send(
    _ bytes: [UInt8], at now: MonotonicTime, _ port: inout PortActions
  ) -> MonotonicTime {
    port.send(bytes)
    isBusyUntil = max(now, isBusyUntil) + duration(of: bytes.count)
    return isBusyUntil
  }

  /// Something is asked that is answered by whoever hears it.
  mutating func noteQuestion(at now: MonotonicTime) {
    vain = ((vain?.count ?? 0) &+ 1, vain?.since ?? now)
  }

  /// A frame with a right checksum came.
  mutating func note(_ frame: Span<UInt8>, at now: MonotonicTime) {
    heardAt = now
    if Self.isSaidWhenAsked(frame) { vain = nil }
  }

  /// Whether only a receiver that hears says it.
  static func isSaidWhenAsked(_ frame: Span<UInt8>) -> Bool {
    UBXFrame.messageID(of: frame)?.isSaidWhenAsked ?? SentenceText.isSaidWhenAsked(frame)
  }

  /// A sentence came of which something was damaged.
  mutating func note(damaged sentence: Span<UInt8>, at now: MonotonicTime) {
    noteDamaged(at: now)
    if SentenceText.isSaidWhenAsked(sentence) { vain = nil }
  }

  /// A frame with a wrong checksum came: a receiver sends at this speed.
  mutating func noteDamaged(at now: MonotonicTime) { heardAt = now }

  /// Whether nothing was answered for so long, and to so many questions, that the receiver does not hear:
  /// longer than one that starts is deaf.
  func isVain(_ traffic: LineTraffic, at now: MonotonicTime) -> Bool {
    guard let vain, vain.count >= Self.questions else { return false }
    let isFull = traffic.isBusy(since: vain.since, at: now)
    return now - vain.since >= (isFull ? Self.persistenceOnFullLine : Self.persistence)
  }

  /// Whether no frame has come for as long.
  func isSilent(at now: MonotonicTime) -> Bool {
    heardAt.map { now - $0 >= Self.persistence } ?? true
  }

  /// Changes the speed of our end once everything has left.
  mutating func setBaudRate(_ baudRate: UInt32, _ port: inout PortActions) {
    self.baudRate = baudRate
    port.setBaudRate(baudRate)
  }

  /// How long bytes take: ten bits each.
  func duration(of count: Int) -> Duration {
    .transmission(of: count, at: baudRate)
  }
}

extension MessageID {
  /// Whether only a receiver that hears says it.
  var isSaidWhenAsked: Bool {
    [.ack, .cfg].contains(messageClass) || [MonVer.id, SecUniqID.id].contains(self)
  }
}

/// How long a receiver takes to answer, beside the time of question and answer on the line.
///
/// Learnt from the answers themselves: a question that was sent once tells, and one that was repeated does
/// not, since nobody knows which of them was answered; nor does an answer that was behind reports, which
/// are waited for aside. Until one tells, every wait in vain is followed by
/// one twice as long; so a receiver that is late is not asked for ever faster than it answers.
struct AnswerTime: Sendable {
  private static let first = Duration.milliseconds(300)
  private static let least = Duration.milliseconds(120)
  private static let most = Duration.milliseconds(800)

  /// What the next answer is waited for.
  private(set) var patience = Self.first
  /// Before it nothing that comes is the answer, as far as is known.
  private(set) var usual = Duration.zero
  /// What a wait grows to when nothing comes: of a receiver that has answered soon it is not long.
  private var limit = Self.most

  /// An answer came to what was sent once.
  mutating func note(_ time: Duration) {
    usual = min(time, Self.most)
    patience = min(max(time * 2, Self.least), Self.most)
    limit = min(max(patience * 4, Self.first * 2), Self.most)
  }

  /// An answer came that may have waited for something else as well.
  mutating func noteAtMost(_ time: Duration) {
    if time < usual { note(time) }
  }

  /// No answer came.
  mutating func backOff() { patience = min(patience * 2, limit) }
}

/// Whether bytes are coming, behind which an answer may be.
struct LineTraffic: Sendable {
  /// A line without a byte for so long is quiet: what waited for it has left.
  static let pause = Duration.milliseconds(60)
  /// For how long an answer may be behind reports. Longer queues are those of a line that is overfull,
  /// where asking again is cheaper than to wait.
  private static let queue = Duration.milliseconds(500)

  private var lastHeard = MonotonicTime(nanoseconds: 0)
  /// Since when bytes have been coming without a pause.
  private var busySince = MonotonicTime(nanoseconds: 0)

  /// Bytes came.
  mutating func note(at now: MonotonicTime) {
    if now - lastHeard >= Self.pause { busySince = now }
    lastHeard = now
  }

  /// Whether nothing was coming at a time: what came first after it had not to wait.
  func wasQuiet(at time: MonotonicTime) -> Bool { busySince > time }

  /// Whether bytes have been coming without a pause since a time.
  func isBusy(since time: MonotonicTime, at now: MonotonicTime) -> Bool {
    busySince <= time && now - lastHeard < Self.pause
  }

  /// Waits on for an answer that may be behind what is coming.
  ///
  /// - Parameters:
  ///   - deadline: when the answer was due.
  ///   - now: the time, not before that.
  /// - Returns: until when; `nil` when it cannot be.
  func extended(_ deadline: MonotonicTime, at now: MonotonicTime) -> MonotonicTime? {
    guard now - lastHeard < Self.pause, now < deadline + Self.queue else { return nil }
    return min(lastHeard + Self.pause, deadline + Self.queue)
  }
}

/// Counts what lies between the frames of a stream: what the line has damaged.
struct StreamDamage: Sendable {
  /// Bytes in all.
  private(set) var bytes = 0
  private var end: Int?

  /// A frame came.
  ///
  /// - Returns: bytes before it that belong to no frame.
  mutating func note(_ frame: Span<UInt8>, _ info: FrameInfo) -> Int {
    defer { end = info.offset &+ frame.count }
    // A change of speed begins another stream.
    guard let end, info.offset > end else { return 0 }
    bytes &+= info.offset &- end
    return info.offset &- end
  }
}

/// Requests that are repeated until they are answered: one, or all of a round.
struct Exchange: Sendable {
  /// So often a request is sent at least, and for so long, before it is given up: as long as a receiver
  /// may be deaf that starts.
  private static let tries = 3
  private static let persistence = Duration.milliseconds(2500)

  private let requests: [[UInt8]]
  private let companion: [UInt8]
  private let answerLength: Int
  /// Whether it is asked again while answers may still come.
  private let isOverlapping: Bool
  /// How often the request has been sent.
  private(set) var tries = 0
  /// When the answer is overdue.
  private(set) var deadline = MonotonicTime.distantFuture
  /// When the answer is due on a line that is quiet.
  private var due = MonotonicTime.distantFuture
  /// When the request has left the line.
  private(set) var left = MonotonicTime(nanoseconds: 0)
  /// When the answer would have come from a receiver that needs no time.
  private var soonest = MonotonicTime(nanoseconds: 0)
  /// Before it bytes that pause say nothing of the answer.
  private var earliest = MonotonicTime(nanoseconds: 0)
  private var givenUp = MonotonicTime.distantFuture

  /// - Parameters:
  ///   - requests: whole frames.
  ///   - companion: goes behind them when they are repeated: its answer shows that theirs were lost.
  ///   - answerLength: bytes of all answers.
  ///   - isOverlapping: whether it is asked again as soon as the line is quiet, however late the receiver is:
  ///     each answer says what it is of, whichever request it belongs to.
  init(
    _ requests: [[UInt8]], companion: [UInt8] = [], answerLength: Int, isOverlapping: Bool = false
  ) {
    self.isOverlapping = isOverlapping
    self.requests = requests
    self.companion = companion
    self.answerLength = answerLength
  }

  /// An answer came.
  func noteAnswer(_ traffic: LineTraffic, at now: MonotonicTime, over line: inout Line) {
    if tries == 1, traffic.wasQuiet(at: left) { line.answerTime.note(max(.zero, now - soonest)) }
  }

  /// Bytes came over a line that damages some: if no answer is among them when they pause, it was damaged.
  mutating func hasten(at now: MonotonicTime) {
    guard isOverlapping || now > earliest, now < due else { return }
    deadline = min(due, max(now, left) + LineTraffic.pause)
  }

  /// Whether all has left the line.
  func hasLeft(at now: MonotonicTime) -> Bool { now > left }

  /// Whether it was not waited for as long as an answer may take: bytes came, and paused, or it overlaps.
  func isHastened(at now: MonotonicTime) -> Bool { isOverlapping || now < due }

  /// Waits a little more for an answer that may still be behind reports that are coming.
  ///
  /// - Parameters:
  ///   - traffic: whether they are.
  ///   - now: the time, not before the deadline.
  /// - Returns: false when it cannot be behind any.
  mutating func waitsBehindReports(_ traffic: LineTraffic, at now: MonotonicTime) -> Bool {
    guard let later = traffic.extended(due, at: now) else { return false }
    deadline = later
    return true
  }

  /// Sends the request, unless that has been done often and long enough.
  ///
  /// - Returns: false when it has.
  mutating func send(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) -> Bool {
    if tries == 0 {
      givenUp = now + Self.persistence
    } else {
      guard tries < Self.tries || now < givenUp else { return false }
      if !isHastened(at: now) { line.answerTime.backOff() }
    }
    tries &+= 1
    for request in requests { left = line.send(request, at: now, &port) }
    if tries > 1 { left = line.send(companion, at: now, &port) }
    line.noteQuestion(at: now)
    soonest = left + line.duration(of: answerLength)
    wait(for: line.answerTime)
    return true
  }

  /// Waits for as long as is known now that the receiver takes.
  mutating func wait(for time: AnswerTime) {
    earliest = left + time.usual
    due = soonest + (isOverlapping ? LineTraffic.pause : time.patience)
    deadline = due
  }
}
