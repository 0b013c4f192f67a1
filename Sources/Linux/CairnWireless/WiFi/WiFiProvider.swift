public import CairnHAL
public import CairnLinux
public import CairnRadio
public import CairnTypes

/// Positions from the access points that the device's Wi-Fi hears.
///
/// Listens to the scans of any program that manages Wi-Fi, which needs no privilege and draws
/// nothing. Starts a scan only if it must measure and has heard none lately; that needs the
/// capability CAP_NET_ADMIN or the right to wpa_supplicant's control socket. While other providers
/// give satellite fixes, it learns where access points are.
///
/// Isolation: the event loop it is given.
public actor WiFiProvider: LocationProvider, LearningProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  public var sink: ProviderSink? { didSet { connectionChanged() } }

  private let scanner: WiFiScanner
  /// `nil` if the radio cannot be switched off.
  private let switches: RadioSwitchWatch?
  private let flags: LocationSource.Flags
  static let subject = "access points"
  var knowledge: WiFiKnowledge
  let keeper: LearnedStateKeeper<LearnedMap>?
  private var measurement: OpenMeasurement
  /// The last scan of each interface, by its index.
  private var scans: [UInt32: WiFiScan] = [:]
  var isBlocked = false
  /// Whether the program may start scans, as far as is known.
  private var startsScans = true
  private var channels = ChannelChoice()
  /// The last scan requested, until it has ended.
  private var asked: WiFiScanRequest?
  /// The share of a whole scan's energy that was announced for the last measurement.
  private var share = 1.0
  /// Starts to listen again after the socket has failed.
  private var retry: TimerID?

  /// Maximum number of learned access points unless another is given; they take half a megabyte.
  public static let usualMaximum = 20_000
  /// Age up to which a scan answers a measurement.
  static let freshness = Duration.seconds(5)
  /// Metres: for this accuracy or a coarser one, a scan of the last half minute suffices.
  static let coarse = 500.0
  /// How long after a failure of the socket it is opened again.
  static let retryInterval = Duration.seconds(60)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that listens as soon as it belongs to a system.
  ///
  /// - Parameters:
  ///   - packs: the packs of access points; the first that knows one is believed.
  ///   - descriptor: the provider's capabilities and the cost of a scan.
  ///   - stateDirectory: a folder of the program's own, in which the provider keeps what it has learned:
  ///     ten minutes after it has learned something, and when it leaves its system.
  ///   - maximumLearned: the maximum number of learned access points; those not heard for longest
  ///     are removed first.
  ///   - loop: the system's event loop.
  public init(
    packs: [any AccessPointSource & Sendable] = [],
    descriptor: ProviderDescriptor = .genericWiFi(), stateDirectory: String? = nil,
    maximumLearned: Int = WiFiProvider.usualMaximum, loop: EventLoop
  ) {
    self.init(
      packs: packs, descriptor: descriptor, stateDirectory: stateDirectory,
      maximumLearned: maximumLearned, loop: loop,
      scanner: WiFiScanner(loop: loop), switches: "/dev/rfkill")
  }

  /// Creates a provider with another scanner, for tests and simulations; `flags` mark every
  /// position, and `switches` is the kernel's device of radio switches.
  package init(
    packs: [any AccessPointSource & Sendable], descriptor: ProviderDescriptor,
    stateDirectory: String? = nil, maximumLearned: Int = WiFiProvider.usualMaximum,
    flags: LocationSource.Flags = [], loop: EventLoop,
    scanner: sending WiFiScanner, switches path: String? = nil
  ) {
    self.descriptor = descriptor
    self.flags = flags
    self.loop = loop
    self.scanner = scanner
    switches = path.map { RadioSwitchWatch(loop: loop, path: $0) }
    knowledge = WiFiKnowledge(packs: packs, capacity: maximumLearned)
    keeper = stateDirectory.map { LearnedStateKeeper($0, of: descriptor.id, loop: loop) }
    measurement = OpenMeasurement(loop: loop)
  }

  // MARK: - Work

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    measurement.cancel()
    if work == .off { await endLearning() }
    guard let wanted = work.measurement else { return }
    measurement.begin(wanted) { [self] in
      assumeIsolated { $0.end(.nothing(reason: "no scan has ended in time")) }
    }
    if let scan = recent(within: Self.freshness), answersFreshly(with: scan) { return }
    scan(channels.request(at: loop.now()))
  }

  /// Starts a scan, within a measurement that has drawn a share of a whole one's energy already.
  private func scan(_ request: WiFiScanRequest, after spent: Double = 0) {
    asked = request
    announce(startsScans ? spent + request.share : 0)
    scanner.scan(request)
  }

  /// Takes the fixes of other providers, to learn where access points are and how wrong positions
  /// are.
  public nonisolated func learn(from fix: Location) {
    guard loop.isCurrent else { return loop.post { [self] in learn(from: fix) } }
    unsafe loop.assume(self, fix) { provider, fix in
      provider.knowledge.take(fix, at: provider.loop.now())
      provider.noteLearning()
    }
  }

  private func connectionChanged() {
    if let retry { loop.cancel(retry) }
    retry = nil
    guard sink != nil else {
      measurement.cancel()
      keep()
      switches?.stop()
      // The scanner releases its closure, and with it this provider.
      return scanner.stop()
    }
    beginLearning()
    switches?.start { [weak self] in self?.assumeIsolated { $0.noteSwitches() } }
    noteSwitches()
    listen()
  }

  private func noteSwitches() {
    let reason: String
    switch switches?.obstacle {
    case .program?: reason = "Wi-Fi is switched off: switch it on with `rfkill unblock wifi`"
    case .key?: reason = "Wi-Fi is switched off by a switch or key of the device"
    default: return sink?.send(.resolved(.radioOff)) ?? ()
    }
    sink?.send(.issue(ProviderIssue(.radioOff, reason, isBlocking: true)))
    end(.nothing(reason: reason))
  }

  private func listen() {
    do throws(DeviceError) {
      try scanner.start { [self] in handle($0) }
    } catch {
      fail(error)
    }
  }

  private func handle(_ event: WiFiScanner.Event) {
    switch event {
    case .failed(let error): fail(error)
    case .report(.availability(let availability)): note(availability)
    case .report(.scan(let scan, let interface)): take(scan, interface)
    case .report(.requestEnded(let outcome)): requestEnded(outcome)
    }
  }

  private func fail(_ error: DeviceError) {
    sink?.send(.lifecycle(.absent))
    end(.failure(LocationError(.noProvider, provider: descriptor.id, cause: error)))
    retry = loop.schedule(at: loop.now() + Self.retryInterval) { [self] in
      assumeIsolated { $0.listen() }
    }
  }

  private func note(_ availability: WiFiAvailability) {
    switch availability {
    case .present(let interfaces) where !interfaces.isEmpty:
      scans = scans.filter { entry in interfaces.contains { $0.index == entry.key } }
      sink?.send(.resolved(.failure))
      sink?.send(.lifecycle(.off))
    case .present: lack("there is no Wi-Fi interface: is the radio plugged in?")
    case .absent: lack("the kernel has no Wi-Fi: is the driver of the radio loaded?")
    case .unresponsive: lack("the kernel does not answer about Wi-Fi, and is asked again")
    }
  }

  private func lack(_ reason: String) {
    scans = [:]
    sink?.send(.lifecycle(.absent))
    raise(.failure, reason)
    end(.nothing(reason: reason))
  }

  // MARK: - Scans

  private func take(_ scan: WiFiScan, _ interface: UInt32) {
    scans[interface] = scan
    channels.take(scan)
    sink?.send(
      .observation(
        RadioObservation(
          transmitters: scan.eligible.map {
            RadioObservation.Transmitter(identifier: $0.bssid.description, signal: $0.signal)
          }, time: scan.time)))
    knowledge.take(scan, at: loop.now())
    noteLearning()
    if measurement.wanted != nil {
      // The results of a scan that was aborted may be all there will be: its end decides.
      if !scan.isPartial { _ = answersFreshly(with: scan) }
    } else if let position = try? position(of: scan, isMoving: nil) {
      sink?.send(location(position))
    }
  }

  private func requestEnded(_ outcome: WiFiScanOutcome) {
    let isFull = asked?.frequencies.isEmpty ?? true
    asked = nil
    if case .finished = outcome, !startsScans {
      // wpa_supplicant has appeared, and has started this scan.
      startsScans = true
      sink?.send(.resolved(.permission))
    }
    switch outcome {
    case .finished, .aborted, .failed:
      if isFull {
        if case .finished = outcome { channels.noteFullScan(at: loop.now()) }
      } else if measurement.wanted != nil, !answersWithWhatThereIs() {
        // The few channels were not enough, or one of them is no longer allowed.
        channels.noteFailure()
        return scan(channels.request(at: loop.now()), after: share)
      }
    default: break
    }
    switch outcome {
    case .finished, .aborted: answerWithWhatThereIs()
    case .notPermitted:
      startsScans = false
      announce(0)
      raise(
        .permission,
        "scans of other programs are used; to start its own, the program needs CAP_NET_ADMIN"
          + " or a user in the group of /run/wpa_supplicant")
      // Another program may scan until the deadline.
      _ = answersWithWhatThereIs()
    case .noInterface: end(.nothing(reason: "no Wi-Fi interface can scan"))
    case .interfaceDown:
      end(.nothing(reason: "the Wi-Fi interface is down, or its radio is switched off"))
    case .timedOut: end(.nothing(reason: "the scan did not end"))
    case .failed(let errno): end(.nothing(reason: "the scan was refused: error \(errno)"))
    }
  }

  /// Announces the energy of a measurement as a share of a whole scan's; 0 if another program
  /// scans.
  private func announce(_ next: Double) {
    guard next != share else { return }
    share = next
    sink?.send(.descriptor(descriptor.drawing(next)))
  }

  /// Ends the measurement if the access points heard give a position.
  private func answersWithWhatThereIs() -> Bool {
    recent(within: WiFiPositioner.maximumAgeAtRest).map { answer(with: $0) } ?? false
  }

  private func answerWithWhatThereIs() {
    guard measurement.wanted != nil else { return }
    guard let scan = recent(within: WiFiPositioner.maximumAgeAtRest) else {
      return end(.nothing(reason: "the scan has heard nothing"))
    }
    do throws(WiFiPositionFailure) {
      end(.positions([location(try position(of: scan, isMoving: stillness))]))
    } catch {
      end(.nothing(reason: error.words))
    }
  }

  /// Ends the measurement if a scan that has just ended gives a position; earlier scans that the
  /// kernel remembers do not count.
  private func answersFreshly(with scan: WiFiScan) -> Bool {
    guard let heard = scan.lastHeard, loop.now() - heard <= Self.freshness else { return false }
    return answer(with: scan)
  }

  /// Ends the measurement if a scan gives a position.
  private func answer(with scan: WiFiScan) -> Bool {
    do throws(WiFiPositionFailure) {
      end(.positions([location(try position(of: scan, isMoving: stillness))]))
      return true
    } catch {
      return false
    }
  }

  /// Whether the device counts as moving when the age of sightings is judged: false, as at rest, if
  /// the client accepts an error of `coarse` or more, and otherwise `nil` for unknown.
  private var stillness: Bool? {
    measurement.wanted.flatMap { $0.accuracy.metres }.map { $0 < Self.coarse } ?? true ? nil : false
  }

  private func recent(within age: Duration) -> WiFiScan? {
    let now = loop.now()
    return scans.values.filter { now - $0.time <= age }.max { $0.time < $1.time }
  }

  private func position(
    of scan: WiFiScan, isMoving: Bool?
  ) throws(WiFiPositionFailure) -> WiFiPosition {
    defer { noteDamage() }
    do throws(WiFiPositionFailure) {
      let position = try knowledge.position(of: scan, at: loop.now(), isMoving: isMoving)
      sink?.send(.resolved(.noMap))
      return position
    } catch {
      if error.isLackOfMap, !isBlocked { raise(.noMap, error.words) }
      throw error
    }
  }

  private func location(_ position: WiFiPosition) -> Location {
    Location(
      coordinate: position.coordinate, horizontalAccuracy: position.horizontalAccuracy,
      time: position.time,
      source: LocationSource(provider: descriptor.id, technology: .wifi, flags: flags))
  }

  private func end(_ outcome: MeasurementOutcome) { measurement.end(outcome, to: sink) }

  private func raise(_ kind: ProviderIssue.Kind, _ explanation: String) {
    sink?.send(.issue(ProviderIssue(kind, explanation)))
  }
}
