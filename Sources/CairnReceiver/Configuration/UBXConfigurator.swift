internal import CairnTypes
internal import CairnUBX

/// Configures a receiver that speaks UBX: what is in use, then the sentences, the speed, and the memories.
///
/// Each step but the speed is a `UBXTransaction`. Sentences end when the messages that take their place are
/// known to be on: a receiver that reports nothing looks like none.
struct UBXConfigurator<Language: UBXLanguage>: Sendable {
  private enum Phase { case settings, silencing, rating, storing, ended }

  private(set) var report: ConfigurationReport?

  private let wishes: [ConfigurationValue]
  private let setup: ReceiverSetup
  private let language: Language
  private var ledger: SettingLedger
  /// The setting that is the speed of our own line.
  private let rateSetting: Int?
  private var line: Line
  private var transaction: UBXTransaction<Language>?
  private var rate: RateChange?
  private var phase = Phase.settings
  /// The memories that are still to be written.
  private var memories: [ConfigurationLayer]
  private var warnings: [LayerWarning] = []

  /// - Parameters:
  ///   - wishes: what the receiver shall have; none of them deafens it.
  ///   - language: made of the same wishes.
  ///   - setup: the port and the memories.
  ///   - line: our end of the line.
  init(wishes: [ConfigurationValue], language: Language, setup: ReceiverSetup, line: Line) {
    self.wishes = wishes
    self.language = language
    self.setup = setup
    self.line = line
    let owners = language.owners
    ledger = SettingLedger(
      owners: owners, targets: owners.indices.map { language.target($0) })
    let ownRate = line.baudRate == nil ? nil : ConfigurationKey.baudRate(of: setup.port)
    rateSetting = owners.firstIndex { wishes[$0].key == ownRate }
    memories = [.flash, .batteryBacked].filter {
      setup.persistence.contains($0.alone)
    }
    // One command saves to all of them.
    if !language.hasLayers { memories = [ConfigurationLayer](memories.prefix(1)) }
  }

  var isChangingRate: Bool { rate != nil }

  var nextDeadline: MonotonicTime? {
    report == nil ? rate?.deadline ?? transaction?.deadline : nil
  }

  mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    let settings = [Int](ledger.settings)
    let later = settings.filter { $0 == rateSetting || silences($0) }
    start(
      language.groups(settings), readOnly: later, prelude: prelude, at: now,
      &port)
  }

  /// Behind a full line every answer is seconds late: the sentences, if they shall go, go first.
  private var prelude: UBXTransaction<Language>.Prelude {
    guard let baudRate = line.baudRate else { return .init() }
    let isSlow = baudRate <= CrowdedLine.baudRate
    return .init(
      messages: isSlow ? language.quieting(setup.port, isFull: false) : [],
      onFullLine: language.quieting(setup.port, isFull: true))
  }

  // MARK: - What happens

  /// Bytes came, whether they belong to a frame or not.
  mutating func noteBytes(at now: MonotonicTime, isDamagedFrame: Bool) {
    if isDamagedFrame { line.noteFrame(at: now) } else { line.noteBytes(at: now) }
  }

  /// All bytes, while the speed is changed.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions) {
    rate?.receive(bytes: bytes, at: now, over: &line, &port)
    finishRate(at: now, &port)
  }

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard report == nil, info.isChecked else { return }
    line.noteFrame(at: now)
    if rate != nil {
      rate?.receive(frame, info, at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    if info.wireProtocol == .nmea { transaction?.note(sentence: frame) }
    guard info.wireProtocol == .ubx, let id = UBXFrame.messageID(of: frame) else { return }
    transaction?.receive(id, UBXFrame.payload(of: frame), at: now, over: &line, &port)
    finishTransaction(at: now, &port)
  }

  mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil, let deadline = nextDeadline, now >= deadline else { return }
    if rate != nil {
      rate?.fire(at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    transaction?.fire(at: now, over: &line, &port)
    finishTransaction(at: now, &port)
  }

  // MARK: - From one step to the next

  private mutating func start(
    _ groups: [[Int]], _ ledger: SettingLedger? = nil, in layer: ConfigurationLayer = .ram,
    readOnly: [Int] = [], prelude: UBXTransaction<Language>.Prelude = .init(),
    at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    var next = UBXTransaction(
      groups, transaction?.language ?? language, ledger ?? self.ledger,
      fence: transaction?.fence ?? 0, in: layer, readOnly: readOnly, prelude: prelude, at: now)
    next.begin(at: now, over: &line, &port)
    transaction = next
    finishTransaction(at: now, &port)
  }

  private mutating func finishTransaction(at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil, let over = transaction, over.isOver else { return }
    if over.layer == .ram {
      ledger = over.ledger
      // One that has fallen silent does not answer what else there is to ask, either.
      if over.isVain { return finish(isReachable: !line.isSilent(at: now)) }
    } else if let reason = ledger.kept.lazy.compactMap({ over.ledger.refusal($0) }).first {
      warn(language.hasLayers ? over.layer.alone : setup.persistence, reason)
    }
    advance(at: now, &port)
  }

  private mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    switch phase {
    case .settings:
      phase = .silencing
      silence(at: now, &port)
    case .silencing:
      phase = .rating
      changeRate(at: now, &port)
    case .rating, .storing:
      phase = .storing
      store(at: now, &port)
    case .ended: return
    }
  }

  private func silences(_ setting: Int) -> Bool {
    wishes[language.owners[setting]].silencesSentences(setup.port)
  }

  /// Ends the sentences together with what takes their place: a receiver that has started anew meanwhile has
  /// forgotten what it shall report.
  private mutating func silence(at now: MonotonicTime, _ port: inout PortActions) {
    let silencing = ledger.settings(.different).filter { $0 != rateSetting && silences($0) }
    let reports = ledger.settings.filter {
      wishes[language.owners[$0]].isOfReports(setup.port)
    }
    guard !silencing.isEmpty else { return advance(at: now, &port) }
    guard reports.allSatisfy({ ledger.isKept($0) }) else {
      ledger.refuse(silencing, .wouldDeafen)
      return advance(at: now, &port)
    }
    start(language.groups(reports + silencing), at: now, &port)
  }

  /// Changes the speed of the line alone.
  private mutating func changeRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let rateSetting, ledger.isDifferent(rateSetting), let old = line.baudRate else {
      return advance(at: now, &port)
    }
    let language = transaction?.language ?? language
    let new = UInt32(truncatingIfNeeded: language.target(rateSetting))
    rate = RateChange(
      from: old, to: new, change: language.rateRequest(rateSetting, baudRate: new),
      restore: language.rateRequest(rateSetting, baudRate: old),
      question: language.rateQuestion(rateSetting))
    rate?.begin(at: now, over: &line, &port)
  }

  private mutating func finishRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let result = rate?.result, let rateSetting else { return }
    rate = nil
    switch result {
    case .reached: ledger.apply(rateSetting)
    case .heard: ledger.refuse([rateSetting], .rateNotReached)
    case .lost:
      ledger.refuse([rateSetting], .rateNotReached)
      return finish(isReachable: false)
    }
    advance(at: now, &port)
  }

  /// Memories get what RAM has proven to take, the speed of the line among it.
  private mutating func store(at now: MonotonicTime, _ port: inout PortActions) {
    let kept = ledger.kept
    guard let layer = memories.popLast(), !kept.isEmpty else { return finish() }
    guard language.hasLayers else {
      return ledger.hasApplied ? start([kept], in: layer, at: now, &port) : finish()
    }
    var memory = ledger
    memory.reopen(kept)
    start(language.groups(kept), memory, in: layer, at: now, &port)
  }

  // MARK: - The end

  private mutating func warn(_ layers: ConfigurationLayers, _ reason: WishRefusal) {
    for layer in [ConfigurationLayers.batteryBacked, .flash]
    where layers.contains(layer) && !warnings.contains(where: { $0.layer == layer }) {
      warnings.append(LayerWarning(layer, reason))
    }
  }

  private mutating func finish(isReachable: Bool = true) {
    // What was not proven to be in use was not written to a memory.
    if phase != .storing { warn(setup.persistence, .noAnswer) }
    phase = .ended
    ledger.abandon()
    var summary = ledger.report(on: wishes)
    summary.baudRate = line.baudRate
    summary.isReachable = isReachable
    summary.layerWarnings = warnings
    report = summary
  }
}
