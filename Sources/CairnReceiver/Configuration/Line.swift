internal import CairnTypes
internal import CairnUBX

/// Our end of a line: when what is sent has left it, and when something came.
struct Line: Sendable {
  /// A line without a byte for this long is quiet: whatever was queued has been sent.
  static let pause = Duration.milliseconds(60)
  /// A receiver of which no frame has come for this long is silent.
  private static let silence = Duration.seconds(3)
  private static let patiences = Duration.milliseconds(200)...Duration.milliseconds(800)

  /// Baud; `nil` where the line has no speed.
  private(set) var baudRate: UInt32?
  /// How long an answer is waited for, beside its time on the line.
  private(set) var patience = Duration.milliseconds(300)
  private var isBusyUntil = MonotonicTime(nanoseconds: .min)
  /// When a frame came last, whole or damaged.
  private var heardAt: MonotonicTime?
  /// When a byte came last, and since when bytes have been coming without a pause.
  private var bytesAt = MonotonicTime(nanoseconds: 0)
  private var busySince = MonotonicTime(nanoseconds: 0)

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

  /// Changes the speed of our end once everything has left.
  mutating func setBaudRate(_ baudRate: UInt32, _ port: inout PortActions) {
    self.baudRate = baudRate
    port.setBaudRate(baudRate)
  }

  /// Bytes came, whether they belong to a frame or not.
  mutating func noteBytes(at now: MonotonicTime) {
    if now - bytesAt >= Self.pause { busySince = now }
    bytesAt = now
  }

  /// A frame came, whole or damaged: a receiver sends at this speed.
  mutating func noteFrame(at now: MonotonicTime) {
    heardAt = now
    noteBytes(at: now)
  }

  /// Learns from an answer how long the next one is waited for: twice as long.
  ///
  /// - Parameter time: from when the question had left to its answer, without their time on the line.
  mutating func noteAnswer(after time: Duration) {
    patience = min(max(time * 2, Self.patiences.lowerBound), Self.patiences.upperBound)
  }

  /// Nothing was answered: the next wait is twice as long.
  mutating func backOff() { patience = min(patience * 2, Self.patiences.upperBound) }

  /// Whether no frame has come for a while.
  func isSilent(at now: MonotonicTime) -> Bool {
    heardAt.map { now - $0 >= Self.silence } ?? true
  }

  /// When the line is quiet if nothing more comes; `nil` when it is quiet already.
  func quietTime(at now: MonotonicTime) -> MonotonicTime? {
    now - bytesAt < Self.pause ? bytesAt + Self.pause : nil
  }

  /// Whether bytes have been coming without a pause for this long.
  func isBusy(for time: Duration, at now: MonotonicTime) -> Bool {
    quietTime(at: now) != nil && now - busySince >= time
  }

  /// Whether what is coming began, behind a pause, after a time.
  func wasQuiet(after time: MonotonicTime) -> Bool { busySince > time }

  /// How long bytes take: ten bits each.
  func duration(of count: Int) -> Duration { ReceiverQuery.time(of: count, at: baudRate) }
}

/// Requests that go out together, the wait for their answers, and whether to ask again is worth while.
///
/// All configurations work in such rounds: behind a full line every answer is late, so everything that is
/// still open is asked for at once, and what a round leaves open goes out again with the next.
struct Round: Sendable {
  /// So often, and for so long, a receiver is asked that answers nothing: one that starts may be deaf for that
  /// long.
  private static let tries = 3
  private static let persistence = Duration.milliseconds(2500)
  /// How many rounds without progress one is asked that does answer.
  private static let rounds = 10
  /// How long an answer may be behind reports. Asking again is cheaper than to wait for a longer queue.
  private static let queue = Duration.milliseconds(500)

  /// How many rounds there were.
  private(set) var number = 0
  /// When the answers are overdue.
  private(set) var deadline = MonotonicTime.distantFuture
  /// When the last request has left the line.
  private(set) var left = MonotonicTime(nanoseconds: .min)
  /// Whether anything was answered in this round, and in any.
  private(set) var isAnswered = false
  private(set) var wasAnswered = false
  /// When the answers are due on a line that is quiet.
  private var due = MonotonicTime.distantFuture
  private var soonest = MonotonicTime(nanoseconds: 0)
  /// The round in which something became known last.
  private var progress = 0
  /// Since when, and since which round, nothing was answered.
  private var silence: (start: MonotonicTime, number: Int)

  init(at now: MonotonicTime) { silence = (now, 0) }

  /// Begins a round.
  ///
  /// - Parameters:
  ///   - requests: whole frames.
  ///   - answerLength: bytes of all answers.
  ///   - now: the time.
  ///   - line: what they go over.
  ///   - port: what is to be done.
  mutating func send(
    _ requests: [[UInt8]], answerLength: Int, at now: MonotonicTime, over line: inout Line,
    _ port: inout PortActions
  ) {
    number &+= 1
    isAnswered = false
    left = now
    for request in requests { left = line.send(request, at: now, &port) }
    soonest = left + line.duration(of: answerLength)
    wait(for: line.patience)
  }

  /// Waits for this long, beside the time of the answers on the line.
  mutating func wait(for patience: Duration) {
    due = soonest + patience
    deadline = due
  }

  /// Something was answered.
  mutating func noteAnswer(at now: MonotonicTime) {
    isAnswered = true
    wasAnswered = true
    silence = (now, number)
  }

  /// Something became known.
  mutating func noteProgress() { progress = number }

  /// How many of the last rounds have made nothing known.
  var idle: Int { number &- progress }

  /// The last answer of this round came, which can be that of no other: how late it is tells the line.
  func noteLastAnswer(at now: MonotonicTime, over line: inout Line) {
    line.noteAnswer(after: max(.zero, now - soonest))
  }

  /// Whether the wait is over; it goes on a little while answers may be behind reports that are coming.
  mutating func isOverdue(at now: MonotonicTime, over line: inout Line) -> Bool {
    guard now >= deadline else { return false }
    if let quiet = line.quietTime(at: now), now < due + Self.queue {
      deadline = min(quiet, due + Self.queue)
      return false
    }
    if !isAnswered { line.backOff() }
    return true
  }

  /// Whether it has been asked often and long enough.
  func isExhausted(at now: MonotonicTime) -> Bool {
    idle >= Self.rounds
      || number &- silence.number >= Self.tries && now - silence.start >= Self.persistence
  }
}
