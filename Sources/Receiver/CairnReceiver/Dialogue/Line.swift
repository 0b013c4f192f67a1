internal import CairnTypes

/// Our end of a serial line: when what is sent has left it, and how long an answer is waited for.
struct Line: Sendable {
  /// A line without a byte for so long is quiet: what waited for it has left.
  static let pause = Duration.milliseconds(60)
  /// For how long an answer may be behind reports; beyond, it is cheaper to ask again.
  private static let queue = Duration.milliseconds(500)
  private static let leastPatience = Duration.milliseconds(150)
  private static let mostPatience = Duration.milliseconds(900)

  /// Baud; `nil` where the line has no speed.
  private(set) var baudRate: UInt32?
  /// How long a receiver may take to answer, beside the time of question and answer on the line.
  private(set) var patience = Duration.milliseconds(300)
  /// Whether nothing that comes from now on answers what was sent before the last questions.
  var isClear = true
  /// How many questions have ended rounds, and the last of them that is known to be answered.
  var fences = (sent: 0, passed: 0)
  /// Whether sentences have come since those were muted last that fill a slow line.
  var hasSentences = true
  /// When the last byte of what was sent leaves.
  private(set) var isBusyUntil = MonotonicTime(nanoseconds: .min)
  /// When bytes came last.
  private var lastBytes = MonotonicTime(nanoseconds: 0)

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
    .transmission(of: count, at: baudRate)
  }

  /// Bytes came.
  mutating func noteBytes(at now: MonotonicTime) { lastBytes = now }

  /// Until when an answer that was due may still be behind reports that are coming.
  ///
  /// - Parameters:
  ///   - due: when the answer was due.
  ///   - now: the time, not before that.
  /// - Returns: `nil` when it cannot be.
  func extended(_ due: MonotonicTime, at now: MonotonicTime) -> MonotonicTime? {
    guard now - lastBytes < Self.pause, now < due + Self.queue else { return nil }
    return min(lastBytes + Self.pause, due + Self.queue)
  }

  /// A question that was asked once was answered after so long.
  mutating func noteAnswer(after time: Duration) {
    patience = min(max(time * 2, Self.leastPatience), Self.mostPatience)
  }

  /// Nothing was answered: the receiver may only be slow.
  mutating func backOff() { patience = min(patience * 2, Self.mostPatience) }
}

/// Counts what lies between the frames of a stream: what the line has damaged.
struct StreamDamage: Sendable {
  /// Bytes in all.
  private(set) var bytes = 0
  private var end: Int?

  /// A frame came.
  mutating func note(_ frame: Span<UInt8>, _ info: FrameInfo) {
    // The last byte of a frame may also begin the next one.
    if let end, info.offset > end { bytes &+= info.offset &- end }
    end = info.offset &+ frame.count
  }
}
