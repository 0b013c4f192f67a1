internal import CairnGeodesy
public import CairnHAL
public import CairnLinux
public import CairnRadio
public import CairnTypes

/// Positions from the access points that the device's Wi-Fi hears.
///
/// Listens to the scans of whatever program manages Wi-Fi, which needs no privilege and draws
/// nothing; starts a scan only if it is asked to measure and has heard none lately, which needs the
/// capability CAP_NET_ADMIN. While satellite fixes come for somebody else, it learns where access
/// points are.
///
/// Isolation: the event loop it is given.
public actor WiFiProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  public var sink: ProviderSink? { didSet { connectionChanged() } }

  private let scanner: WiFiScanner
  private var positioner = WiFiPositioner()
  private(set) var map: RadioMap
  private var learner = AccessPointLearner()
  private var measurement: ProviderWork.Measurement?
  private var deadline: TimerID?
  /// The last scan of each interface, by its index.
  private var scans: [UInt32: WiFiScan] = [:]
  /// Whether nothing is known of any access point, so that no scan can help.
  private var isBlocked = false
  /// Whether the program may start scans, as far as is known.
  private var startsScans = true
  /// The last satellite fix.
  private var fix: Location?
  /// The last scan, until there is a satellite fix of the same place to learn from.
  private var unlearned: WiFiScan?
  /// Starts to listen again after the socket has failed.
  private var retry: TimerID?
  /// Where the accuracy was last compared with a satellite fix.
  private var comparedAt: Coordinate?

  /// A scan of this age answers a measurement.
  static let freshness = Duration.seconds(5)
  /// Metres: a client that wants no more is served by a scan of half a minute ago.
  static let coarse = 500.0
  /// How long before or after a scan a satellite fix is of the same place.
  static let simultaneity = Duration.seconds(2)
  /// How long after a failure of the socket it is opened again.
  static let retryInterval = Duration.seconds(60)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that listens as soon as it belongs to a system.
  ///
  /// - Parameters:
  ///   - packs: what is known of access points; the first that knows one is believed.
  ///   - descriptor: what a scan costs.
  ///   - loop: the system's event loop.
  public init(
    packs: [any AccessPointSource & Sendable] = [],
    descriptor: ProviderDescriptor = .genericWiFi(), loop: EventLoop
  ) {
    self.init(packs: packs, descriptor: descriptor, loop: loop, scanner: WiFiScanner(loop: loop))
  }

  package init(
    packs: [any AccessPointSource & Sendable], descriptor: ProviderDescriptor, loop: EventLoop,
    scanner: sending WiFiScanner
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.scanner = scanner
    map = RadioMap(packs: packs)
  }

  // MARK: - Work

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    stopWaiting()
    guard let wanted = work.measurement else { return }
    measurement = wanted
    if let scan = recent(within: Self.freshness), answersFreshly(with: scan) { return }
    deadline = loop.schedule(at: wanted.deadline) { [self] in
      assumeIsolated { $0.end(.nothing(reason: "no scan has ended in time")) }
    }
    scanner.scan()
  }

  /// Takes the fixes of others, to learn where access points are and how wrong positions are.
  public nonisolated func learn(from fix: Location) {
    guard loop.isCurrent else { return loop.post { [self] in learn(from: fix) } }
    unsafe loop.assume(self, fix) { $0.take($1) }
  }

  private func connectionChanged() {
    if let retry { loop.cancel(retry) }
    retry = nil
    guard sink != nil else {
      stopWaiting()
      // The scanner releases its closure, and with it this provider.
      return scanner.stop()
    }
    isBlocked = !map.knowsAny
    if isBlocked {
      sink?.send(
        .issue(
          ProviderIssue(
            .noMap, "no map of access points is there, and none has been learned yet",
            isBlocking: true)))
    }
    listen()
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
      sink?.send(.lifecycle(.off))
    default:
      scans = [:]
      sink?.send(.lifecycle(.absent))
      end(.nothing(reason: "there is no Wi-Fi interface"))
    }
  }

  // MARK: - Scans

  private func take(_ scan: WiFiScan, _ interface: UInt32) {
    scans[interface] = scan
    sink?.send(
      .observation(
        RadioObservation(
          transmitters: scan.eligible.map {
            RadioObservation.Transmitter(identifier: $0.bssid.description, signal: $0.signal)
          }, time: scan.time)))
    unlearned = scan
    learn()
    if measurement != nil {
      // The results of a scan that was aborted may be all there will be: its end decides.
      if !scan.isPartial { _ = answersFreshly(with: scan) }
    } else if let position = try? position(of: scan, isMoving: nil) {
      sink?.send(location(position))
    }
  }

  private func requestEnded(_ outcome: WiFiScanOutcome) {
    switch outcome {
    case .finished, .aborted: answerWithWhatThereIs()
    case .notPermitted:
      costNothing()
      raise(
        .permission,
        "scans of other programs are used; to start scans, the program needs CAP_NET_ADMIN")
      // Somebody else may scan until the deadline.
      if let scan = recent(within: WiFiPositioner.maximumAgeAtRest) { _ = answer(with: scan) }
    case .noInterface: end(.nothing(reason: "no Wi-Fi interface can scan"))
    case .interfaceDown:
      end(.nothing(reason: "the Wi-Fi interface is down, or its radio is switched off"))
    case .timedOut: end(.nothing(reason: "the scan did not end"))
    case .failed(let errno): end(.nothing(reason: "the kernel refuses to scan: error \(errno)"))
    }
  }

  /// Says that scans are those of other programs, which draw nothing.
  private func costNothing() {
    guard startsScans, case .operation(var scan) = descriptor.energy else { return }
    startsScans = false
    scan.energy = 0
    var passive = descriptor
    passive.energy = .operation(scan)
    sink?.send(.descriptor(passive))
  }

  private func answerWithWhatThereIs() {
    guard measurement != nil else { return }
    guard let scan = recent(within: WiFiPositioner.maximumAgeAtRest) else {
      return end(.nothing(reason: "the scan has heard nothing"))
    }
    do throws(WiFiPositionFailure) {
      end(.positions([location(try position(of: scan, isMoving: stillness))]))
    } catch {
      end(.nothing(reason: error.words))
    }
  }

  /// Ends the measurement if a scan that has just ended gives a position; what the kernel remembers
  /// of earlier ones does not.
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

  /// What sightings may be: as old as at rest for a client to whom the way of half a minute does
  /// not matter.
  private var stillness: Bool? {
    measurement.flatMap { $0.accuracy.metres }.map { $0 < Self.coarse } ?? true ? nil : false
  }

  private func recent(within age: Duration) -> WiFiScan? {
    let now = loop.now()
    return scans.values.filter { now - $0.time <= age }.max { $0.time < $1.time }
  }

  private func position(
    of scan: WiFiScan, isMoving: Bool?
  ) throws(WiFiPositionFailure) -> WiFiPosition {
    do throws(WiFiPositionFailure) {
      let position = try positioner.position(
        of: scan, at: loop.now(), isMoving: isMoving, from: map.source())
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
      source: LocationSource(provider: descriptor.id, technology: .wifi))
  }

  // MARK: - The end of a measurement

  private func end(_ outcome: MeasurementOutcome) {
    guard measurement != nil else { return }
    stopWaiting()
    sink?.send(.measured(outcome))
  }

  private func stopWaiting() {
    measurement = nil
    if let deadline { loop.cancel(deadline) }
    deadline = nil
  }

  private func raise(_ kind: ProviderIssue.Kind, _ explanation: String) {
    sink?.send(.issue(ProviderIssue(kind, explanation)))
  }

  // MARK: - Learning

  private func take(_ fix: Location) {
    guard fix.source.technology == .gnss else { return }
    self.fix = fix
    if let day = fix.timestamp?.date?.daysSince1970 { map.note(day: UInt16(clamping: day)) }
    learn()
  }

  /// Learns from the last scan, once, if there is a satellite fix of the same place.
  private func learn() {
    guard let scan = unlearned, let fix else { return }
    let apart = scan.time - fix.time
    guard apart <= Self.simultaneity, apart >= .zero - Self.simultaneity else { return }
    unlearned = nil
    // First, since positions are not judged by what they have taught.
    compare(scan, with: fix)
    let changed = learner.learn(scan, at: fix) { map.learned[$0] }
    guard !changed.isEmpty else { return }
    map.add(changed)
    if isBlocked, map.knowsAny {
      isBlocked = false
      sink?.send(.resolved(.noMap))
    }
  }

  /// Learns from a satellite fix of the same place how wrong positions of Wi-Fi are.
  private func compare(_ scan: WiFiScan, with fix: Location) {
    guard fix.coordinate.isValid,
      comparedAt.map({ $0.distance(to: fix.coordinate) >= AccuracyScale.spacing }) ?? true,
      let position = try? positioner.position(
        of: scan, at: loop.now(), from: map.source(isIndependent: true))
    else { return }
    let counts = positioner.scale.learn(
      error: position.coordinate.distance(to: fix.coordinate),
      unscaledRadius: position.unscaledAccuracy, fixAccuracy: fix.horizontalAccuracy,
      networks: position.networks)
    if counts { comparedAt = fix.coordinate }
  }
}
