public import CairnHAL
public import CairnLinux
public import CairnReceiver
public import CairnTypes

/// A GNSS receiver on a serial line, USB, a kernel GNSS device or TCP, or a recording in a file.
///
/// While in demand, the provider keeps looking for its receiver: it opens it when it appears, finds
/// the line's speed, configures it as needed, and starts over when the receiver is lost. It can
/// supply an RTK receiver with the corrections of an NTRIP caster.
///
/// Isolation: the event loop it is given.
public actor GNSSProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  nonisolated let loop: EventLoop
  private let flags: LocationSource.Flags
  public var sink: ProviderSink?
  var work = ProviderWork.off
  /// The present issues.
  var health = ProviderHealth()

  nonisolated let access: DeviceAccess
  private nonisolated let source: ReceiverSource
  let finder: ReceiverFinder
  nonisolated let profiles: [HardwareProfile]
  let supplies: ReceiverSupplies
  let watchesPulses: Bool
  /// Watches the pulses of the open receiver; `nil` if they are not watched.
  var pulses: PulseWatch?
  private(set) var session: ReceiverSession?
  /// Receives what the open receiver sends, as it is read, on the loop; `nil` if nobody wants it.
  package var onBytes: ByteReader.BytesHandler? { didSet { session?.onBytes = onBytes } }
  /// Receives pulses, on the loop, if they are watched; set before the receiver is opened.
  package var onPulse: ((Pulse) -> Void)?
  /// Memory of the last working receiver; kept while the receiver's identity is the same.
  private var memory: (identity: String, value: ReceiverMemory)?
  /// Records of receivers, and the place of the last fix.
  var records = ReceiverRecords()
  /// When the place of `records` was noted.
  private(set) var placeTime: MonotonicTime?
  let stateFile: StateFile?
  nonisolated let stateDirectory: String?
  var writtenRecords = ReceiverRecords()
  var assistanceData: [UInt8] = []
  var report: ReceiverReport
  var reportedAt = MonotonicTime(nanoseconds: 0)
  /// The minimum interval between reports of the line's figures, which also come with every change.
  static let reportInterval = Duration.milliseconds(900)
  /// Sends a report that had to wait.
  var reportTimer: TimerID?
  var repetitions = Repetitions()
  var backoff = Backoff()
  private var retry: TimerID?
  /// Ends a rest; `nil` while the receiver does not rest.
  var restTimer: TimerID?
  /// The last reported descriptor of the receiver.
  var described: ProviderDescriptor?
  /// The last reported failure, so that each is reported once.
  var reported: LocationError.Code?
  let caster: NTRIPCaster?
  let control: ReceiverControl
  /// The supply of corrections while in demand; `nil` without a caster.
  var corrections: CorrectionSupply?
  /// Whether the caster refuses corrections, as last reported; `nil` if nothing was reported.
  var reportedRefusal: Bool?
  /// When the port was opened or the receiver was woken or lost, until the next fix.
  var searchesSince: MonotonicTime?
  private var lastFixTime = MonotonicTime(nanoseconds: .min)
  /// The receiver's state at the last fix; `nil` if none came since.
  private var powerAtFix: PowerState?
  private var bytesOfEndedSessions = 0

  /// Interval at which a missing device is looked for, in addition to the monitor's reports: a path
  /// may be a link that no monitor knows.
  private static let missingRetry = Duration.seconds(1)
  /// How long after the end of a rest a fix is still expected to be asked for.
  static let restGrace = Duration.seconds(2)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that opens its receiver only when it is needed.
  ///
  /// - Parameters:
  ///   - source: the source of the receiver's bytes.
  ///   - control: the kind of writing to the receiver that is allowed.
  ///   - profiles: known receivers; the profile that fits the device best is used.
  ///   - corrections: the caster of RTK corrections for the working receiver, or `nil`. The caster
  ///     is told the last position. No effect unless `control` is `.configure`.
  ///   - watchesPulses: whether to compare the receiver's pulses with the system clock while it
  ///     works, which costs one wake-up per second. See `ReceiverReport.pulses`.
  ///   - stateDirectory: a folder of the program's own, such as systemd's `STATE_DIRECTORY`. The
  ///     provider keeps there its findings about receivers, the last position and the orbits that a
  ///     u-blox has learnt, which shorten the next start. It also keeps the last bytes of a device
  ///     that crashed the program; after a second crash the device is left alone. `nil` keeps
  ///     nothing.
  ///   - descriptor: capabilities and costs; `nil` takes them from the profile, or assumes typical
  ///     ones. Once the receiver is found, its own profile counts.
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
      flags: flags, loop: loop, access: .system)
  }

  /// Creates a provider for a receiver that may be part of a modem.
  package init(
    source: ReceiverSource, control: ReceiverControl, profiles: [HardwareProfile],
    corrections: NTRIPCaster?, watchesPulses: Bool, stateDirectory: String?,
    descriptor: ProviderDescriptor?, modem: (any ReceiverModem)?, loop: EventLoop
  ) {
    var access = DeviceAccess.system
    access.modem = modem
    self.init(
      source: source, control: control, profiles: profiles, corrections: corrections,
      watchesPulses: watchesPulses, stateDirectory: stateDirectory, descriptor: descriptor,
      loop: loop, access: access)
  }

  init(
    source: ReceiverSource, control: ReceiverControl = .configure,
    profiles: [HardwareProfile] = [], corrections: NTRIPCaster? = nil, watchesPulses: Bool = false,
    stateDirectory: String? = nil, descriptor: ProviderDescriptor? = nil,
    flags: LocationSource.Flags = [], loop: EventLoop, access: DeviceAccess
  ) {
    // Whether it can be put to sleep is unknown before it is found.
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
      var knowledge = ReceiverKnowledge(
        address, device, control, profiles, descriptor.energy, hasModem: access.modem != nil)
      if stateDirectory != nil { knowledge.keepDatabase() }
      return knowledge
    }
  }

  /// Whether a receiver, or the named device, is present. One with a switched supply counts as
  /// present, because it may appear once it is switched on.
  public nonisolated var isPresent: Bool {
    let isSwitched = profiles.contains {
      $0.supply.powerSwitch != .none && $0.supply.powerSwitch != .modem
    }
    if isSwitched { return true }
    return switch source {
    case .discovered: access.present().contains { ReceiverFinder.isReceiver($0) }
    case .address(let address, _): address.isPresent
    }
  }

  /// Whether a device is open.
  var isOpen: Bool { session != nil }
  /// Bytes sent to the open device.
  var bytesSent: Int { session?.bytesSent ?? 0 }
  /// Bytes read from devices so far.
  var bytesReceived: Int { bytesOfEndedSessions + (session?.bytesReceived ?? 0) }

  // MARK: - Opening

  /// Handles that a device appeared, changed or disappeared.
  func candidatesChanged() {
    guard let session else { return open() }
    guard finder.isPresent(session.candidate) else { return lost(errno: 0) }
    // The previous receiver is back, and its substitute has not been understood yet.
    if !session.isSettled, finder.hasPreferred(over: session.candidate) {
      closeSession()
      open()
    }
  }

  /// Opens the best available receiver.
  func open() {
    guard session == nil, work != .off else { return }
    cancelRetry()
    guard let candidate = finder.best else {
      // First, so that whoever hears that there is no receiver also hears why.
      rouseReceivers()
      sink?.send(.lifecycle(.absent))
      return
    }
    let mark: DecodingMark?
    do throws(LocationError) { mark = try self.mark(candidate) } catch {
      return failed(error, with: candidate)
    }
    let startUp: Duration
    do throws(DeviceError) {
      // Before the device is opened: one on USB does not exist without supply.
      startUp = try supplies.switchOn(candidate.knowledge.supply)
    } catch {
      mark?.close()
      return failed(error, with: candidate)
    }
    let session = ReceiverSession(
      candidate: candidate, loop: loop, quantum: quantum,
      access: access, mark: mark)
    self.session = session
    session.onBytes = onBytes
    var known = ReceiverMemory()
    if let memory, memory.identity == candidate.identity { known = memory.value }
    known.records = records
    do throws(DeviceError) {
      try session.open(
        demand: receiverDemand, memory: known,
        supply: supplies.powerSwitch(of: candidate.knowledge.supply), startUp: startUp,
        // The provider's executor is the loop, where sessions run. The session releases the
        // closures when it is closed.
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

  /// Closes the session, which breaks its reference cycle with the provider.
  ///
  /// - Parameter isLost: whether the device is gone, in which case another receiver may come back.
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

  func failed(
    _ error: DeviceError, with candidate: ReceiverCandidate, explanation: String? = nil
  ) {
    let code: LocationError.Code =
      switch error.kind {
      case .permission: .devicePermission
      case .busy: .deviceBusy
      case .missing, .other: .noProvider
      }
    let isMissing = error.kind == .missing
    failed(
      LocationError(code, cause: error), with: candidate, isMissing: isMissing,
      explanation: explanation)
  }

  /// Tries the next receiver, or all of them again after a delay.
  func failed(
    _ error: LocationError, with candidate: ReceiverCandidate, isMissing: Bool = false,
    explanation: String? = nil
  ) {
    var error = error
    error.severity = .transient
    error.provider = descriptor.id
    // A lost receiver that cannot be opened needs no new report.
    if !(error.code == .noProvider && reported == .providerLost) { report(error) }
    if finder.noteFailure(of: candidate) { return open() }
    if isMissing {
      sink?.send(.lifecycle(.absent))
    } else {
      var issue = ProviderIssue(blocking: error)
      if let explanation { issue.explanation = explanation }
      // Reported each time, because a caller may wait for another attempt.
      health.raise(issue)
      sink?.send(.issue(issue))
    }
    retry(after: isMissing ? Self.missingRetry : backoff.failed(at: loop.now()))
  }

  private func retry(after delay: Duration) {
    cancelRetry()
    retry = loop.schedule(at: loop.now() + delay) { [self] in assumeIsolated { $0.open() } }
  }

  func cancelRetry() {
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  /// Reports a failure unless it equals the last one.
  func report(_ error: LocationError) {
    guard reported != error.code else { return }
    reported = error.code
    sink?.send(.failure(error))
  }

  // MARK: - Events of the session

  private func passNothing() {
    powerAtFix = nil
    sink?.send(.noFix(reason: "the receiver has no fix"))
  }

  private func pass(_ fix: Location) {
    var fix = fix
    fix.source.flags.formUnion(flags)
    // Epochs that were read together arrived at the same instant, but need different times.
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
    notePower()
    sink?.send(fix)
  }

  /// Reports a receiver that begins to save power between fixes, or no longer does.
  private func notePower() {
    guard let state = session?.powerState, state != powerAtFix else { return }
    if state.isCyclic || powerAtFix?.isCyclic ?? false { sink?.send(.power(state)) }
    powerAtFix = state
  }

  private func ended(_ end: SourceEnd) {
    guard let session else { return }
    switch end {
    case .endOfFile:
      closeSession()
      sink?.send(.lifecycle(.absent))
    case .hangUp where supplies.isOff(session.candidate.knowledge.supply):
      // Caused by the provider itself: a receiver on USB vanishes when its supply is switched off.
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
    var cause = errno == 0 ? nil : DeviceError(.read, path: address.description, code: errno)
    if address.isServer, cause == nil { cause = address.closure }
    let error = LocationError(.providerLost, provider: descriptor.id, cause: cause)
    report(error)
    // There is hardware behind a server, and what is wrong is the connection.
    if address.isServer {
      var issue = ProviderIssue(blocking: error)
      issue.explanation = cause?.explanation ?? issue.explanation
      issue.error?.reason = issue.explanation
      health.raise(issue)
      sink?.send(.issue(issue))
    }
    sink?.send(.lifecycle(.absent))
    // A device's node shows its return; a server that hangs up at once would be called forever.
    retry(after: address.isServer ? backoff.failed(at: loop.now()) : Self.missingRetry)
  }
}
