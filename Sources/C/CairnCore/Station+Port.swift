internal import CairnReceiver
package import CairnTypes
internal import CairnUpdates

// The port: when it is open, and what becomes of a receiver that is lost.

extension Station {
  /// How opening a port ended that did not open.
  package enum Obstacle: Int32, Sendable {
    /// This user may not open it.
    case permission
    /// Another program holds it.
    case busy
    /// The device is absent, or no hardware answers behind its node.
    case missing
    case other
  }

  /// Removes what the owner of the port does next.
  ///
  /// - Parameters:
  ///   - unsent: bytes that were written and have not left the port.
  ///   - room: bytes that can be written at once.
  ///   - now: the boot clock.
  /// - Returns: the action; `nil` if there is nothing to do at present.
  package func next(unsent: Int, room: Int, at now: MonotonicTime) -> Action? {
    let now = time(now)
    switch state {
    case .closed:
      guard isWanted, now >= retry else { return nil }
      state = .opening
      return .open
    case .closing:
      state = .closed
      return .close
    case .open:
      if let rest, now >= rest {
        self.rest = nil
        close()
        state = .closed
        return .close
      }
      return outbox.next(unsent: unsent, room: room, at: now).flatMap { action -> Action? in
        switch action {
        case .send(let bytes): return .send(bytes)
        case .setBaudRate(let rate):
          receiver?.stream.speedChanged()
          recognizer = ContentRecognizer()
          return .setBaudRate(rate)
        case .setSupply: return nil
        }
      }
    case .opening, .over: return nil
    }
  }

  /// Handles that the port has been opened.
  ///
  /// - Parameters:
  ///   - port: what is known of it.
  ///   - now: the boot clock.
  ///   - utc: the host's clock; `nil` if it is not known.
  package func opened(_ port: Port, at now: MonotonicTime, utc: Timestamp?) {
    self.port = port
    let now = time(now)
    let host = utc.map { DateResolver.HostClock(utc: $0, at: now) }
    // A recording may be old, but a live receiver cannot truly report an old date.
    let stream = ReceiverStream(
      dates: DateResolver(reference: isRecording ? nil : .release, host: host),
      arrivals: isRecording ? nil : ArrivalClock(), port: port.name)
    var setup = ReceiverSetup()
    setup.port = port.name
    setup.permission = port.permission
    let receiver = Receiver(
      stream, driver: ReceiverDriver(setup: setup, canChangeSpeed: port.hasSpeed))
    receiver.driver.setDemand(demand, at: now)
    self.receiver = receiver
    recognizer = ContentRecognizer()
    outbox = Outbox()
    state = .open
    // Without a speed to search, there is nothing to judge before the first bytes.
    guard port.hasSpeed, !isRecording else { return }
    receiver.driver.open(at: now, memory)
    pump(receiver, at: now)
  }

  /// Handles that the port could not be opened.
  ///
  /// - Parameters:
  ///   - kind: what stands against it.
  ///   - code: the C `errno`.
  ///   - reason: what happened and what to do, for a person.
  ///   - now: the boot clock.
  package func failed(_ kind: Obstacle, code: Int32, reason: String, at now: MonotonicTime) {
    state = .closed
    let error: LocationError.Code =
      switch kind {
      case .permission: .devicePermission
      case .busy: .deviceBusy
      case .missing, .other: .noProvider
      }
    obstruct(error, code: code, reason: reason)
    let delay = kind == .missing ? Self.missingRetry : backoff.failed(at: time(now))
    retry = time(now) + delay
  }

  /// Handles that an open port has hung up. The owner has closed it.
  ///
  /// - Parameters:
  ///   - code: the C `errno`; 0 without one.
  ///   - now: the boot clock.
  package func lost(code: Int32, at now: MonotonicTime) {
    guard state == .open || state == .closing else { return }
    close(isLost: true)
    state = .closed
    obstruct(.providerLost, code: code, reason: "\(name) was lost; waiting for it")
    retry = time(now) + Self.missingRetry
  }

  /// Handles the end of a recording. The owner has closed it.
  package func finished(at now: MonotonicTime) {
    guard let receiver, state == .open else { return }
    receiver.stream.finish()
    passOn(receiver, at: time(now))
    close()
    state = .over
    obstruct(.noProvider, code: 0, reason: "the recording \(name) has ended")
  }

  /// Releases the receiver, and keeps what is known of it.
  private func close(isLost: Bool = false) {
    guard let receiver else { return }
    self.receiver = nil
    outbox = Outbox()
    health = ReceiverHealth()
    guard receiver.driver.phase != .idle else { return }
    let known = receiver.driver.close()
    memory = isLost ? known.afterLoss : known
    if isLost { intake.noteLoss(of: Self.provider) }
  }

  /// Tells every client why there are no fixes, unless that is known.
  private func obstruct(_ code: LocationError.Code, code number: Int32, reason: String) {
    let cause = number == 0 ? nil : DeviceError(.open, path: name, code: number)
    let error = LocationError(
      code, severity: .transient, provider: Self.provider, cause: cause, reason: reason)
    obstacle = error
    // A lost receiver that cannot be opened needs no new report.
    guard reported != code, !(code == .noProvider && reported == .providerLost) else { return }
    reported = code
    for client in clients { client.fail(error) }
  }

  // MARK: - The driver

  /// Takes what the driver wants done, and what it has found out.
  func pump(_ receiver: Receiver, at now: MonotonicTime) {
    outbox.append(receiver.driver.takeActions())
    for event in receiver.driver.takeEvents() {
      switch event {
      case .found:
        (obstacle, reported) = (nil, nil)
        backoff.succeeded(at: now)
        recognizer = ContentRecognizer()
      case .unusable(let outcome): giveUp(outcome, at: now)
      case .identified, .configured, .lost, .meaningless, .asleep, .awake, .assisted, .recorded:
        break
      }
    }
  }

  private func giveUp(_ outcome: ReceiverProbe.Outcome, at now: MonotonicTime) {
    let explanation = outcome.explanation(of: recognizer.content, isServer: false)
    close()
    state = .closing
    obstruct(
      .protocolMismatch, code: 0,
      reason: "\(name) \(explanation ?? "sends nothing; is a receiver connected and on?")")
    retry = now + backoff.failed(at: now)
  }

  // MARK: - Health

  /// Tells what is wrong with antenna and signals, now and then.
  func note(_ health: ReceiverHealth, at now: MonotonicTime) {
    let before = self.health
    self.health = health
    if health.antenna.isFault, health.antenna != before.antenna {
      warn(.antennaFault, &troubleTold.antenna, at: now)
    }
    let isThreatened = max(health.jamming, health.spoofing) >= .suspected
    if isThreatened, max(before.jamming, before.spoofing) < .suspected {
      warn(.interference, &troubleTold.signals, at: now)
    }
  }

  private func warn(
    _ code: LocationError.Code, _ told: inout MonotonicTime?, at now: MonotonicTime
  ) {
    if let told, now - told < Self.troublePause { return }
    told = now
    for client in clients { client.fail(LocationError(code, provider: Self.provider)) }
  }
}
