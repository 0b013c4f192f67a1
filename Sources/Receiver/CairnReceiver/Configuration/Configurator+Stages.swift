internal import CairnTypes
internal import CairnUBX

// What is done in each stage, and what follows from it.

extension Configurator {
  /// How long what was reported before a command may still arrive.
  private static let settling = Duration.milliseconds(1200)
  /// The same where all was answered: behind an answer comes the rest of one epoch at most.
  private static let settlingWhenAnswered = Duration.milliseconds(100)
  /// How long a receiver may need to start anew.
  private static let starting = Duration.seconds(6)

  mutating func start(
    _ stage: ConfigurationCourse.Stage, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch stage {
    case .look:
      watched.wishes = ledger.wishes.indices.filter {
        course.isVisible($0) && ledger[$0] != .refused(.unsupported)
      }
      observe(from: now)
    case .settings:
      exchange(
        course.groups(course.settings, baudRate: line.baudRate, isDamaged: isDamaged), at: now,
        &port)
    case .silence: silence(at: now, &port)
    case .rate: changeRate(at: now, &port)
    case .watch:
      guard !watched.wishes.isEmpty else { return }
      let settling = watched.isAnswered ? Self.settlingWhenAnswered : Self.settling
      observe(from: max(now, line.isBusyUntil) + settling)
    case .memory(let layer): exchange(course.groups(ledger.kept, in: layer), at: now, &port)
    case .save: save(at: now, &port)
    case .command(let index):
      let command = course.savingCommands[index]
      exchange([SettingGroup(.sentence(command), of: [])], at: now, &port)
    }
  }

  private mutating func exchange(
    _ groups: [SettingGroup], comparesOnly: Bool = false, at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    guard !groups.isEmpty else { return }
    var options = Transaction.Options()
    options.fence = course.fence
    options.muting = course.muting(baudRate: line.baudRate)
    options.comparesOnly = comparesOnly
    options.isDamaged = isDamaged
    transaction = Transaction(groups, options)
    transaction?.begin(at: now, over: &line, &port)
  }

  /// Takes over what became known, and goes on.
  mutating func conclude(
    _ over: Transaction, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard let stage = stages.first else { return }
    if stage == .settings || stage == .silence || stage == .rate {
      note(over)
    } else if let reason = over.failure {
      ledger.warn(course.memories(of: stage), reason)
    }
    if over.isDeaf { return abandon(at: now) }
    if stage == .rate, let wish = course.rateWish, let group = over.groups.first {
      return change(wish, group, at: now, &port)
    }
    if case .command(let index) = stage { noteCommand(index, over) }
    stages.removeFirst()
  }

  private mutating func note(_ over: Transaction) {
    for (wish, state) in over.results {
      if course.isVisible(wish), state == .applied, !SentenceDialect.isProof(course.dialect) {
        watch(wish)
      } else {
        ledger.note(wish, state)
        if state == .refused(.noAnswer), course.isVisible(wish) { watch(wish) }
      }
    }
    for wish in over.unanswered { watch(wish) }
    watched.isAnswered = over.isAnswered
  }

  private mutating func watch(_ wish: Int) {
    if !watched.wishes.contains(wish) { watched.wishes.append(wish) }
  }

  // MARK: - The end of the sentences

  /// Sentences are switched off only when the messages that take their place are on: a receiver that
  /// reports nothing looks like none.
  private mutating func silence(at now: MonotonicTime, _ port: inout PortActions) {
    let silencing = ledger.wishes.indices.filter { ledger.wishes[$0].silencesSentences(self.port) }
    let reports = ledger.wishes.indices.filter { ledger.wishes[$0].isOfReports(self.port) }
    guard !silencing.isEmpty else { return }
    guard reports.allSatisfy({ ledger.isKept($0) }) else {
      for wish in silencing { ledger[wish] = .refused(.wouldDeafen) }
      return
    }
    // Together, or last: a receiver that has started anew meanwhile has forgotten what it shall report.
    var groups = course.groups(reports + silencing, baudRate: line.baudRate)
    for index in groups.indices {
      groups[index].isWhole = course.dialect == .uBloxKeys
      groups[index].isLast = groups[index].wishes.contains(where: silencing.contains)
    }
    exchange(groups, at: now, &port)
  }

  private var port: ReceiverPort { course.port }

  // MARK: - The speed

  private mutating func changeRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let wish = course.rateWish else { return }
    if course.dialect.isUBX {
      exchange(course.groups([wish]), comparesOnly: true, at: now, &port)
    } else if ledger.wishes[wish].bits == UInt64(line.baudRate ?? 0) {
      ledger[wish] = .applied
    } else {
      change(wish, nil, at: now, &port)
    }
  }

  /// Changes the speed by the group that sets it; a dialect of sentences has none.
  private mutating func change(
    _ wish: Int, _ group: SettingGroup?, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard let old = line.baudRate else { return }
    let new = UInt32(truncatingIfNeeded: ledger.wishes[wish].bits)
    func message(_ baudRate: UInt32) -> [UInt8] {
      group?.writing(baudRate: baudRate)
        ?? SentenceDialect.rate(baudRate, course.dialect, course.port) ?? []
    }
    guard !message(new).isEmpty, !message(old).isEmpty else { return }
    let messages = RateChange.Messages(
      // That it is lost shows late, and what the receiver does not understand any more it ignores.
      change: isDamaged ? message(new) + message(new) : message(new), restore: message(old),
      question: group?.question ?? ReceiverQuery.version(of: course.dialect), group: group)
    // Between two epochs a receiver of sentences may say nothing.
    let silence = min(course.period ?? 1000, 10_000) &* 3 / 2
    rate = RateChange(
      from: old, to: new, messages,
      silence: course.dialect.isUBX ? .zero : .milliseconds(Int64(silence)))
    rate?.begin(at: now, over: &line, &port)
  }

  mutating func conclude(_ result: RateChange.Result, at now: MonotonicTime) {
    guard let wish = course.rateWish else { return }
    ledger[wish] = result == .reached ? .applied : .refused(.rateNotReached)
    stages.removeFirst()
    // What was asked for may be answered yet.
    line.isClear = false
    if result == .lost { heardAt = MonotonicTime(nanoseconds: 0) }
    if result == .lost || result == .unanswered { abandon(at: now) }
  }

  // MARK: - Memories

  private mutating func save(at now: MonotonicTime, _ port: inout PortActions) {
    if course.dialect == .uBloxLegacy {
      guard ledger.hasApplied else { return }
      return exchange([SettingGroup(.saving(course.persistence), of: [])], at: now, &port)
    }
    guard !ledger.kept.isEmpty || watched.isAnswered else { return }
    let commands = course.savingCommands
    if commands.isEmpty { ledger.warn(course.persistence, .unsupported) }
    stages.insert(contentsOf: commands.indices.map { .command($0) }, at: 1)
  }

  /// A command of those that save was sent: the next may depend on what became of it.
  private mutating func noteCommand(_ index: Int, _ over: Transaction) {
    let commands = course.savingCommands
    if commands[index].isStoring, let reason = over.isAnswered ? over.failure : .noAnswer {
      ledger.warn(course.persistence, reason)
    }
    guard index &+ 1 < commands.count else { return }
    let isNeeded =
      switch commands[index &+ 1].condition {
      case .always: true
      case .afterSuccess: over.failure == nil
      case .afterFailure: over.failure != nil
      }
    if !isNeeded { stages.removeFirst() }
  }

  // MARK: - What is seen

  private mutating func observe(from start: MonotonicTime) {
    let wishes = watched.wishes.map { ledger.wishes[$0] }
    let epochs = SentenceObservation.patience(for: wishes, port)
    let startsAnew = course.startsAnew && stages.first == .watch
    observation = SentenceObservation(
      from: start, for: startsAnew ? epochs + Self.starting : epochs, baudRate: line.baudRate,
      isAnswered: watched.isAnswered && !startsAnew)
  }

  func isEnough(_ seen: SentenceObservation) -> Bool {
    let wishes = watched.wishes.filter(course.isVisible).map { ledger.wishes[$0] }
    return seen.isEnough(for: wishes, port)
  }

  mutating func conclude(
    _ seen: SentenceObservation, at now: MonotonicTime, _ port: inout PortActions
  ) {
    let isLook = stages.first == .look
    // What no command sets may be as it is wished nevertheless.
    let period = ledger.wishes.indices.filter {
      ledger.wishes[$0].key == .measurementPeriod && ledger[$0] == .refused(.unsupported)
    }
    for wish in watched.wishes + period {
      guard let reason = seen.refusal(of: ledger.wishes[wish], self.port) else {
        ledger[wish] = isLook ? .unchanged : .applied
        continue
      }
      if !period.contains(wish) { ledger[wish] = .refused(reason) }
    }
    if isLook { concludeLook() }
    stages.removeFirst()
  }

  /// A receiver that does already what it shall is left alone.
  private mutating func concludeLook() {
    let isDone = ledger.wishes.indices.allSatisfy {
      ledger.isKept($0) || ledger[$0] == .refused(.unsupported)
    }
    if isDone { return stages = [.look] }
    for wish in watched.wishes { ledger[wish] = .refused(.noAnswer) }
    watched.wishes = []
  }
}
