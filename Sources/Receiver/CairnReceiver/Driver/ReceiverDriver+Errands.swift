public import CairnTypes
internal import CairnUBX

// Help for a starting receiver, and saving of what it would forget.

extension ReceiverDriver {
  /// Sets the assistance to give a receiver that starts cold or warm and has no fix yet.
  ///
  /// It is kept for later starts. Only a u-blox is assisted; an event reports the result.
  public func assist(with assistance: Assistance, at now: MonotonicTime) {
    self.assistance = assistance
    errands.renewHelp(at: now)
  }

  /// Whether the receiver's knowledge is being fetched; do not close the port meanwhile.
  public var isSaving: Bool {
    phase == .running && errands.isSaving
  }

  private var takesErrands: Bool {
    phase == .running && setup.permission != .never && memory.identity?.dialect.isUBX ?? false
  }

  func noteStart(hasFix: Bool, at now: MonotonicTime) {
    if let report = errands.noteEpoch(hasFix: hasFix) { noteHelp(report, at: now) }
    guard !hasFix, errands.needsHelp(at: now), takesErrands else { return }
    // Clears the saved state first, because it would mislead the receiver at a later start.
    if setup.keepsDatabase { errands.restore(at: now, &actions) } else { help(at: now) }
  }

  private func help(isRestored: Bool = false, at now: MonotonicTime) {
    var help = assistance ?? Assistance()
    if help.position == nil, let place = memory.records.place { help.note(place, at: now) }
    if !isRestored,
      let database = memory.identity.flatMap({ memory.records.record(of: $0)?.database })
    {
      help.data = database + help.data
    }
    guard let identity = memory.identity, !help.isEmpty else {
      return errands.needNoHelp()
    }
    errands.help(
      AssistanceDialogue(help, identity.dialect, baudRate: memory.baudRate), at: now, &actions)
    takeErrandResult(at: now)
  }

  private func noteHelp(_ report: AssistanceReport, at now: MonotonicTime) {
    if report.isComplete, report.used == report.sent, assistance?.data.isEmpty == false {
      memory.power?.keeper.noteAssistance(at: now)
    }
    events.append(.assisted(report))
  }

  /// Fetches what the receiver has learnt before it sleeps or is left.
  ///
  /// - Returns: whether that is necessary; the sleep then follows automatically.
  func saves(before gap: Duration?, at now: MonotonicTime) -> Bool {
    if errands.isSaving { return true }
    guard setup.keepsDatabase, takesErrands, errands.isWorthSaving(at: now) else { return false }
    let sleep = memory.power?.choice(for: gap, at: now)?.state
    // A sleep between two fixes that keeps the knowledge needs nothing.
    if gap != nil, sleep?.keepsMemory ?? true { return false }
    // Flash wears out, so it is used for long sleeps only.
    errands.save(
      byItself: gap == nil && sleep == .off, until: gap.map { now + $0 }, at: now, &actions)
    return true
  }

  /// Continues after a conversation has ended.
  func takeErrandResult(at now: MonotonicTime) {
    switch errands.takeResult() {
    case nil: return
    case .restored(let outcome)?: help(isRestored: outcome == .restored, at: now)
    case .helped(let report)?: noteHelp(report, at: now)
    case .kept(.saved)?:
      guard demand == nil else {
        // The receiver is needed after all. The message after this one may be lost.
        var start = CfgRst()
        start.mode = .startGNSS
        actions.send(start.encode())
        return run(at: now)
      }
      sleep(for: nil, at: now)
    case .kept?: errands.save(byItself: false, until: nil, at: now, &actions)
    case .fetched(let outcome)?:
      if case .saved(let database, _) = outcome, let identity = memory.identity {
        memory.records.note(database: database, of: identity)
        events.append(.recorded)
      }
      finishSaving(at: now)
    }
  }

  private func finishSaving(at now: MonotonicTime) {
    beginWatch(at: now)
    guard demand != nil else {
      return sleep(for: errands.sleepsUntil.map { max(.zero, $0 - now) }, at: now)
    }
    settle(at: now)
  }
}

extension Assistance {
  /// Whether there is nothing to send.
  var isEmpty: Bool { time == nil && position == nil && data.isEmpty }
}
