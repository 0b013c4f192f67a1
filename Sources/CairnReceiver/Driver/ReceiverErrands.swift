internal import CairnTypes

/// What is said to a receiver that works, beside its configuration: it is helped to its first fix, and
/// what it has learnt is fetched before it forgets it.
///
/// One conversation at a time. Help is for a receiver without a fix: the first fix ends it.
struct ReceiverErrands: ~Copyable {
  /// How a conversation has ended.
  enum Result {
    /// What an earlier start had saved in the receiver was asked for and cleared.
    case restored(SavedStateDialogue.Outcome)
    case helped(AssistanceReport)
    /// The receiver's own memory was asked to keep what it has learnt. GNSS is stopped if it does.
    case kept(SavedStateDialogue.Outcome)
    case fetched(DatabaseDialogue.Outcome)
  }

  private enum Talk {
    case restoring(SavedStateDialogue)
    case helping(AssistanceDialogue)
    case keeping(SavedStateDialogue)
    case fetching(DatabaseDialogue)
  }

  private var talk: Talk?
  /// From when a receiver that still has no fix is helped; `nil` when it needs no help.
  private var helpFrom: MonotonicTime?
  /// Whether the last epoch had a position.
  private(set) var hasFix = false
  /// When what it has learnt was asked for last.
  private var savedAt: MonotonicTime?
  /// What is done after it was saved: the receiver sleeps until then, or until it is wanted.
  private(set) var sleepsUntil: MonotonicTime?

  /// How long a receiver that was just found is left to find its own hot start.
  private static let patience = Duration.seconds(2)
  /// Ephemerides are new every two hours.
  private static let saveInterval = Duration.seconds(1800)

  /// Whether a conversation is under way.
  var isTalking: Bool {
    mutating get { talk != nil }
  }

  /// Whether the receiver is being saved, in which it may stop its reports.
  var isSaving: Bool {
    mutating get {
      switch talk {
      case .keeping, .fetching: true
      case .restoring, .helping, nil: false
      }
    }
  }

  var nextDeadline: MonotonicTime? {
    mutating get {
      switch talk {
      case .restoring(let dialogue), .keeping(let dialogue): dialogue.nextDeadline
      case .helping(let dialogue): dialogue.nextDeadline
      case .fetching(let dialogue): dialogue.nextDeadline
      case nil: nil
      }
    }
  }

  // MARK: - When

  /// The receiver starts to search.
  ///
  /// - Parameters:
  ///   - start: what it knows; `nil` where nobody knows that.
  ///   - now: since when.
  mutating func noteStart(_ start: StartType?, at now: MonotonicTime) {
    talk = nil
    hasFix = false
    switch start {
    case nil: helpFrom = now + Self.patience
    case .cold?, .warm?: helpFrom = now
    case .hot?, .aided?: helpFrom = nil
    }
  }

  /// An epoch came.
  ///
  /// - Returns: the help that it ended, or `nil`.
  mutating func noteEpoch(hasFix: Bool) -> AssistanceReport? {
    self.hasFix = hasFix
    guard hasFix else { return nil }
    helpFrom = nil
    switch talk {
    case .helping(let dialogue):
      talk = nil
      return dialogue.report
    case .restoring, .keeping, .fetching, nil: return nil
    }
  }

  /// Whether the receiver needs help now.
  func needsHelp(at now: MonotonicTime) -> Bool {
    guard let helpFrom, talk == nil, !hasFix else { return false }
    return now >= helpFrom
  }

  /// There is something new to help with.
  mutating func renewHelp(at now: MonotonicTime) { if !hasFix { helpFrom = now } }

  /// There is nothing to help with.
  mutating func needNoHelp() { helpFrom = nil }

  /// Whether it knows something that was not saved lately.
  func isWorthSaving(at now: MonotonicTime) -> Bool {
    guard hasFix, talk == nil else { return false }
    return savedAt.map { now - $0 >= Self.saveInterval } ?? true
  }

  // MARK: - What

  mutating func restore(at now: MonotonicTime, _ port: inout PortActions) {
    var dialogue = SavedStateDialogue(.restore)
    dialogue.begin(at: now, &port)
    talk = .restoring(dialogue)
  }

  mutating func help(
    _ dialogue: consuming AssistanceDialogue, at now: MonotonicTime, _ port: inout PortActions
  ) {
    helpFrom = nil
    var dialogue = dialogue
    dialogue.begin(at: now, &port)
    talk = .helping(dialogue)
  }

  /// - Parameters:
  ///   - byItself: whether the receiver's own memory shall keep it.
  ///   - end: when it is wanted again; `nil` when nobody knows.
  ///   - now: the time.
  ///   - port: what is to be done.
  mutating func save(
    byItself: Bool, until end: MonotonicTime?, at now: MonotonicTime, _ port: inout PortActions
  ) {
    savedAt = now
    sleepsUntil = end
    if byItself {
      var dialogue = SavedStateDialogue(.save)
      dialogue.begin(at: now, &port)
      talk = .keeping(dialogue)
    } else {
      var dialogue = DatabaseDialogue()
      dialogue.begin(at: now, &port)
      talk = .fetching(dialogue)
    }
  }

  /// The receiver is talked to otherwise now, or is gone.
  mutating func abandon() { talk = nil }

  // MARK: - What happens

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch talk {
    case .restoring(var dialogue):
      dialogue.receive(frame, info, at: now, &port)
      talk = .restoring(dialogue)
    case .helping(var dialogue):
      dialogue.receive(frame, info, at: now, &port)
      talk = .helping(dialogue)
    case .keeping(var dialogue):
      dialogue.receive(frame, info, at: now, &port)
      talk = .keeping(dialogue)
    case .fetching(var dialogue):
      // The database grows in it: there must not be two of it.
      talk = nil
      dialogue.receive(frame, info, at: now, &port)
      talk = .fetching(dialogue)
    case nil: break
    }
  }

  mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    switch talk {
    case .restoring(var dialogue):
      dialogue.fire(at: now, &port)
      talk = .restoring(dialogue)
    case .helping(var dialogue):
      dialogue.fire(at: now, &port)
      talk = .helping(dialogue)
    case .keeping(var dialogue):
      dialogue.fire(at: now, &port)
      talk = .keeping(dialogue)
    case .fetching(var dialogue):
      talk = nil
      dialogue.fire(at: now, &port)
      talk = .fetching(dialogue)
    case nil: break
    }
  }

  /// How the conversation has ended; `nil` while it goes on.
  mutating func takeResult() -> Result? {
    let result: Result? =
      switch talk {
      case .restoring(let dialogue): dialogue.outcome.map { .restored($0) }
      case .helping(let dialogue): dialogue.outcome.map { .helped($0) }
      case .keeping(let dialogue): dialogue.outcome.map { .kept($0) }
      case .fetching(let dialogue): dialogue.outcome.map { .fetched($0) }
      case nil: nil
      }
    if result != nil { talk = nil }
    return result
  }
}
