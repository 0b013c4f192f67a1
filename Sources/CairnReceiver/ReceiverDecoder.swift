internal import CairnCASIC
internal import CairnNMEA
public import CairnTypes
internal import CairnUBX

/// Decodes frames and decides which protocol speaks for an instant that several describe.
///
/// UBX and CASIC say more than NMEA about the same solution: while they give positions, sentences are framed
/// and counted but not decoded. An instant that has been delivered is not delivered again by the other
/// protocol.
///
/// `ReceiverPipeline` feeds it from a framer. Whoever also wants the frames themselves feeds it frame
/// by frame.
public struct ReceiverDecoder: FrameSink, Sendable {
  /// When the frames that follow arrived, on the boot clock.
  public var now = MonotonicTime(nanoseconds: 0)
  /// Frames with a right checksum so far.
  public private(set) var checkedFrames = 0
  private var nmea: NMEAAssembler
  private var ubx = UBXAssembler()
  private var casic = CASICAssembler()
  private var output = Output()
  private var monitor: HealthMonitor
  private var hasNewHealth = false
  /// When a binary protocol gave a position last; nil while NMEA speaks.
  private var binarySpokeAt: MonotonicTime?
  private var sentencesSinceBinary = 0

  /// - Parameters:
  ///   - dates: how two-digit years and missing dates are resolved.
  ///   - port: the receiver's port that the host is connected to.
  ///   - repeatsInstants: whether an instant is given again when another message has it too, perhaps
  ///     behind later ones: for views of what a receiver sends.
  public init(
    dates: DateResolver, port: ReceiverPort = .uart1, repeatsInstants: Bool = false
  ) {
    output.repeatsInstants = repeatsInstants
    nmea = NMEAAssembler(dates: dates)
    monitor = HealthMonitor(port: port)
  }

  /// Has what is given out judged as the present position: UTC that cannot be true is left out, and what waited
  /// unread is as old as it is. Who shows what a receiver sends does neither.
  ///
  /// - Parameters:
  ///   - days: those since 1970 on which the receiver can be.
  ///   - arrivals: tells how long an epoch waited; `nil` believes every arrival.
  mutating func judgeTimes(possible days: ClosedRange<Int>, arrivals: ArrivalClock?) {
    output.possibleDays = days
    output.arrivals = arrivals
  }

  /// Epochs whose UTC could not be true and was left out.
  var impossibleTimes: Int { output.impossibleTimes }

  /// Whether an epoch is open whose end is not known. Stored, as is the exponent: asking the
  /// assemblers would copy them.
  private(set) var awaitsSilence = false
  private var patienceExponent = 0

  /// Longer than the pauses inside an epoch: 30 ms, doubled each time that was too short.
  var silenceWait: Duration { .milliseconds(30 << patienceExponent) }

  /// Uses one frame, unless it is doubtful.
  public mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
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
      // A payload that its message cannot have says nothing.
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

  /// How well the receiver can hear, by its own words.
  public var health: ReceiverHealth { monitor.health }

  /// The receiver's health, when it has changed since this was asked last.
  public mutating func takeHealth() -> ReceiverHealth? {
    guard hasNewHealth else { return nil }
    hasNewHealth = false
    return monitor.health
  }

  /// How full the receiver's port is, by its own word; `nil` while it has not said.
  public var load: TransmitLoad? { monitor.load }

  /// The load of the port, when it has become too full, or is no longer, since this was asked last.
  public mutating func takeLoad() -> TransmitLoad? { monitor.takeLoad() }

  /// A client that sees a fix must see what is wrong with it.
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

  /// So many sentences, or so long, without a binary position, and NMEA speaks again.
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

  /// The line was silent for longer than an epoch pauses.
  public mutating func silence() {
    nmea.silence(into: &output)
    ubx.silence(into: &output)
    casic.silence(into: &output)
    noteSilence()
  }

  /// The stream has ended.
  public mutating func finish() {
    nmea.finish(into: &output)
    ubx.finish(into: &output)
    casic.finish(into: &output)
    noteSilence()
  }

  /// Hands over what is complete, oldest first.
  ///
  /// - Parameters:
  ///   - epoch: takes an epoch where it lies, without a copy.
  ///   - satellites: takes the satellites of the epoch before.
  public mutating func takeEvents(
    epoch: (borrowing Epoch) -> Void, satellites: (SatelliteView) -> Void
  ) {
    guard !output.isEmpty else { return }
    var next = 0
    for index in output.epochs.indices {
      while next < output.views.count, output.views[next].epochs <= index {
        satellites(output.views[next].view)
        next += 1
      }
      epoch(output.epochs[index])
    }
    for view in output.views[next...] { satellites(view.view) }
    output.removeAll()
  }

  /// What is complete, oldest first; empty most of the time.
  public mutating func takeEvents() -> [ReceiverEvent] {
    var events: [ReceiverEvent] = []
    takeEvents {
      events.append(.epoch(copy $0))
    } satellites: {
      events.append(.satellites($0))
    }
    return events
  }

  /// Collects the events of all protocols.
  private struct Output: ReceiverEventSink, Sendable {
    private(set) var epochs: [Epoch] = []
    /// Each with the number of epochs that go before it.
    private(set) var views: [(epochs: Int, view: SatelliteView)] = []
    var repeatsInstants = false
    /// Marks every epoch from now on.
    var flags: LocationSource.Flags = []
    private var binarySpoke = false
    /// Whether the last position was of sentences.
    private var nmeaHasPosition = false
    private var lastTimestamp: Timestamp?
    /// Whether that instant lies in a leap second.
    private var lastIsLeapSecond = false
    /// Days since 1970; `nil` believes all.
    var possibleDays: ClosedRange<Int>?
    private(set) var impossibleTimes = 0
    var arrivals: ArrivalClock?
    /// Nanoseconds that the last epoch waited.
    private var delay: Int64 = 0

    var isEmpty: Bool { epochs.isEmpty && views.isEmpty }

    mutating func removeAll() {
      if !epochs.isEmpty { epochs.removeAll(keepingCapacity: true) }
      if !views.isEmpty { views.removeAll(keepingCapacity: true) }
    }

    mutating func receive(_ epoch: Epoch, clock: Int64?, from wireProtocol: WireProtocol) {
      if wireProtocol == .nmea {
        nmeaHasPosition = epoch.hasPosition
      } else if epoch.coordinate != nil {
        binarySpoke = true
        nmeaHasPosition = false
      } else if nmeaHasPosition {
        // The sentences of this receiver know better than its status alone.
        return
      }
      if let timestamp = epoch.timestamp {
        let isLeapSecond = epoch.flags.contains(.leapSecond)
        if !repeatsInstants, !isNews(timestamp, isLeapSecond: isLeapSecond) { return }
        lastTimestamp = timestamp
        lastIsLeapSecond = isLeapSecond
      }
      epochs.append(epoch)
      epochs[epochs.count - 1].wireProtocol = wireProtocol
      if !flags.isEmpty { epochs[epochs.count - 1].flags.formUnion(flags) }
      judgeTime(clock)
    }

    /// Of the last epoch. The clock counts as it runs, whether what it shows is true or not.
    private mutating func judgeTime(_ clock: Int64?) {
      let last = epochs.count - 1
      let utc = epochs[last].timestamp?.nanosecondsSince1970
      if let clock = utc ?? clock,
        let delay = arrivals?.delay(of: clock, isUTC: utc != nil, at: epochs[last].time)
      {
        self.delay = delay
        epochs[last].time.nanoseconds &-= delay
      }
      guard let possibleDays else { return }
      // Zero is what receivers say that do not know.
      if let accuracy = epochs[last].timeAccuracy, !(accuracy > 0) {
        epochs[last].timeAccuracy = nil
      }
      guard let utc, !possibleDays.contains(Int(utc / 86_400_000_000_000)) else { return }
      epochs[last].timestamp = nil
      epochs[last].timeAccuracy = nil
      impossibleTimes &+= 1
    }

    mutating func receive(_ view: SatelliteView, from wireProtocol: WireProtocol) {
      views.append((epochs.count, view))
      views[views.count - 1].view.wireProtocol = wireProtocol
      views[views.count - 1].view.time.nanoseconds &-= delay
    }

    /// Whether an epoch of a binary protocol came since this was asked last.
    mutating func takeBinarySpoke() -> Bool {
      defer { binarySpoke = false }
      return binarySpoke
    }

    /// Not the same instant, and not one that a faster message was ahead of. A longer way back is a
    /// receiver that has found the right time.
    private func isNews(_ timestamp: Timestamp, isLeapSecond: Bool) -> Bool {
      guard let last = lastTimestamp else { return true }
      // A leap second has the timestamps of the second that follows it.
      if isLeapSecond != lastIsLeapSecond, second(of: timestamp) == second(of: last) {
        return lastIsLeapSecond
      }
      let difference = timestamp - last
      return difference < .milliseconds(-990) || difference >= .milliseconds(10)
    }

    /// Since 1970; receivers round to it from a little before.
    private func second(of timestamp: Timestamp) -> Int64 {
      (timestamp.nanosecondsSince1970 &+ 10_000_000) / 1_000_000_000
    }
  }
}
