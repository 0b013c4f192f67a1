internal import CairnTypes
internal import CairnUBX

/// What comes back: an answer, an acknowledgement, a refusal, or nothing.
extension UBXConfigurator {
  mutating func acknowledge(
    _ task: Task, _ id: MessageID, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .write where id == language.writeID(task.group):
      follow(task, .check(isAcknowledged: true), at: now, &port)
    case .store where id == language.writeID(task.group):
      follow(task, .confirm, at: now, &port)
    case .save where id == language.saveID: next(at: now, &port)
    case .read, .check, .compare, .confirm:
      guard id == language.readID(task.group) else { return }
      isAcknowledged = true
      if let answer { use(answer, task, at: now, &port) }
    default: break
    }
  }

  mutating func refuse(
    _ task: Task, _ id: MessageID, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .prove where id == language.refusedProof:
      isUncertain = false
      isSilent = false
    case .read where id == language.readID(task.group):
      if language.hasLayers {
        divide(task, orSay: .unsupported)
      } else {
        ledger.refuse(task.group, .unsupported)
      }
    case .write where id == language.writeID(task.group):
      divide(task, orSay: .refused)
    case .check where id == language.readID(task.group):
      divide(task, orSay: .noAnswer)
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
    if case .prove = task.kind {
      guard language.isProof(id, payload) else { return }
      isUncertain = false
      isSilent = false
      return next(at: now, &port)
    }
    switch task.kind {
    // A late answer to what was asked before it was written.
    case .write, .store, .save: return
    case .read, .check, .compare, .confirm, .prove: break
    }
    switch language.reading(id, payload, task.group, in: task.layer) {
    case .other: return
    case .values(let values):
      if language.hasLayers || isAcknowledged { return use(values, task, at: now, &port) }
      // The next request may be of the same name, as its acknowledgement is: this one comes first.
      answer = values
      exchange?.expect(UBXFrame.overhead &+ 2, at: now, over: line)
    case .incomplete:
      // Whoever leaves out a key instead of refusing all does not know it.
      refuse(task, language.readID(task.group), at: now, &port)
    }
  }

  mutating func use(
    _ found: [UInt64?], _ task: Task, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .read: ledger.compare(task.group, found)
    case .check(let isAcknowledged):
      ledger.conclude(task.group, found, otherwise: isAcknowledged ? nil : .noAnswer)
    case .compare:
      if ledger.firstDifference(task.group, found) != nil {
        return follow(task, .store, at: now, &port)
      }
    case .confirm:
      if let wrong = ledger.firstDifference(task.group, found) {
        warn(task.layer, .notKept(found: wrong))
      }
    case .write, .store, .save, .prove: return
    }
    next(at: now, &port)
  }

  mutating func giveUp(
    _ task: Task, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch task.kind {
    case .read: ledger.refuse(task.group, .noAnswer)
    case .write: return follow(task, .check(isAcknowledged: false), at: now, &port)
    case .check: ledger.refuse(task.group, .noAnswer)
    case .compare: return follow(task, .store, at: now, &port)
    case .store: return follow(task, .confirm, at: now, &port)
    case .confirm: warn(task.layer, .noAnswer)
    case .save: warnAll(.noAnswer)
    case .prove:
      // The receiver says nothing any more.
      isReachable = isHeard
      return abandon()
    }
    next(at: now, &port)
  }
}
