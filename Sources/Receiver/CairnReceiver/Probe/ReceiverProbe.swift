public import CairnTypes

/// Finds the speed of a line and what speaks on it; leaves any other device as it was.
///
/// It first listens for 1.2 epochs. Bytes without a frame are judged by their bits: they show
/// whether the line is sampled too fast, and mostly by how much, so that the right speed is found
/// within one burst of reports, not one epoch per speed. A silent line is silent at every speed;
/// only then, and with permission, a receiver is woken and asked at each speed.
///
/// One frame settles the search. A false one needs a mark, a length or structure and a checksum by
/// chance: less than once in four million bytes at a wrong speed, and a receiver sends some
/// thousand before the search is over. Sentences without a checksum and echoes settle nothing.
///
/// The framer sees bytes first, then `receive(bytes:at:_:)`. On a change of speed, the caller
/// discards bytes read but not yet passed on, and those held by the framer.
public struct ReceiverProbe: Dialogue {
  /// Result of the search.
  public enum Outcome: Equatable, Sendable {
    /// A receiver, at this speed in baud (`nil` if the line has none), and what it speaks.
    case found(baudRate: UInt32?, heard: HeardSpeech)
    /// A device that speaks something else, at this speed. Nothing was written, unless it was
    /// silent before and the setup permits writing.
    case foreign(ForeignSpeech, baudRate: UInt32?)
    /// Bytes, but no frame at any of the speeds tried.
    case garbage(ratesTried: Int, bytesSeen: Int)
    /// No bytes at all.
    case silent
  }

  private enum Phase {
    case idle, listening
    /// Waiting for a sleeping receiver to wake up.
    case waking
    /// This many speeds have been asked at.
    case asking(Int)
  }

  /// Speeds in the order to try, after the setup's own. Source: PX4's order, then the speeds of old
  /// receivers.
  public static let commonRates: [UInt32] = [
    38_400, 57_600, 9600, 115_200, 230_400, 460_800, 921_600, 4800, 19_200,
  ]
  /// Time from a byte on the line to a receiver that listens. Source: u-blox UBX-21035062 R02,
  /// "Power management": the first bytes after a wake-up are lost, for half a second.
  private static let wakeTime = Duration.milliseconds(500)
  /// Longer than the pauses within a burst of reports.
  private static let gap = Duration.milliseconds(60)
  /// Time for an answer to begin, after the question's time on the line.
  private static let answerTime = Duration.milliseconds(300)
  /// Time for an answer to continue.
  private static let pause = Duration.milliseconds(150)

  public private(set) var outcome: Outcome?
  public private(set) var nextDeadline: MonotonicTime?

  private let permission: WritePermission
  private let epoch: Duration
  private var search: RateSearch
  private var phase = Phase.idle
  private var judge = LineJudge()
  private var scanner = ForeignScanner()
  private var heard: HeardSpeech = []
  private var bytesSeen = 0
  /// Bytes since listening began: a line that spoke only when asked is silent again.
  private var bytesWhileListening = 0
  /// When the time at one speed ends.
  private var listeningEnd = MonotonicTime(nanoseconds: 0)
  private var hasExtended = false
  private var hasAsked = false
  private var mayListenAgain = false
  /// When the wait for an answer ends in any case.
  private var answerLimit = MonotonicTime(nanoseconds: 0)

  /// - Parameters:
  ///   - setup: gives the speeds to try first, and the permission to write to a silent line.
  ///   - canChangeSpeed: false for a source without a speed, such as USB or a kernel GNSS device.
  ///   - epoch: the longest time between two reports of the receiver.
  public init(setup: ReceiverSetup, canChangeSpeed: Bool, epoch: Duration = .seconds(1)) {
    permission = setup.permission
    self.epoch = max(epoch, .milliseconds(100))
    search =
      canChangeSpeed
      ? RateSearch(preferred: setup.baudRates, common: Self.commonRates) : RateSearch()
  }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard case .idle = phase, outcome == nil else { return }
    listenFromStart(at: now, &port)
  }

  /// Takes all bytes read, after the framer has seen them.
  public mutating func receive(
    bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard outcome == nil, bytes.count > 0 else { return }
    if case .idle = phase { return }
    bytesSeen &+= bytes.count
    scanner.receive(bytes)
    if endedInForeignSpeech() { return }
    for index in 0..<bytes.count { judge.add(bytes[index]) }
    switch phase {
    case .idle: break
    case .listening:
      bytesWhileListening &+= bytes.count
      judgeOn(at: now, &port)
    case .waking:
      // It spoke before it was asked.
      bytesWhileListening = bytes.count
      phase = .listening
      setListeningDeadline(at: now)
      judgeOn(at: now, &port)
    case .asking(let count):
      nextDeadline = min(answerLimit, max(nextDeadline ?? now, now + Self.pause))
      guard case .tooFast = judge.verdict, search.followed(judge.verdict) else { return }
      ask(at: now, count &+ 1, &port)
    }
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard outcome == nil, Self.settles(frame, info), !(hasAsked && Self.isEcho(frame)) else {
      return
    }
    if case .idle = phase { return }
    heard.note(frame, info)
    end(.found(baudRate: search.rate, heard: heard))
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard outcome == nil, let nextDeadline, nextDeadline <= now else { return }
    scanner.conclude()
    if endedInForeignSpeech() { return }
    switch phase {
    case .idle: break
    case .listening: stopListening(at: now, &port)
    case .waking: ask(at: now, 1, &port)
    case .asking(let count): stopAsking(at: now, count, &port)
    }
  }

  // MARK: - Listening

  /// Whether the bytes contradict the speed. A speed that other bytes named is left only for one
  /// that these bytes name.
  private var mayLeave: Bool {
    guard search.rate != nil else { return false }
    return switch judge.verdict {
    case .undecided: false
    case .tooFast: true
    case .onlyZeros, .tooSlow: !search.isTrusted
    }
  }

  private mutating func listenFromStart(at now: MonotonicTime, _ port: inout PortActions) {
    phase = .listening
    bytesWhileListening = 0
    search.start()
    listen(at: now, &port)
  }

  private mutating func listen(at now: MonotonicTime, _ port: inout PortActions) {
    setRate(&port)
    setListeningDeadline(at: now)
  }

  private mutating func setListeningDeadline(at now: MonotonicTime) {
    hasExtended = false
    listeningEnd = now + epoch * 6 / 5
    nextDeadline = listeningEnd
  }

  private mutating func judgeOn(at now: MonotonicTime, _ port: inout PortActions) {
    if mayLeave { return moveOn(at: now, &port) }
    // After a burst, even a few bytes are judged: the next one is an epoch away.
    nextDeadline = search.isTrusted ? listeningEnd : min(listeningEnd, now + Self.gap)
  }

  private mutating func stopListening(at now: MonotonicTime, _ port: inout PortActions) {
    if now < listeningEnd {
      nextDeadline = listeningEnd
      judge.conclude()
      if mayLeave { moveOn(at: now, &port) }
      return
    }
    guard bytesWhileListening > 0 else { return endOfSilence(at: now, &port) }
    // Line errors may have damaged all frames of one burst.
    if !hasExtended, judge.looksRight || search.isTrusted || search.rate == nil {
      hasExtended = true
      listeningEnd = now + epoch * (search.rate == nil ? 3 : 1)
      nextDeadline = listeningEnd
      return
    }
    judge.conclude()
    moveOn(at: now, &port)
  }

  private mutating func moveOn(at now: MonotonicTime, _ port: inout PortActions) {
    scanner.conclude()
    if endedInForeignSpeech() { return }
    guard search.rate != nil, search.advance(judge.verdict) else { return endInGarbage() }
    listen(at: now, &port)
  }

  private mutating func endOfSilence(at now: MonotonicTime, _ port: inout PortActions) {
    guard bytesSeen == 0 else { return endInGarbage() }
    guard permission == .whileSilent, !hasAsked else { return end(.silent) }
    // Its edges wake a sleeping receiver at any speed.
    phase = .waking
    port.send([0xFF])
    hasAsked = true
    mayListenAgain = true
    nextDeadline = now + Self.wakeTime
  }

  // MARK: - Asking

  private mutating func ask(at now: MonotonicTime, _ count: Int, _ port: inout PortActions) {
    if count == 1 { search.start() }
    phase = .asking(count)
    setRate(&port)
    var length = 0
    for query in ReceiverQuery.ofSilence {
      port.send(query)
      length &+= query.count
    }
    let sent = now + .transmission(of: length, at: search.rate)
    nextDeadline = sent + Self.answerTime
    answerLimit = sent + epoch
  }

  private mutating func stopAsking(
    at now: MonotonicTime, _ count: Int, _ port: inout PortActions
  ) {
    judge.conclude()
    let again = search.rate == nil ? count < 2 : search.advance(judge.verdict)
    if again { return ask(at: now, count &+ 1, &port) }
    guard bytesSeen > 0 else { return end(.silent) }
    guard mayListenAgain else { return endInGarbage() }
    // The written bytes woke something up.
    mayListenAgain = false
    listenFromStart(at: now, &port)
  }

  private mutating func setRate(_ port: inout PortActions) {
    if let rate = search.rate { port.setBaudRate(rate) }
    judge = LineJudge()
    scanner.reset()
    heard = []
  }

  // MARK: - Frames

  /// Returns whether one such frame proves the speed: not a sentence without a checksum, nor one so
  /// short that it may be accidental.
  private static func settles(_ frame: Span<UInt8>, _ info: FrameInfo) -> Bool {
    guard info.isChecked else { return false }
    // Zeros after the UBX mark form a frame of class 0: a wrong speed reads many.
    if info.wireProtocol == .ubx { return frame.count > 2 && frame[2] != 0 }
    guard info.wireProtocol == .nmea else { return true }
    guard frame.count >= 10 else { return false }
    for index in 1..<5 {
      let isLetter = frame[index] | 0x20 >= 0x61 && frame[index] | 0x20 <= 0x7A
      let isDigit = frame[index] >= 0x30 && frame[index] <= 0x39
      guard isLetter || isDigit && index > 1 else { return false }
    }
    return true
  }

  private static func isEcho(_ frame: Span<UInt8>) -> Bool {
    for query in ReceiverQuery.ofSilence where query.count == frame.count {
      if query.indices.allSatisfy({ query[$0] == frame[$0] }) { return true }
    }
    return false
  }

  // MARK: - The end

  /// Returns whether a foreign language was proven, which ends the search.
  private mutating func endedInForeignSpeech() -> Bool {
    guard let speech = scanner.found else { return false }
    end(.foreign(speech, baudRate: search.rate))
    return true
  }

  private mutating func endInGarbage() {
    end(.garbage(ratesTried: max(1, search.visitedCount), bytesSeen: bytesSeen))
  }

  private mutating func end(_ outcome: Outcome) {
    self.outcome = outcome
    nextDeadline = nil
  }
}
