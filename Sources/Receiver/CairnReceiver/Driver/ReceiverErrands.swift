internal import CairnTypes

/// Conversations with a working receiver besides its configuration: help to its first fix, and
/// saving what it has learnt before it forgets.
///
/// One conversation at a time. Help is for a receiver without a fix; its first fix ends it.
struct ReceiverErrands: ~Copyable {
  /// The result of a conversation.
  enum Result {
    /// The receiver was asked for the state saved in it, which was then cleared.
    case restored(SavedStateDialogue.Outcome)
    case helped(AssistanceReport)
    /// The receiver was asked to keep its knowledge in its own memory. If it does, GNSS is stopped.
    case kept(SavedStateDialogue.Outcome)
    case fetched(DatabaseDialogue.Outcome)
  }

  private enum Talk {
    case restoring(SavedStateDialogue)
    case helping(AssistanceDialogue)
    case keeping(SavedStateDialogue)
    case fetching(DatabaseDialogue)
  }

  private var talk: Talk? {
    didSet {
      isTalking = talk != nil
      switch talk {
      case .keeping, .fetching: isSaving = true
      case .restoring, .helping, nil: isSaving = false
      }
    }
  }
  /// Whether a conversation is in progress. Stored, like `isSaving`, because it is needed at each
  /// read, and a look at `talk` would copy the conversation.
  private(set) var isTalking = false
  /// Whether the receiver's knowledge is being saved, during which it may stop its reports.
  private(set) var isSaving = false
  /// When to help a receiver that still has no fix; `nil` if it needs no help.
  private var helpFrom: MonotonicTime?
  /// Whether the last epoch had a position.
  private(set) var hasFix = false
  /// When its knowledge was last asked for.
  private var savedAt: MonotonicTime?
  /// Until when the receiver sleeps after saving; `nil`: until it is wanted.
  private(set) var sleepsUntil: MonotonicTime?

  /// How long a receiver just found is given for its own hot start.
  private static let patience = Duration.seconds(2)
  /// Ephemerides are new every two hours.
  private static let saveInterval = Duration.seconds(1800)

  var nextDeadline: MonotonicTime? {
    switch talk {
    case .restoring(let dialogue), .keeping(let dialogue): dialogue.nextDeadline
    case .helping(let dialogue): dialogue.nextDeadline
    case .fetching(let dialogue): dialogue.nextDeadline
    case nil: nil
    }
  }

  // MARK: - When

  /// Notes that the receiver starts to search.
  ///
  /// - Parameters:
  ///   - start: what it knows; `nil` if unknown.
  ///   - now: the present time.
  mutating func noteStart(_ start: StartType?, at now: MonotonicTime) {
    talk = nil
    hasFix = false
    switch start {
    case nil: helpFrom = now + Self.patience
    case .cold?, .warm?: helpFrom = now
    case .hot?, .aided?: helpFrom = nil
    }
  }

  /// Notes an epoch.
  ///
  /// - Returns: the report of the help that the fix ended, or `nil`.
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

  /// Returns whether the receiver needs help now.
  func needsHelp(at now: MonotonicTime) -> Bool {
    guard let helpFrom, talk == nil, !hasFix else { return false }
    return now >= helpFrom
  }

  /// Notes that there is new assistance.
  mutating func renewHelp(at now: MonotonicTime) { if !hasFix { helpFrom = now } }

  /// Notes that there is no assistance to give.
  mutating func needNoHelp() { helpFrom = nil }

  /// Returns whether the receiver has knowledge that was not saved lately.
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
    _ dialogue: AssistanceDialogue, at now: MonotonicTime, _ port: inout PortActions
  ) {
    helpFrom = nil
    var dialogue = dialogue
    dialogue.begin(at: now, &port)
    talk = .helping(dialogue)
  }

  /// - Parameters:
  ///   - byItself: whether the receiver's own memory should keep it.
  ///   - end: when the receiver is wanted again; `nil` if unknown.
  ///   - now: the present time.
  ///   - port: receives the actions.
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

  /// Drops the conversation, because another one starts or the receiver is gone.
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
      // The dialogue's database grows in place: there must not be a second copy.
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

  /// Returns the result of the conversation and ends it; `nil` while it continues.
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
