internal import CairnNMEA
public import CairnTypes
internal import CairnUBX

/// Makes one state of health of what a receiver's messages say about antenna, jamming and spoofing, and
/// keeps what it says of its port.
///
/// Several messages speak of the same thing: the one that knows best counts while it goes on speaking.
/// NAV-STATUS judges each epoch alone, so a threat is believed when it is repeated, and forgotten after
/// a time without it.
public struct HealthMonitor: Sendable {
  /// What is believed now.
  public private(set) var health = ReceiverHealth()
  /// How full the receiver's port is that the host is connected to; `nil` while it has not said.
  public private(set) var load: TransmitLoad?
  /// Whether that port is too full; it is so until there is room for sure.
  private var isOverloaded = false
  private var reportedOverload = false
  private let port: ReceiverPort

  /// What was believed when `takeChange` was asked last.
  private var reported = ReceiverHealth()
  private var antenna = Opinion()
  private var jamming = Opinion()
  private var spoofing = Opinion()

  /// Nothing is known yet.
  ///
  /// - Parameter port: the receiver's port that the host is connected to.
  public init(port: ReceiverPort = .uart1) { self.port = port }

  /// Whether `receive` has a use for a message of that kind.
  static func isConcerned(by id: MessageID) -> Bool {
    id.messageClass == .mon || id.messageClass == .sec || id == NavStatus.id
  }

  /// Whether `receive` may have a use for a sentence: texts and proprietary ones.
  static func isConcerned(by sentence: Span<UInt8>) -> Bool {
    sentence.count > 9 && (sentence[1] == UInt8(ascii: "P") || sentence[3] == UInt8(ascii: "T"))
  }

  /// Whether something else is believed than when this was asked last.
  mutating func takeChange() -> Bool {
    guard health != reported else { return false }
    reported = health
    return true
  }

  /// The load of the port, when it has become too full, or is no longer, since this was asked last.
  mutating func takeLoad() -> TransmitLoad? {
    guard isOverloaded != reportedOverload else { return nil }
    reportedOverload = isOverloaded
    return load
  }

  private mutating func note(_ load: TransmitLoad?) {
    guard let load else { return }
    self.load = load
    isOverloaded = isOverloaded ? !load.isFree : load.isOverloaded
  }

  /// Uses one UBX message; others than those of health say nothing.
  ///
  /// - Throws: what decoding throws.
  mutating func receive(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime
  ) throws(UBXError) {
    switch id {
    case MonRF.id:
      let message = try MonRF.decode(payload)
      // Each band has a block; they share an antenna or not: the worst speaks.
      for block in message.blocks { note(block.antennaStatus, at: now) }
      let worst = message.blocks.map { ReceiverHealth.Threat($0.flags.jamming) }.max()
      jamming.note(worst?.rawValue ?? 0, from: .hardwareMonitor, at: now)
    case MonHW.id:
      // Older receivers have a shorter form of it.
      let message = try MonHW.decode(payload)
      note(message.antennaStatus, at: now)
      jamming.note(
        ReceiverHealth.Threat(message.flags.jamming).rawValue, from: .hardwareMonitor, at: now)
    case MonComms.id: return note(TransmitLoad(try MonComms.decode(payload), port: port))
    case MonTxBuf.id: return note(TransmitLoad(try MonTxBuf.decode(payload), port: port))
    case SecSig.id:
      // Decided by the version, which is the first octet.
      if !payload.isEmpty, payload[0] == 1 {
        let message = try SecSigV1.decode(payload)
        note(message.jamming.state, message.spoofing.state, at: now)
      } else {
        let message = try SecSig.decode(payload)
        note(message.flags.jamming, message.flags.spoofing, at: now)
      }
    case NavStatus.id:
      let message = try NavStatus.decode(payload)
      let state = SpoofingState(rawValue: message.signals.spoofing)
      spoofing.note(ReceiverHealth.Threat(state).rawValue, from: .navigationStatus, at: now)
    default: return
    }
    update()
  }

  /// Uses one sentence; others than those of health say nothing.
  ///
  /// Source: u-blox UBX-13003221 R28, "TXT" (`ANTSTATUS=`); CASIC, "TXT" (`ANTENNA`); MediaTek and
  /// compatible firmware, `PGTOP,11` and `PCD,11`; Quectel, `PQTMANTENNASTATUS`; ST Teseo,
  /// `PSTMANTENNASTATUS`.
  mutating func receive(sentence: Span<UInt8>, at now: MonotonicTime) {
    guard let state = AntennaSentence.state(in: sentence) else { return }
    antenna.note(state.rawValue, from: .sentence, at: now, isBelievedAtOnce: true)
    update()
  }

  private mutating func note(_ status: AntennaStatus, at now: MonotonicTime) {
    antenna.note(
      ReceiverHealth.Antenna(status).rawValue, from: .hardwareMonitor, at: now,
      isBelievedAtOnce: true)
  }

  private mutating func note(
    _ jammingState: JammingState, _ spoofingState: SpoofingState, at now: MonotonicTime
  ) {
    jamming.note(
      ReceiverHealth.Threat(jammingState).rawValue, from: .signalSecurity, at: now)
    spoofing.note(
      ReceiverHealth.Threat(spoofingState).rawValue, from: .signalSecurity, at: now)
  }

  private mutating func update() {
    health.antenna = ReceiverHealth.Antenna(rawValue: antenna.level) ?? .unknown
    health.antennaSource = antenna.source
    health.jamming = ReceiverHealth.Threat(rawValue: jamming.level) ?? .unknown
    health.jammingSource = jamming.source
    health.spoofing = ReceiverHealth.Threat(rawValue: spoofing.level) ?? .unknown
    health.spoofingSource = spoofing.source
  }
}

/// What is believed of one thing, from statements that may contradict each other.
private struct Opinion: Sendable {
  /// A source that was better informed and says nothing any more is forgotten after this.
  private static let memory = Duration.seconds(10)
  /// A statement that is worse than the belief has to be repeated so often.
  private static let repetitions = 2
  /// A state that is at once believed, however bad: the receiver gives no fix in it.
  private static let undeniable = ReceiverHealth.Threat.critical.rawValue

  private(set) var level: UInt8 = 0
  private(set) var source = ReceiverHealth.Source.none
  private var heardAt = MonotonicTime(nanoseconds: .min)
  /// When the level was said last.
  private var confirmedAt = MonotonicTime(nanoseconds: .min)
  private var candidate: UInt8 = 0
  private var repeated = 0

  /// Weighs one statement; 0 says nothing.
  mutating func note(
    _ said: UInt8, from source: ReceiverHealth.Source, at now: MonotonicTime,
    isBelievedAtOnce: Bool = false
  ) {
    guard said != 0 else { return }
    let isForgotten = self.source == .none || now - heardAt > Self.memory
    guard source.rawValue >= self.source.rawValue || isForgotten else { return }
    if source != self.source {
      self.source = source
      if isForgotten { level = 0 }
    }
    heardAt = now
    repeated = said == candidate ? repeated &+ 1 : 1
    candidate = said
    if said == level {
      confirmedAt = now
    } else if level == 0 || isBelievedAtOnce || said == Self.undeniable
      || (said > level && repeated >= Self.repetitions)
      || (said < level && now - confirmedAt > Self.memory)
    {
      level = said
      confirmedAt = now
    }
  }
}

extension ReceiverHealth.Antenna {
  fileprivate init(_ status: AntennaStatus) {
    switch status {
    case .good: self = .good
    case .open: self = .open
    case .short: self = .short
    default: self = .unknown
    }
  }
}

extension ReceiverHealth.Threat {
  fileprivate init(_ state: JammingState) {
    switch state {
    case .none: self = .clean
    case .warning: self = .suspected
    case .critical: self = .critical
    default: self = .unknown
    }
  }

  fileprivate init(_ state: SpoofingState) {
    switch state {
    case .none: self = .clean
    case .indicated: self = .suspected
    case .affirmed: self = .critical
    default: self = .unknown
    }
  }
}
