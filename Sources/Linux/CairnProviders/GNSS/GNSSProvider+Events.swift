internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Handling of a session's events.
extension GNSSProvider {
  /// Whether a server is being called again that refused, hung up or stayed silent: its return
  /// shows in what it sends, not in the call.
  var isCallingAgain: Bool {
    guard let session, session.candidate.address.isServer else { return false }
    return reported == .providerLost || reported?.isLackOfHardware == true
  }

  func handle(_ event: ReceiverSession.Event) {
    guard let session else { return }
    switch event {
    case .satellites(let view):
      sink?.send(
        .satellites(
          SatelliteReport(
            satellites: view.satellites, dilution: view.dilution, time: view.time)))
      // Sent along with the satellites, so that figures of the line need no timer of their own.
      sendReportIfDue()
    // A receiver that lists no satellites may have nothing else that triggers a report.
    case .impossibleTime: sendReportIfDue()
    case .health(let health): note(health)
    case .load(let load):
      let load = ReceiverReport.PortLoad(load)
      if !load.isFull {
        clear(.portOverload)
      } else if !health.issues.contains(where: { $0.kind == .portOverload }),
        repetitions.permit(.portOverload, at: loop.now())
      {
        set(.portOverload, load.explanation)
      }
      sendReportSoon()
    case .driver(let event): handle(event, of: session)
    case .portFailed(let error):
      // The next read meets the same error as a write, and ends the session.
      set(.configuration, "cannot command the receiver: \(error)")
    }
  }

  private func handle(_ event: ReceiverDriver.Event, of session: ReceiverSession) {
    switch event {
    case .found(let baudRate):
      if isCallingAgain { sink?.send(.lifecycle(.searching(since: loop.now()))) }
      clearObstacles()
      clear(.silence)
      reported = nil
      backoff.succeeded(at: loop.now())
      finder.noteService(of: session.candidate)
      report.path = session.candidate.address.description
      report.baudRate = baudRate
      note(session)
    case .identified(let identity):
      report.note(identity)
      report.isIdentified = true
      note(session)
    case .configured(let outcome):
      report.baudRate = outcome.baudRate
      report.configuration = ReceiverReport.Configuration(outcome)
      let explanation = report.configuration?.explanation ?? ""
      set(.configuration, explanation.isEmpty ? nil : explanation)
    case .lost(let loss):
      report.losses += 1
      if loss != .configuration { searchesSince = loop.now() }
      set(.silence, "the receiver is searched for: \(loss.words)")
    case .meaningless:
      set(.unintelligible, "the receiver sends messages, and no position is among them")
    case .asleep(let state):
      report.power = state.name
      sink?.send(.power(state))
    case .awake:
      report.power = nil
      searchesSince = loop.now()
      sink?.send(.power(.acquiring))
    case .assisted(let outcome): report.assistance = outcome.words
    case .recorded: keep(session.records)
    case .unusable(let outcome):
      closeSession()
      let address = session.candidate.address
      let explanation = outcome.explanation(of: session.content, isServer: address.isServer)
        .map { "\(address) \($0)" }
      set(.unintelligible, explanation)
      // The next attempt starts by restarting the receiver, if its supply can be switched.
      try? supplies.switchOff(session.candidate.knowledge.supply)
      if outcome == .silent, session.candidate.address.isServer {
        return failed(session.candidate.address.silence, with: session.candidate)
      }
      return failed(
        LocationError(.protocolMismatch), with: session.candidate, explanation: explanation)
    }
    routeCorrections(to: session)
    sendReport()
  }

  /// Reports the receiver's profile, and the costs that follow from it.
  private func note(_ session: ReceiverSession) {
    report.profile = session.profile
    guard let profile = profiles.first(where: { $0.name == session.profile }),
      let known = ProviderDescriptor(
        profile, id: descriptor.id, sleeps: session.canSleep, cycles: session.canCycle),
      known != described
    else { return }
    described = known
    sink?.send(.descriptor(known))
  }

  private func note(_ health: ReceiverHealth) {
    let before = report.health
    report.health = health
    let antenna = health.antenna
    follow(.antenna, isPresent: antenna.isFault, isNews: antenna != before.antenna, .antennaFault)
    let isThreatened = max(health.jamming, health.spoofing) >= .suspected
    let wasThreatened = max(before.jamming, before.spoofing) >= .suspected
    follow(.interference, isPresent: isThreatened, isNews: !wasThreatened, .interference)
    sendReportSoon()
  }

  /// Follows a problem that the receiver reports; clients hear of it when it is new, not too often.
  private func follow(
    _ kind: ProviderIssue.Kind, isPresent: Bool, isNews: Bool, _ code: LocationError.Code
  ) {
    guard isPresent else { return clear(kind) }
    let error = LocationError(code, provider: descriptor.id)
    raise(ProviderIssue(kind, code.explanation, error: error))
    guard isNews, repetitions.permit(kind, at: loop.now()) else { return }
    sink?.send(.failure(error))
  }
}
