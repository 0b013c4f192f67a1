public import CairnTypes
public import CairnUBX

/// Configures a receiver, and reports which settings it did not accept.
///
/// Requirements are configuration keys of u-blox receivers, for receivers of any kind: they name
/// every setting. A setting that the receiver can be asked for is written only if it differs, and
/// read back afterwards. If a receiver cannot be asked, its reports are observed instead. The speed
/// of the line is changed on its own. A setting that would end communication with the receiver is
/// never sent.
public struct Configurator: Dialogue {
  public private(set) var outcome: ConfigurationReport?

  var ledger: WishLedger
  let course: ConfigurationCourse
  /// Requirements and memories that are not sent: they would end communication, or the receiver has
  /// refused them before.
  private let local: (refused: [RefusedWish], memories: ConfigurationLayers)
  var line: Line
  /// The present stage and those after it.
  var stages: [ConfigurationCourse.Stage]
  /// The present stage's work: at most one of the three exists.
  var transaction: Transaction?
  var rate: RateChange?
  var observation: SentenceObservation?
  /// Wishes of which only what comes tells whether they are fulfilled, and whether the commands for them were
  /// answered.
  var watched = (wishes: [Int](), isAnswered: false)
  /// Whether the line damages what it carries, and what it has damaged.
  private var damage: (isKnown: Bool, stream: StreamDamage)
  /// When the receiver was heard last.
  var heardAt = MonotonicTime(nanoseconds: 0)

  /// - Parameters:
  ///   - wishes: what the receiver shall have; of two values for one key the last counts.
  ///   - identity: which commands it understands.
  ///   - setup: the port, the memories to write, and whether anything may be written.
  ///   - baudRate: baud of the line now; `nil` where it has no speed, as on USB.
  ///   - known: what this receiver has refused before; `nil` for one that has to be asked everything.
  ///   - isDamaged: whether the line is known to damage what it carries.
  public init(
    wishes: [ConfigurationValue], identity: ReceiverIdentity, setup: ReceiverSetup,
    baudRate: UInt32?, known: ReceiverRecord? = nil, isDamaged: Bool = false
  ) {
    self.init(
      wishes: wishes, identity: identity, setup: setup, line: Line(baudRate: baudRate),
      known: known, isDamaged: isDamaged)
  }

  /// The same with a line on which something may still be on its way.
  init(
    wishes: [ConfigurationValue], identity: ReceiverIdentity, setup: ReceiverSetup, line: Line,
    known: ReceiverRecord? = nil, isDamaged: Bool = false
  ) {
    let dialect = setup.permission == .never ? .none : identity.dialect
    var sent: [ConfigurationValue] = []
    var refused: [RefusedWish] = []
    for wish in Self.merged(wishes) {
      if dialect == .none {
        refused.append(RefusedWish(wish, .notPermitted))
      } else if wish.deafens(setup.port, speaking: dialect) {
        refused.append(RefusedWish(wish, .wouldDeafen))
      } else if let reason = known?.refusal(of: wish) {
        refused.append(RefusedWish(wish, reason))
      } else {
        sent.append(wish)
      }
    }
    let missing = known?.missing(of: setup.persistence) ?? []
    local = (refused, missing)
    ledger = WishLedger(sent)
    course = ConfigurationCourse(
      sent, dialect, setup.port, setup.persistence.subtracting([.ram, missing]), line.baudRate)
    stages = course.stages
    self.line = line
    damage = (isDamaged, StreamDamage())
    for wish in sent.indices where !course.isExpressible(wish, sent[wish]) {
      ledger[wish] = .refused(.unsupported)
    }
  }

  /// Whether the line damages what it carries.
  var isDamaged: Bool { damage.isKnown || damage.stream.bytes > 0 }

  /// Whether the speed of the line is not sure at present.
  var isChangingRate: Bool { rate != nil }

  public var nextDeadline: MonotonicTime? {
    guard outcome == nil else { return nil }
    return transaction?.deadline ?? rate?.deadline ?? observation?.end
  }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard outcome == nil else { return }
    heardAt = now
    advance(at: now, &port)
  }

  /// Bytes came, whether they belong to a frame or not: an answer may be behind them.
  mutating func noteBytes(at now: MonotonicTime, isDamagedFrame: Bool) {
    line.noteBytes(at: now)
    if isDamagedFrame { heardAt = now }
  }

  /// All bytes, after the frames in them.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions) {
    guard observation != nil else { return }
    observation?.receive(bytes: bytes, at: now)
    advance(at: now, &port)
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard outcome == nil, info.isChecked else { return }
    line.noteBytes(at: now)
    heardAt = now
    if info.wireProtocol == .nmea { line.hasSentences = true }
    if rate == nil { damage.stream.note(frame, info) }
    transaction?.receive(frame, at: now, over: &line, &port)
    rate?.receive(frame, at: now, over: &line, &port)
    if info.wireProtocol == .nmea { observation?.receive(frame, at: now) }
    advance(at: now, &port)
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    transaction?.fire(at: now, over: &line, &port)
    rate?.fire(at: now, over: &line, &port)
    advance(at: now, &port)
  }

  /// Concludes what is done, and does what is next.
  private mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    while outcome == nil {
      if let transaction {
        guard transaction.isOver else { return }
        self.transaction = nil
        conclude(transaction, at: now, &port)
      } else if let rate {
        guard let result = rate.result else { return }
        self.rate = nil
        // What was read at a wrong speed was not damaged.
        damage = (isDamaged, StreamDamage())
        conclude(result, at: now)
      } else if let observation {
        guard now >= observation.end || isEnough(observation) else { return }
        self.observation = nil
        conclude(observation, at: now, &port)
      } else if let stage = stages.first {
        start(stage, at: now, &port)
        if transaction == nil, rate == nil, observation == nil { stages.removeFirst() }
      } else {
        finish(isReachable: true)
      }
    }
  }

  /// Ends without having asked for everything.
  mutating func abandon(at now: MonotonicTime) {
    for stage in stages { ledger.warn(course.memories(of: stage), .noAnswer) }
    stages = []
    finish(isReachable: now - heardAt < .seconds(3))
  }

  mutating func finish(isReachable: Bool) {
    var report = ledger.report
    report.refused.insert(contentsOf: local.refused, at: 0)
    for memory in [ConfigurationLayers.batteryBacked, .flash] where local.memories.contains(memory)
    {
      report.layerWarnings.append(LayerWarning(memory, .refused))
    }
    report.baudRate = line.baudRate
    report.isReachable = isReachable
    outcome = report
  }

  /// Of each key the last value, in the order of the first.
  private static func merged(_ wishes: [ConfigurationValue]) -> [ConfigurationValue] {
    var merged: [ConfigurationValue] = []
    for wish in wishes {
      if let index = merged.firstIndex(where: { $0.key == wish.key }) {
        merged[index] = wish
      } else {
        merged.append(wish)
      }
    }
    return merged
  }
}
