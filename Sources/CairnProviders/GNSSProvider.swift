public import CairnHAL
public import CairnLinux
public import CairnReceiver
public import CairnTypes

/// A GNSS receiver on a serial line, USB, a kernel GNSS device, TCP or in a file.
///
/// While demanded it keeps looking for its receiver: it opens it when it appears, finds the line's
/// speed, configures it for what is wanted, and starts over when the receiver is lost. It can give an RTK
/// receiver the corrections of an NTRIP caster.
///
/// Isolation: the event loop it is given.
public actor GNSSProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  nonisolated let loop: EventLoop
  private let flags: LocationSource.Flags
  public var sink: ProviderSink?
  private var work = ProviderWork.off
  /// The issues that stand.
  var health = ProviderHealth()

  nonisolated let access: DeviceAccess
  private nonisolated let source: ReceiverSource
  let finder: ReceiverFinder
  nonisolated let profiles: [HardwareProfile]
  let supplies: ReceiverSupplies
  let watchesPulses: Bool
  /// While a receiver is open whose pulses are watched.
  var pulses: PulseWatch?
  private(set) var session: ReceiverSession?
  /// What is known of the receiver that served last; it stays its own while its name is the same.
  private var memory: (identity: String, value: ReceiverMemory)?
  /// What is known of receivers, and where the last fix was.
  var records = ReceiverRecords()
  /// When the place of `records` was noted.
  private(set) var placeTime: MonotonicTime?
  let stateFile: StateFile?
  nonisolated let stateDirectory: String?
  var writtenRecords = ReceiverRecords()
  var assistanceData: [UInt8] = []
  var report: ReceiverReport
  var reportedAt = MonotonicTime(nanoseconds: 0)
  /// Figures of the line are told this often, and with everything that changes.
  static let reportInterval = Duration.milliseconds(900)
  /// Until a report is sent that had to wait.
  var reportTimer: TimerID?
  var repetitions = Repetitions()
  var backoff = Backoff()
  private var retry: TimerID?
  /// What was told last of what the receiver costs.
  var described: ProviderDescriptor?
  /// The failure that was reported last, so that each is reported once.
  var reported: LocationError.Code?
  private let caster: NTRIPCaster?
  let control: ReceiverControl
  /// While demanded, where there is a caster.
  private(set) var corrections: CorrectionSupply?
  /// What was reported last of missing corrections: whether the caster refuses them; `nil` for nothing.
  var reportedRefusal: Bool?
  /// While there is no fix since the port was opened, the receiver woken or lost.
  var searchesSince: MonotonicTime?
  private var lastFixTime = MonotonicTime(nanoseconds: .min)
  private var bytesOfEndedSessions = 0

  /// A device that is not there is looked for this often, beside the monitor's word: a path may be
  /// a link that no monitor knows.
  private static let missingRetry = Duration.seconds(1)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A receiver that is not opened before somebody needs it.
  ///
  /// - Parameters:
  ///   - source: where its bytes come from.
  ///   - control: whether anything may be written to it.
  ///   - profiles: what is known of receivers; the one that fits the device best is used.
  ///   - corrections: where it gets RTK corrections from while it works; `nil` for none. A caster is told
  ///     the last position. Of no effect unless `control` is
  ///     `.configure`.
  ///   - watchesPulses: whether the receiver's pulses are compared with the system's clock while it works;
  ///     costs a wake-up a second. See `ReceiverReport.pulses`.
  ///   - stateDirectory: where it keeps what it has found out about receivers, the last position and what a
  ///     u-blox has learnt of orbits, which shortens the next start, and the last bytes of a device of which the
  ///     program has died, which is left alone the second time: the program's own folder, for example what
  ///     systemd names in `STATE_DIRECTORY`. `nil` keeps nothing beyond the program.
  ///   - descriptor: what it can do and costs; `nil` for what the profile says of it, or what is usual. Once
  ///     it has found its receiver, that one's profile counts.
  ///   - flags: marks every fix, for example as simulated.
  ///   - loop: the system's event loop.
  public init(
    source: ReceiverSource, control: ReceiverControl = .configure,
    profiles: [HardwareProfile] = [], corrections: NTRIPCaster? = nil, watchesPulses: Bool = false,
    stateDirectory: String? = nil, descriptor: ProviderDescriptor? = nil,
    flags: LocationSource.Flags = [], loop: EventLoop
  ) {
    self.init(
      source: source, control: control, profiles: profiles, corrections: corrections,
      watchesPulses: watchesPulses, stateDirectory: stateDirectory, descriptor: descriptor,
      flags: flags, loop: loop,
      access: .system)
  }

  init(
    source: ReceiverSource, control: ReceiverControl = .configure,
    profiles: [HardwareProfile] = [], corrections: NTRIPCaster? = nil, watchesPulses: Bool = false,
    stateDirectory: String? = nil, descriptor: ProviderDescriptor? = nil,
    flags: LocationSource.Flags = [], loop: EventLoop, access: DeviceAccess
  ) {
    // How it can be put to sleep is not known before it is found.
    let only = profiles.count == 1 ? profiles.first : nil
    let descriptor =
      descriptor ?? only.flatMap { ProviderDescriptor($0, sleeps: false) } ?? .genericGNSS()
    report = ReceiverReport(provider: descriptor.id)
    self.descriptor = descriptor
    if case .address(let address, _) = source, address.isRecording {
      self.flags = flags.union(.replayed)
    } else {
      self.flags = flags
    }
    self.loop = loop
    self.access = access
    self.source = source
    caster = control == .configure ? corrections : nil
    self.control = control
    self.profiles = profiles
    self.watchesPulses = watchesPulses
    supplies = ReceiverSupplies(access)
    self.stateDirectory = stateDirectory
    stateFile = Self.stateFile(stateDirectory, descriptor.id, loop: loop)
    finder = ReceiverFinder(source: source, loop: loop, access: access) { address, device in
      var knowledge = ReceiverKnowledge(address, device, control, profiles, descriptor.energy)
      if stateDirectory != nil { knowledge.keepDatabase() }
      return knowledge
    }
  }

  /// Whether a device is there that is a receiver, or the one that was named; one whose supply is switched may be
  /// there as soon as it has it.
  public nonisolated var isPresent: Bool {
    if profiles.contains(where: { $0.supply.powerSwitch != .none }) { return true }
    return switch source {
    case .discovered: access.present().contains { ReceiverFinder.isReceiver($0) }
    case .address(let address, _): address.isPresent
    }
  }

  /// Whether a device is open.
  var isOpen: Bool { session != nil }
  /// Bytes sent to the device that is open.
  var bytesSent: Int { session?.bytesSent ?? 0 }
  /// Bytes read from devices so far.
  var bytesReceived: Int { bytesOfEndedSessions + (session?.bytesReceived ?? 0) }

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    let before = self.work
    switch (before, work) {
    case (.off, .off): break
    case (_, .off): await end()
    case (.off, _):
      self.work = work
      begin()
    default:
      self.work = work
      session?.quantum = quantum
      session?.setDemand(receiverDemand, resting: resting)
    }
  }

  /// Looks for a receiver from now on.
  private func begin() {
    if let caster, corrections == nil {
      // `stop` makes it let go.
      corrections = CorrectionSupply(caster, loop: loop) { [self] in
        assumeIsolated { $0.correctionsChanged() }
      }
    }
    sink?.send(.lifecycle(.starting))
    readState()
    do throws(DeviceError) {
      // `stop` makes the finder let go of it.
      try finder.start { [self] in assumeIsolated { $0.candidatesChanged() } }
    } catch {
      report(LocationError(.noProvider, provider: descriptor.id, cause: error))
    }
    open()
  }

  /// What is wanted of the receiver; `nil` for one that rests, or is only asked what it is.
  private var receiverDemand: ReceiverDemand? {
    guard control != .identify, let tracking = work.tracking else { return nil }
    return ReceiverDemand(tracking, takesCorrections: caster != nil)
  }

  /// How long the receiver rests; `nil` while it does not.
  private var resting: Duration? {
    guard case .rest(let end) = work else { return nil }
    return max(.zero, end - loop.now())
  }

  private var quantum: Duration { Self.quantum(for: work.tracking?.accuracy ?? .reduced) }

  private func end() async {
    cancelRetry()
    if let reportTimer { loop.cancel(reportTimer) }
    reportTimer = nil
    finder.stop()
    await letReceiverRest()
    sink?.send(.power(session?.powerState ?? .off))
    closeSession()
    set(.supply, supplies.switchAllOff()?.explanation)
    await finishState()
    corrections?.stop()
    corrections = nil
    reportedRefusal = nil
    work = .off
    reported = nil
    backoff = Backoff()
  }

  // MARK: - Opening

  /// A device appeared, changed or disappeared.
  private func candidatesChanged() {
    guard let session else { return open() }
    guard finder.isPresent(session.candidate) else { return lost(errno: 0) }
    // The one that served before is back, and its stand-in has not said a word yet.
    if !session.isSettled, finder.hasPreferred(over: session.candidate) {
      closeSession()
      open()
    }
  }

  /// Opens the best receiver there is.
  private func open() {
    guard session == nil, work != .off else { return }
    cancelRetry()
    guard let candidate = finder.best else {
      sink?.send(.lifecycle(.absent))
      return rouseReceivers()
    }
    let mark: DecodingMark?
    do throws(LocationError) { mark = try self.mark(candidate) } catch {
      return failed(error, with: candidate)
    }
    let startUp: Duration
    do throws(DeviceError) {
      // Before its device is looked for: one on USB is not there without supply.
      startUp = try supplies.switchOn(candidate.knowledge.supply)
    } catch {
      mark?.close()
      return failed(error, with: candidate)
    }
    let session = ReceiverSession(
      candidate: candidate, loop: loop, quantum: quantum,
      access: access, mark: mark)
    self.session = session
    var known = ReceiverMemory()
    if let memory, memory.identity == candidate.identity { known = memory.value }
    known.records = records
    do throws(DeviceError) {
      try session.open(
        demand: receiverDemand, memory: known,
        supply: supplies.powerSwitch(of: candidate.knowledge.supply), startUp: startUp,
        // The provider's executor is the loop, where sessions live. The session lets go of both
        // when it is closed.
        onEpoch: { [self] epoch in
          if epoch.hasPosition {
            unsafe loop.assume(self, Location(epoch, from: descriptor.id)) { $0.pass($1) }
          } else {
            unsafe loop.assume(self, ()) { provider, _ in provider.passNothing() }
          }
        },
        onEvent: { [self] event in unsafe loop.assume(self, event) { $0.handle($1) } },
        onEnd: { [self] end in unsafe loop.assume(self, end) { $0.ended($1) } })
      assist()
      searchesSince = loop.now()
      if !isCallingAgain {
        clearObstacles()
        sink?.send(.lifecycle(.searching(since: loop.now())))
      }
      watchPulses(of: candidate)
    } catch {
      closeSession()
      failed(error, with: candidate)
    }
  }

  /// Breaks the ring of session and provider.
  ///
  /// - Parameter isLost: whether the device is gone: what comes back may be another receiver.
  func closeSession(isLost: Bool = false) {
    guard let session else { return }
    self.session = nil
    corrections?.pause()
    pulses?.stop()
    pulses = nil
    for kind: ProviderIssue.Kind in [
      .antenna, .interference, .portOverload, .configuration, .silence,
    ] { clear(kind) }
    bytesOfEndedSessions += session.bytesReceived
    let value = session.close()
    memory = (session.candidate.identity, isLost ? value.afterLoss : value)
    keep(value.records)
  }

  func failed(_ error: DeviceError, with candidate: ReceiverCandidate) {
    let code: LocationError.Code =
      switch error.kind {
      case .permission: .devicePermission
      case .busy: .deviceBusy
      case .missing, .other: .noProvider
      }
    let isMissing = error.kind == .missing
    failed(LocationError(code, cause: error), with: candidate, isMissing: isMissing)
  }

  /// Tries the next receiver, or all of them again after a pause.
  func failed(
    _ error: LocationError, with candidate: ReceiverCandidate, isMissing: Bool = false,
    explanation: String? = nil
  ) {
    var error = error
    error.severity = .transient
    error.provider = descriptor.id
    // That a lost receiver cannot be opened is no news.
    if !(error.code == .noProvider && reported == .providerLost) { report(error) }
    if finder.noteFailure(of: candidate) { return open() }
    if isMissing {
      sink?.send(.lifecycle(.absent))
    } else {
      var issue = ProviderIssue(blocking: error)
      if let explanation { issue.explanation = explanation }
      // Each time anew: somebody may wait for another try.
      health.raise(issue)
      sink?.send(.issue(issue))
    }
    retry(after: isMissing ? Self.missingRetry : backoff.failed(at: loop.now()))
  }

  private func retry(after delay: Duration) {
    cancelRetry()
    retry = loop.schedule(at: loop.now() + delay) { [self] in assumeIsolated { $0.open() } }
  }

  private func cancelRetry() {
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  /// Reports a failure unless the same one was the last.
  func report(_ error: LocationError) {
    guard reported != error.code else { return }
    reported = error.code
    sink?.send(.failure(error))
  }

  // MARK: - Events of the session

  private func passNothing() {
    sink?.send(.noFix(reason: "the receiver has no fix"))
  }

  private func pass(_ fix: Location) {
    var fix = fix
    fix.source.flags.formUnion(flags)
    // Epochs that were read together arrived at one instant; they are not the same one for that.
    fix.time = max(fix.time, lastFixTime.next)
    lastFixTime = fix.time
    corrections?.note(fix)
    if let since = searchesSince {
      searchesSince = nil
      clear(.unintelligible)
      report.timeToFirstFix = max(.zero, fix.time - since)
    }
    if let utc = fix.timestamp, fix.coordinate.isValid, !flags.contains(.replayed) {
      placeTime = fix.time
      records.place = .init(
        fix.coordinate, ellipsoidalAltitude: fix.ellipsoidalAltitude, at: utc)
    }
    sink?.send(fix)
  }

  private func ended(_ end: SourceEnd) {
    guard let session else { return }
    switch end {
    case .endOfFile:
      closeSession()
      sink?.send(.lifecycle(.absent))
    case .hangUp where supplies.isOff(session.candidate.knowledge.supply):
      // Its own doing: a receiver on USB goes with its supply, and is asleep.
      closeSession()
    case .hangUp(let errno):
      lost(errno: errno)
    case .failed(let error):
      closeSession()
      failed(error, with: session.candidate)
    }
  }

  private func lost(errno: Int32) {
    guard let session else { return }
    let address = session.candidate.address
    closeSession(isLost: true)
    let cause = errno == 0 ? nil : DeviceError(.read, path: address.description, code: errno)
    report(LocationError(.providerLost, provider: descriptor.id, cause: cause))
    sink?.send(.lifecycle(.absent))
    // A device's node says when it is back; a server that hangs up at once would be called without end.
    retry(after: address.isServer ? backoff.failed(at: loop.now()) : Self.missingRetry)
  }
}
