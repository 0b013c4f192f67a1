internal import CairnNMEA
public import CairnTypes
internal import CairnUBX

/// Combines a receiver's messages about antenna, jamming and spoofing into one state of health, and
/// keeps the load of its port.
///
/// If several messages describe the same thing, the best informed one counts while it keeps coming.
/// NAV-STATUS judges each epoch alone, so a threat is believed only when repeated, and forgotten
/// after some time without it.
public struct HealthMonitor: Sendable {
  /// The present state of health.
  public private(set) var health = ReceiverHealth()
  /// The load of the receiver's port that the host is connected to; `nil` until it is reported.
  public private(set) var load: TransmitLoad?
  /// Whether that port is too full; true until there is certainly room.
  private var isOverloaded = false
  private var reportedOverload = false
  private let port: ReceiverPort

  /// The state of health at the last `takeChange`.
  private var reported = ReceiverHealth()
  private var antenna = Opinion()
  private var jamming = Opinion()
  private var spoofing = Opinion()

  /// Creates a monitor without any knowledge.
  ///
  /// - Parameter port: the receiver's port that the host is connected to.
  public init(port: ReceiverPort = .uart1) { self.port = port }

  /// Returns whether `receive` uses messages of that kind.
  static func isConcerned(by id: MessageID) -> Bool {
    id.messageClass == .mon || id.messageClass == .sec || id == NavStatus.id
  }

  /// Returns whether `receive` may use a sentence: texts and proprietary sentences.
  static func isConcerned(by sentence: Span<UInt8>) -> Bool {
    sentence.count > 9 && (sentence[1] == UInt8(ascii: "P") || sentence[3] == UInt8(ascii: "T"))
  }

  /// Returns whether the state of health has changed since the last call.
  mutating func takeChange() -> Bool {
    guard health != reported else { return false }
    reported = health
    return true
  }

  /// Returns the port's load if it has become too full, or no longer is, since the last call.
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

  /// Uses one UBX message; ignores messages that are not about health.
  ///
  /// - Throws: what decoding throws.
  mutating func receive(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime
  ) throws(UBXError) {
    switch id {
    case MonRF.id:
      let message = try MonRF.decode(payload)
      // Each band has a block, with or without a shared antenna: the worst one counts.
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
      // The version in the first byte decides.
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

  /// Uses one sentence; ignores sentences that are not about health.
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

/// Belief about one quantity, formed from statements that may contradict each other.
private struct Opinion: Sendable {
  /// Time after which a better informed source that has fallen silent is forgotten.
  private static let memory = Duration.seconds(10)
  /// How often a statement worse than the belief must be repeated.
  private static let repetitions = 2
  /// A level that is believed at once, however bad: the receiver gives no fix in it.
  private static let undeniable = ReceiverHealth.Threat.critical.rawValue

  private(set) var level: UInt8 = 0
  private(set) var source = ReceiverHealth.Source.none
  private var heardAt = MonotonicTime(nanoseconds: .min)
  /// When the level was last stated.
  private var confirmedAt = MonotonicTime(nanoseconds: .min)
  private var candidate: UInt8 = 0
  private var repeated = 0

  /// Weighs one statement; 0 states nothing.
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
