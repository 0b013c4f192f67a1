internal import CairnTypes

/// Our end of a serial line: when what is sent has left it.
struct Line: Sendable {
  /// Baud; `nil` where the line has no speed.
  var baudRate: UInt32?
  private var isBusyUntil = MonotonicTime(nanoseconds: .min)

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

  /// How long bytes take: ten bits each.
  func duration(of count: Int) -> Duration {
    guard let baudRate, baudRate > 0 else { return .zero }
    return .nanoseconds(Int64(count) &* 10_000_000_000 / Int64(baudRate))
  }
}

/// How busy a receiver's reports keep a line.
struct LineTraffic: Sendable {
  /// For how long a line without a frame is no longer busy.
  static let pause = Duration.milliseconds(250)

  private var lastHeard = MonotonicTime(nanoseconds: .min)
  /// When the line was silent last, for long enough to say that the receiver had nothing more to send.
  private var pausedAt = MonotonicTime(nanoseconds: .min)

  /// A frame came, which took its time on the line.
  mutating func note(_ frame: Span<UInt8>, at now: MonotonicTime, over line: Line) {
    let start = now + (.zero - line.duration(of: frame.count))
    if start > lastHeard + Self.pause { pausedAt = start }
    lastHeard = now
  }

  /// Whether everything that the receiver had to say at a time has been said.
  func hasPaused(since time: MonotonicTime, at now: MonotonicTime) -> Bool {
    pausedAt > time + Self.pause || now - max(lastHeard, time) >= Self.pause
  }
}

/// A request that is repeated until it is answered, three times in all.
struct Exchange: Sendable {
  /// From when a request has left the line, and its answer could have come over it.
  static let patience = Duration.seconds(1)
  /// How often a request is sent at most.
  static let limit = 3
  /// Bytes that a receiver may have in its queue when it answers: reports that fill the line come first.
  private static let queue = 4096

  private let request: [UInt8]
  private let answerLength: Int
  /// How often the request has been sent.
  private(set) var tries = 0
  /// When the answer is overdue.
  private(set) var deadline = MonotonicTime.distantFuture
  /// When it is overdue even on a line that is never silent.
  private var limit = MonotonicTime.distantFuture
  /// When the request has left the line.
  private(set) var left = MonotonicTime(nanoseconds: .min)

  /// - Parameters:
  ///   - request: a whole frame.
  ///   - answerLength: bytes of the answer.
  init(_ request: [UInt8], answerLength: Int) {
    self.request = request
    self.answerLength = answerLength
  }

  /// Waits on for an answer that was announced.
  mutating func extend(to deadline: MonotonicTime) { self.deadline = max(self.deadline, deadline) }

  /// Waits a little more for an answer that may still be behind reports that are coming.
  ///
  /// - Parameters:
  ///   - reports: how busy they keep the line.
  ///   - now: the time, not before the deadline.
  /// - Returns: false when it cannot be behind any.
  mutating func waitsBehindReports(_ reports: LineTraffic, at now: MonotonicTime) -> Bool {
    guard now < limit, !reports.hasPaused(since: left, at: now) else { return false }
    deadline = min(now + LineTraffic.pause, limit)
    return true
  }

  /// Sends the request, unless that has been done often enough.
  ///
  /// - Returns: false when it has.
  mutating func send(
    at now: MonotonicTime, over line: inout Line, _ port: inout PortActions
  ) -> Bool {
    guard tries < Self.limit else { return false }
    tries &+= 1
    left = line.send(request, at: now, &port)
    deadline = left + line.duration(of: answerLength) + Self.patience
    limit = max(deadline, left + line.duration(of: answerLength + Self.queue))
    return true
  }
}
