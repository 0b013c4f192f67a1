internal import CairnTypes
internal import CairnUBX

/// Reads, compares, writes and reads again, with a receiver that speaks UBX.
///
/// What is in use is asked for and written in a `Volley`; memories take one request at a time. One that had
/// to be repeated may be answered twice; so the next is preceded by a question whose answer nothing else
/// looks like, behind which no late answer comes.
struct UBXConfigurator<Language: UBXLanguage>: Sendable {
  enum Kind: Equatable {
    /// Asks for what a memory holds, and writes it unless it is equal.
    case compare
    /// Writes to a memory, and looks.
    case store, confirm
    /// Saves everything.
    case save
    /// Waits for the answer behind which no late answer comes.
    case prove
  }

  /// One request, and the settings that it is about.
  struct Task {
    var kind: Kind
    var group: [Int]
    var layer: ConfigurationLayer = .ram
  }

  enum Phase {
    case settings, silencing, rating, storing, ended
  }

  private(set) var report: ConfigurationReport?

  let wishes: [ConfigurationValue]
  /// Settings that are written without having been read before.
  var unread: [Int] = []
  private let port: ReceiverPort
  private let persistence: ConfigurationLayers
  var language: Language
  var ledger: SettingLedger
  /// The setting that is the speed of our own line.
  private let rateSetting: Int?
  var line: Line
  var tasks: [Task] = []
  /// What the next volley is about.
  var groups: [[Int]] = []
  var volley: Volley?
  var padding = Padding()
  /// How many questions that end a round have been asked.
  var fences = 0
  /// The last of them that is known to be answered.
  var lastPassed = 0
  /// The rounds that ended with the last of them, the latest first.
  var fenced: [Exchange] = []
  private var current: Task?
  var exchange: Exchange?
  private var rate: RateChange?
  private(set) var phase = Phase.settings
  /// A late answer to what was repeated may still come.
  var isUncertain = false
  /// The receiver has heard what quiets a slow line.
  var isQuiet = false
  /// A request was not answered at all.
  var isSilent = false
  private var warnings: [LayerWarning] = []
  var isHeard = false
  var isReachable = true
  var traffic = LineTraffic()
  private let wasDamaged: Bool
  private var damage = StreamDamage()

  /// A line that is not quiet for so long has no room, unless positions come more often than it is quiet.
  private static var fullTime: Duration { .milliseconds(1500) }
  /// How often a message goes out at once whose loss would show late.
  static var copiesOnDamagedLine: Int { 3 }

  /// - Parameters:
  ///   - wishes: what the receiver shall have; none of them deafens it.
  ///   - language: made of the same wishes.
  ///   - setup: the port and the memories.
  ///   - line: our end of the line.
  ///   - isDamaged: whether that has damaged something before.
  init(
    wishes: [ConfigurationValue], language: Language, setup: ReceiverSetup, line: Line,
    isDamaged: Bool
  ) {
    wasDamaged = isDamaged
    self.wishes = wishes
    self.language = language
    self.line = line
    port = setup.port
    persistence = setup.persistence.subtracting(.ram)
    let owners = language.owners
    ledger = SettingLedger(
      owners: owners, targets: owners.indices.map { language.target($0) })
    let ownRate = line.baudRate == nil ? nil : ConfigurationKey.baudRate(of: setup.port)
    rateSetting = owners.firstIndex { wishes[$0].key == ownRate }
  }

  /// Whether the line damages what it carries.
  var isDamaged: Bool { wasDamaged || damage.bytes > 0 }

  var isChangingRate: Bool { rate != nil }

  var nextDeadline: MonotonicTime? {
    guard report == nil else { return nil }
    guard rate == nil, let deadline = exchange?.deadline else { return rate?.deadline }
    return volley == nil ? deadline : min(deadline, padding.due ?? deadline)
  }

  mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    quiet(at: now, &port)
    if isDamaged { unread = ledger.settings.filter(isWrittenUnread) }
    groups =
      language.groups(unread) + language.groups(ledger.settings.filter { !unread.contains($0) })
    next(at: now, &port)
  }

  /// Bytes came, whether they belong to a frame or not.
  mutating func noteBytes(at now: MonotonicTime, isDamagedFrame: Bool) {
    traffic.note(at: now)
    if isDamagedFrame { line.noteDamaged(at: now) }
    if isDamaged { exchange?.hasten(at: now) }
  }

  /// Behind a full line every answer is seconds late: the sentences, if they shall go, go first.
  mutating func quiet(at now: MonotonicTime, _ port: inout PortActions) {
    let isFull = traffic.isBusy(since: now - Self.fullTime, at: now)
    guard let baudRate = line.baudRate, isFull || baudRate <= CrowdedLine.baudRate else { return }
    let request = language.quieting(self.port, isFull: isFull)
    // Whether it was understood shows seconds later.
    for _ in 0..<(isDamaged ? Self.copiesOnDamagedLine : 1) {
      for message in request { _ = line.send(message, at: now, &port) }
    }
    // The answers to several have the name of those to what is asked next.
    if !request.isEmpty, !language.hasLayers { isUncertain = true }
  }

  /// All bytes, while the speed is changed.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions) {
    rate?.receive(bytes: bytes, at: now, over: &line, &port)
  }

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard report == nil else { return }
    if info.isChecked {
      isHeard = true
      traffic.note(at: now)
      _ = damage.note(frame, info)
      line.note(frame, at: now)
      // It has heard something else, or has forgotten it: what was said before is ahead of its answer.
      if info.wireProtocol == .nmea { isQuiet = false }
    }
    if rate != nil {
      rate?.receive(frame, info, at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    guard info.wireProtocol == .ubx, let id = UBXFrame.messageID(of: frame) else { return }
    let payload = UBXFrame.payload(of: frame)
    if volley != nil { return receiveInVolley(id, payload, at: now, &port) }
    guard let task = current else { return }
    if id == SecUniqID.id {
      if exchange?.hasLeft(at: now) == true, exchange?.tries ?? 0 > 1 {
        repeatRequest(at: now, &port)
      }
    } else if task.kind == .prove {
      prove(id, payload, at: now, &port)
    } else if id == AckAck.id, let ack = try? AckAck.decode(payload) {
      acknowledge(task, ack.acknowledged, at: now, &port)
    } else if id == AckNak.id, let nak = try? AckNak.decode(payload) {
      refuse(task, nak.refused, at: now, &port)
    } else {
      read(task, id, payload, at: now, &port)
    }
  }

  mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil, let deadline = nextDeadline, now >= deadline else { return }
    if rate != nil {
      rate?.fire(at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    if volley != nil, now < exchange?.deadline ?? now,
      padding.send(at: now, over: &line, &port)
    {
      return
    }
    if exchange?.waitsBehindReports(traffic, at: now) == true { return }
    if volley != nil { return endRound(isWhole: false, at: now, &port) }
    // A damaged answer does not come later.
    if exchange?.isHastened(at: now) != true { isUncertain = true }
    repeatRequest(at: now, &port)
  }

  /// The answer was lost: asks again, or gives up.
  private mutating func repeatRequest(at now: MonotonicTime, _ port: inout PortActions) {
    if !line.isVain(traffic, at: now), exchange?.send(at: now, over: &line, &port) == true {
      return
    }
    isSilent = true
    if let task = current { giveUp(task, at: now, &port) }
  }

  // MARK: - What comes next

  private mutating func push(_ groups: [[Int]], _ kind: Kind, _ layer: ConfigurationLayer) {
    for group in groups.reversed() where !group.isEmpty {
      tasks.append(Task(kind: kind, group: group, layer: layer))
    }
  }

  /// The same group again, for something else.
  mutating func follow(
    _ task: Task, _ kind: Kind, at now: MonotonicTime, _ port: inout PortActions
  ) {
    push([task.group], kind, task.layer)
    next(at: now, &port)
  }

  mutating func next(at now: MonotonicTime, _ port: inout PortActions) {
    if let exchange, now < exchange.deadline { exchange.noteAnswer(traffic, at: now, over: &line) }
    current = nil
    exchange = nil
    while report == nil, rate == nil {
      if !groups.isEmpty { return startVolley(at: now, &port) }
      if isSilent || isUncertain && !tasks.isEmpty {
        isHeard = false
        return start(Task(kind: .prove, group: []), at: now, &port)
      }
      if let task = tasks.popLast() { return start(task, at: now, &port) }
      advance(at: now, &port)
    }
  }

  private mutating func start(
    _ task: Task, at now: MonotonicTime, _ port: inout PortActions
  ) {
    current = task
    let request: [UInt8]
    var answerLength = UBXFrame.overhead &+ 2
    switch task.kind {
    case .compare, .confirm:
      request = language.readRequest(task.group, in: task.layer)
      answerLength = language.answerLength(task.group)
    case .store:
      request = language.writeRequest(
        task.group, in: task.layer == .flash ? .flash : .batteryBacked)
    case .save: request = language.saveRequest(persistence)
    case .prove: request = nextFence()
    }
    exchange = Exchange(
      [request], companion: ReceiverQuery.uBloxNumber, answerLength: answerLength)
    _ = exchange?.send(at: now, over: &line, &port)
  }

  private mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    switch phase {
    case .settings:
      phase = .silencing
      silence()
    case .silencing:
      phase = .rating
      guard let rateSetting, ledger.isDifferent(rateSetting), let old = line.baudRate else {
        return
      }
      let new = UInt32(truncatingIfNeeded: language.target(rateSetting))
      rate = RateChange(
        from: old, to: new, change: language.rateRequest(rateSetting, baudRate: new),
        restore: language.rateRequest(rateSetting, baudRate: old),
        question: language.rateQuestion(rateSetting), isDamaged: isDamaged)
      rate?.begin(at: now, over: &line, &port)
    case .rating:
      phase = .storing
      planStoring()
    case .storing, .ended: finish()
    }
  }

  /// Whether a setting has to be written as soon as it is known to be different: the speed of the line has
  /// its own way, and sentences go when what takes their place is on.
  func isWritten(_ setting: Int) -> Bool {
    ledger.isDifferent(setting) && setting != rateSetting && !silences(setting)
  }

  /// Whether a setting is written at once over a line that damages, which spares a round. One that the receiver
  /// may not have would be refused.
  private func isWrittenUnread(_ setting: Int) -> Bool {
    let wish = wishes[language.owners[setting]]
    return language.isWrittenUnread(setting) && !ReportWishes.isOptional(wish.key)
  }

  /// Sentences are switched off only when the messages that take their place are on: a receiver that
  /// reports nothing looks like none.
  private mutating func silence() {
    groups = silencingGroups ?? []
    if groups.isEmpty { ledger.refuse(sentences, .wouldDeafen) }
  }

  /// The sentences that are on and shall not be.
  private var sentences: [Int] {
    ledger.settings(.different).filter { $0 != rateSetting && silences($0) }
  }

  /// What ends the sentences; `nil` while it would leave a receiver that reports nothing.
  var silencingGroups: [[Int]]? {
    let silencing = sentences
    guard !silencing.isEmpty else { return nil }
    let reports = ledger.settings.filter { wishes[language.owners[$0]].isOfReports(port) }
    guard reports.allSatisfy({ ledger.isKept($0) }) else { return nil }
    // Together: a receiver that has started anew meanwhile has forgotten what it shall report.
    return language.hasLayers ? [reports + silencing] : language.groups(reports + silencing)
  }

  private func silences(_ setting: Int) -> Bool {
    wishes[language.owners[setting]].silencesSentences(port)
  }

  private mutating func finishRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let result = rate?.result, let rateSetting else { return }
    rate = nil
    // Answers to questions at the other speed, or to one more than was needed, may still come.
    isUncertain = true
    switch result {
    case .reached: ledger.apply(rateSetting)
    case .heard: ledger.refuse([rateSetting], .rateNotReached)
    case .lost:
      ledger.refuse([rateSetting], .rateNotReached)
      isReachable = false
      return abandon()
    }
    next(at: now, &port)
  }

  /// Memories get what RAM has proven to take, the speed of the line among it.
  private mutating func planStoring() {
    let kept = ledger.kept
    guard !persistence.isEmpty, !kept.isEmpty else { return }
    if language.hasLayers {
      if persistence.contains(.flash) { push(language.groups(kept), .compare, .flash) }
      if persistence.contains(.batteryBacked) {
        push(language.groups(kept), .compare, .batteryBacked)
      }
    } else if ledger.hasApplied {
      tasks.append(Task(kind: .save, group: []))
    }
  }

  // MARK: - What goes wrong

  mutating func warn(_ layer: ConfigurationLayer, _ reason: WishRefusal) {
    let memory: ConfigurationLayers = layer == .flash ? .flash : .batteryBacked
    if !warnings.contains(where: { $0.layer == memory }) {
      warnings.append(LayerWarning(memory, reason))
    }
    tasks.removeAll { $0.layer == layer }
  }

  mutating func warnAll(_ reason: WishRefusal) {
    if persistence.contains(.batteryBacked) { warn(.batteryBacked, reason) }
    if persistence.contains(.flash) { warn(.flash, reason) }
  }

  /// Ends without having asked for everything.
  mutating func abandon() {
    ledger.abandon()
    if phase == .storing {
      for task in tasks { warn(task.layer, .noAnswer) }
    } else {
      warnAll(.noAnswer)
    }
    finish()
  }

  private mutating func finish() {
    phase = .ended
    var summary = ledger.report(on: wishes)
    summary.baudRate = line.baudRate
    summary.isReachable = isReachable
    summary.layerWarnings = warnings
    report = summary
  }
}
