internal import CairnCASIC
internal import CairnNMEA
public import CairnTypes
internal import CairnUBX

/// Decodes frames and decides which protocol counts for an instant that several describe.
///
/// UBX and CASIC say more than NMEA about the same solution: while they give positions, sentences
/// are framed and counted but not decoded. An instant is delivered only once, whichever protocol
/// repeats it.
///
/// `ReceiverStream` feeds it from a framer. A client that also needs the frames feeds it frame by
/// frame.
public struct ReceiverDecoder: FrameSink, Sendable {
  /// When the next frames arrived, on the boot clock.
  public var now = MonotonicTime(nanoseconds: 0)
  /// Number of frames with a right checksum.
  public private(set) var checkedFrames = 0
  /// Copies of the frames, for a driver that converses with the receiver; `nil` while none does.
  var heard: HeardFrames?
  private var nmea: NMEAAssembler
  private var ubx = UBXAssembler()
  private var casic = CASICAssembler()
  private var output = Output()
  private var monitor: HealthMonitor
  private var hasNewHealth = false
  /// When a binary protocol last gave a position; nil while NMEA counts.
  private var binarySpokeAt: MonotonicTime?
  private var sentencesSinceBinary = 0

  /// - Parameters:
  ///   - dates: resolves two-digit years and missing dates.
  ///   - port: the receiver's port that the host is connected to.
  ///   - repeatsInstants: whether to deliver an instant again if another message has it, perhaps
  ///     after later ones; for views of what a receiver sends.
  public init(
    dates: DateResolver, port: ReceiverPort = .uart1, repeatsInstants: Bool = false
  ) {
    output.repeatsInstants = repeatsInstants
    nmea = NMEAAssembler(dates: dates)
    monitor = HealthMonitor(port: port)
  }

  /// Makes epochs count as the present position: impossible UTC is left out, and epochs that waited
  /// are dated back. Views of what a receiver sends do neither.
  ///
  /// - Parameters:
  ///   - days: the receiver's possible days since 1970.
  ///   - arrivals: tells how long an epoch waited; `nil` believes every arrival.
  mutating func judgeTimes(possible days: ClosedRange<Int>, arrivals: ArrivalClock?) {
    output.possibleDays = days
    output.arrivals = arrivals
  }

  /// Number of epochs whose UTC could not be true and was left out.
  var impossibleTimes: Int { output.impossibleTimes }

  /// Seconds: the receiver's accuracy of UTC, from the last epoch; `nil` if it gave none.
  var timeAccuracy: Double? { output.timeAccuracy }

  /// Returns whether the last epoch had a position; `nil` if there was none since the last call.
  mutating func takeHadPosition() -> Bool? { output.takeHadPosition() }

  /// Whether an epoch is open whose end is unknown. Stored, like the exponent, because asking the
  /// assemblers would copy them.
  private(set) var awaitsSilence = false
  private var patienceExponent = 0

  /// A wait longer than the pauses within an epoch: 30 ms, doubled each time that it was too short.
  var silenceWait: Duration { .milliseconds(30 << patienceExponent) }

  /// Uses a frame, unless it is doubtful.
  public mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    heard?.keep(frame, info)
    switch info.integrity {
    case .checked: checkedFrames &+= 1
    case .unchecked: break
    case .doubtful: return
    }
    switch info.wireProtocol {
    case .nmea:
      if nmeaSpeaks() { nmea.receive(frame, at: now, into: &output) }
      if HealthMonitor.isConcerned(by: frame) {
        monitor.receive(sentence: frame, at: now)
        noteHealth()
      }
    case .ubx:
      // Ignores a payload that does not fit its message.
      guard let id = UBXFrame.messageID(of: frame) else { return }
      let payload = UBXFrame.payload(of: frame)
      try? ubx.receive(id, payload, at: now, into: &output)
      if output.takeBinarySpoke() { muteNMEA() }
      if HealthMonitor.isConcerned(by: id) {
        try? monitor.receive(id, payload, at: now)
        noteHealth()
      }
    case .casic:
      guard let id = CASICFrame.messageID(of: frame) else { return }
      casic.receive(id, CASICFrame.payload(of: frame), at: now, into: &output)
      if output.takeBinarySpoke() { muteNMEA() }
    case .rtcm3: break
    }
    noteSilence()
  }

  /// The receiver's health, as it reports it.
  public var health: ReceiverHealth { monitor.health }

  /// Returns the receiver's health if it has changed since the last call.
  public mutating func takeHealth() -> ReceiverHealth? {
    guard hasNewHealth else { return nil }
    hasNewHealth = false
    return monitor.health
  }

  /// The receiver's report of how full its port is; `nil` if there was none.
  public var load: TransmitLoad? { monitor.load }

  /// Returns the port's load if it has become too full, or no longer is, since the last call.
  public mutating func takeLoad() -> TransmitLoad? { monitor.takeLoad() }

  /// Marks epochs with problems, because a client that sees a fix must see what is wrong with it.
  private mutating func noteHealth() {
    let flags = monitor.health.flags
    if monitor.takeChange() { hasNewHealth = true }
    output.flags = flags
  }

  private mutating func noteSilence() {
    awaitsSilence =
      nmea.cycle.awaitsSilence || ubx.cycle.awaitsSilence || casic.cycle.awaitsSilence
    patienceExponent = max(
      nmea.cycle.patienceExponent, ubx.cycle.patienceExponent, casic.cycle.patienceExponent)
  }

  // MARK: - Who speaks

  /// Without a binary position for this many sentences or this long, NMEA counts again.
  private static let mutedSentences = 250
  private static let mutedTime = Duration.seconds(5)

  private mutating func muteNMEA() {
    if binarySpokeAt == nil { nmea.abandon() }
    binarySpokeAt = now
    sentencesSinceBinary = 0
  }

  private mutating func nmeaSpeaks() -> Bool {
    guard let binarySpokeAt else { return true }
    sentencesSinceBinary += 1
    guard sentencesSinceBinary > Self.mutedSentences || now - binarySpokeAt > Self.mutedTime else {
      return false
    }
    self.binarySpokeAt = nil
    return true
  }

  /// Handles a line that was silent for longer than the pauses within an epoch.
  public mutating func silence() {
    nmea.silence(into: &output)
    ubx.silence(into: &output)
    casic.silence(into: &output)
    noteSilence()
  }

  /// Handles the end of the stream.
  public mutating func finish() {
    nmea.finish(into: &output)
    ubx.finish(into: &output)
    casic.finish(into: &output)
    noteSilence()
  }

  /// Removes all complete events and puts them in place of `events`, usually none.
  mutating func takeEvents(into events: inout ReceiverEvents) {
    events.removeAll()
    if !output.events.isEmpty { swap(&events, &output.events) }
  }

  /// Removes and returns all complete events, oldest first; usually none.
  public mutating func takeEvents() -> [ReceiverEvent] {
    var taken = ReceiverEvents()
    takeEvents(into: &taken)
    var events: [ReceiverEvent] = []
    taken.forEach {
      events.append(.epoch(copy $0))
    } satellites: {
      events.append(.satellites($0))
    }
    return events
  }

  /// Collects the events of all protocols.
  private struct Output: ReceiverEventSink, Sendable {
    var events = ReceiverEvents()
    var repeatsInstants = false
    /// Flags to set on every epoch from now on.
    var flags: LocationSource.Flags = []
    private var binarySpoke = false
    /// Whether the last position came from sentences.
    private var nmeaHasPosition = false
    private var lastTimestamp: Timestamp?
    /// Whether that instant is in a leap second.
    private var lastIsLeapSecond = false
    /// Possible days since 1970; `nil` believes all.
    var possibleDays: ClosedRange<Int>?
    private(set) var impossibleTimes = 0
    /// Seconds: the accuracy of the last epoch's UTC.
    private(set) var timeAccuracy: Double?
    /// Whether the last epoch had a position; `nil` once that was asked.
    private var hadPosition: Bool?
    var arrivals: ArrivalClock?
    /// Nanoseconds that the last epoch waited.
    private var delay: Int64 = 0

    mutating func takeHadPosition() -> Bool? {
      defer { hadPosition = nil }
      return hadPosition
    }

    mutating func receive(_ epoch: Epoch, clock: Int64?, from wireProtocol: WireProtocol) {
      if wireProtocol == .nmea {
        nmeaHasPosition = epoch.hasPosition
      } else if epoch.coordinate != nil {
        binarySpoke = true
        nmeaHasPosition = false
      } else if nmeaHasPosition {
        // This receiver's sentences say more than its binary status.
        return
      }
      if let timestamp = epoch.timestamp {
        let isLeapSecond = epoch.flags.contains(.leapSecond)
        if !repeatsInstants, !isNews(timestamp, isLeapSecond: isLeapSecond) { return }
        lastTimestamp = timestamp
        lastIsLeapSecond = isLeapSecond
      }
      events.epochs.append(epoch)
      events.epochs[events.epochs.count - 1].wireProtocol = wireProtocol
      if !flags.isEmpty { events.epochs[events.epochs.count - 1].flags.formUnion(flags) }
      judgeTime(clock)
      timeAccuracy = events.epochs[events.epochs.count - 1].timeAccuracy
      hadPosition = epoch.hasPosition
    }

    /// Judges the last epoch. The clock counts as it runs, even if what it shows is not true.
    private mutating func judgeTime(_ clock: Int64?) {
      let last = events.epochs.count - 1
      let utc = events.epochs[last].timestamp?.nanosecondsSince1970
      if let clock = utc ?? clock,
        let delay = arrivals?.delay(of: clock, isUTC: utc != nil, at: events.epochs[last].time)
      {
        self.delay = delay
        events.epochs[last].time.nanoseconds &-= delay
      }
      guard let possibleDays else { return }
      // Receivers send zero if they do not know.
      if let accuracy = events.epochs[last].timeAccuracy, !(accuracy > 0) {
        events.epochs[last].timeAccuracy = nil
      }
      guard let utc, !possibleDays.contains(Int(utc / 86_400_000_000_000)) else { return }
      events.epochs[last].timestamp = nil
      events.epochs[last].timeAccuracy = nil
      impossibleTimes &+= 1
    }

    mutating func receive(_ view: SatelliteView, from wireProtocol: WireProtocol) {
      events.views.append((events.epochs.count, view))
      events.views[events.views.count - 1].view.wireProtocol = wireProtocol
      events.views[events.views.count - 1].view.time.nanoseconds &-= delay
    }

    /// Returns whether a binary protocol gave a position since the last call.
    mutating func takeBinarySpoke() -> Bool {
      defer { binarySpoke = false }
      return binarySpoke
    }

    /// Returns false for the same instant and for one just before it, which a faster message
    /// overtook. A longer step back means that the receiver has found the right time.
    private func isNews(_ timestamp: Timestamp, isLeapSecond: Bool) -> Bool {
      guard let last = lastTimestamp else { return true }
      // A leap second shares its timestamps with the following second.
      if isLeapSecond != lastIsLeapSecond, second(of: timestamp) == second(of: last) {
        return lastIsLeapSecond
      }
      let difference = timestamp - last
      return difference < .milliseconds(-990) || difference >= .milliseconds(10)
    }

    /// Returns the second since 1970; times just before it count, as receivers round.
    private func second(of timestamp: Timestamp) -> Int64 {
      (timestamp.nanosecondsSince1970 &+ 10_000_000) / 1_000_000_000
    }
  }
}
