internal import CairnTypes
internal import CairnUBX

/// What comes back: an answer, an acknowledgement, a refusal, or nothing.
extension UBXConfigurator {
  mutating func acknowledge(
    _ task: Task, _ id: MessageID, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .store where id == language.writeID(task.group):
      follow(task, .confirm, at: now, &port)
    case .save where id == language.saveID: next(at: now, &port)
    default: break
    }
  }

  mutating func refuse(
    _ task: Task, _ id: MessageID, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .compare where id == language.readID(task.group):
      // A memory in which a key was never stored refuses to read it.
      return follow(task, .store, at: now, &port)
    case .store where id == language.writeID(task.group):
      warn(task.layer, .refused)
    case .confirm where id == language.readID(task.group):
      warn(task.layer, .refused)
    case .save where id == language.saveID:
      warnAll(.refused)
    default: return
    }
    next(at: now, &port)
  }

  mutating func read(
    _ task: Task, _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    switch task.kind {
    case .store, .save, .prove: return
    case .compare, .confirm: break
    }
    switch language.reading(id, payload, task.group, in: task.layer) {
    case .other: return
    case .values(let values): use(values, task, at: now, &port)
    case .incomplete:
      // Whoever leaves out a key instead of refusing all does not know it.
      refuse(task, language.readID(task.group), at: now, &port)
    }
  }

  mutating func prove(
    _ id: MessageID, _ payload: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard language.fence(answeredBy: id, payload) == fences % language.fences else {
      return
    }
    isUncertain = false
    isSilent = false
    next(at: now, &port)
  }

  private mutating func use(
    _ found: [UInt64?], _ task: Task, at now: MonotonicTime, _ port: inout PortActions
  ) {
    if let wrong = ledger.firstDifference(task.group, found) {
      if task.kind == .compare { return follow(task, .store, at: now, &port) }
      warn(task.layer, .notKept(found: wrong))
    }
    next(at: now, &port)
  }

  mutating func giveUp(
    _ task: Task, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .compare: return follow(task, .store, at: now, &port)
    case .store: return follow(task, .confirm, at: now, &port)
    case .confirm: warn(task.layer, .noAnswer)
    case .save: warnAll(.noAnswer)
    case .prove:
      // The receiver says nothing any more.
      isReachable = isHeard || !line.isSilent(at: now)
      return abandon()
    }
    next(at: now, &port)
  }
}
