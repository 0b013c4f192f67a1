public import CairnHAL
public import CairnLinux
internal import CairnRadio
public import CairnTypes

/// Positions from a network service that knows the access points and cells that the device hears.
///
/// Sends nothing before it must measure, and then only transmitters that may be looked up. A place
/// that was asked about lately is not asked about again; a service that fails is left alone for
/// longer and longer.
///
/// Isolation: the event loop it is given.
public actor OnlineProvider: LocationProvider {
  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  public var sink: ProviderSink? { didSet { connectionChanged() } }

  /// Asks a service and calls back on the loop; fails if no thread can be started.
  package typealias Ask = (
    _ body: [UInt8], _ limit: Duration, _ then: @escaping (GeolocateReply) -> Void
  ) -> Result<Void, DeviceError>

  private let host: String
  private let ask: Ask
  private let scanner: WiFiScanner
  /// Whether the scanner listens: it stops when its socket fails.
  private var isListening = false
  private let modem: DeviceModem?
  private var listener: DeviceModem.Listener?
  private var measurement: OpenMeasurement
  /// The last scan of each interface, by its index.
  private var scans: [UInt32: WiFiScan] = [:]
  private var cells: [CellSighting] = []
  /// Radios whose observations the measurement still waits for.
  private var awaited: Set<Ear> = []
  private var cache = AnswerCache()
  private var pause = ServicePause()

  private enum Ear { case wifi, modem }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that asks a service.
  ///
  /// - Parameters:
  ///   - service: the service to ask.
  ///   - descriptor: capabilities, and the cost of a question with the scan before it.
  ///   - loop: the system's event loop.
  public init(
    _ service: GeolocationService, descriptor: ProviderDescriptor = .genericOnline(),
    loop: EventLoop
  ) {
    self.init(
      service, descriptor: descriptor, scanner: WiFiScanner(loop: loop), modem: nil, loop: loop)
  }

  /// Creates a provider with a modem that other clients also use.
  package init(
    _ service: GeolocationService, descriptor: ProviderDescriptor = .genericOnline(),
    scanner: sending WiFiScanner, modem: Carried<DeviceModem>?, loop: EventLoop
  ) {
    let connection = ServiceConnection(service)
    self.init(
      host: service.host, descriptor: descriptor, scanner: scanner, modem: modem, loop: loop
    ) { body, limit, then in
      Result { () throws(DeviceError) in
        try loop.inBackground("cairn-http", { connection.post(body, within: limit) }, then: then)
      }
    }
  }

  /// Creates a provider with another connection to the service, for tests.
  package init(
    host: String, descriptor: ProviderDescriptor, scanner: sending WiFiScanner,
    modem: Carried<DeviceModem>?, loop: EventLoop, ask: sending @escaping Ask
  ) {
    self.host = host
    self.descriptor = descriptor
    self.loop = loop
    self.scanner = scanner
    self.modem = modem?.value
    self.ask = ask
    measurement = OpenMeasurement(loop: loop)
  }

  // MARK: - Work

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    measurement.cancel()
    awaited = []
    guard let wanted = work.measurement else { return }
    measurement.begin(wanted) { [self] in
      assumeIsolated { $0.end(.nothing(reason: "\($0.host) has not answered in time")) }
    }
    if let reason = pause.reason(at: loop.now()) { return fail(reason) }
    listen()
  }

  private func connectionChanged() {
    if let listener { modem?.leave(listener) }
    listener = nil
    scanner.stop()
    isListening = false
    guard sink != nil else { return measurement.cancel() }
    startScanner()
    guard let modem else { return }
    let listener = DeviceModem.Listener()
    self.listener = listener
    modem.join(listener)
  }

  // MARK: - Observations

  /// Starts the scanner. Without Wi-Fi there may be cells, and the other way round: neither is an
  /// obstacle.
  private func startScanner() {
    isListening = true
    do throws(DeviceError) { try scanner.start { [self] in note($0) } } catch {
      isListening = false
    }
  }

  private func listen() {
    if !isListening { startScanner() }
    let attempt = measurement.attempt
    if recent == nil, !scanner.interfaces.isEmpty { awaited.insert(.wifi) }
    if modem != nil { awaited.insert(.modem) }
    guard !awaited.isEmpty else { return question() }
    if awaited.contains(.wifi) { scanner.scan() }
    modem?.findCells { [self] heard in
      assumeIsolated { provider in
        guard provider.measurement.attempt == attempt else { return }
        provider.cells = (try? heard.get()) ?? []
        provider.hear(.modem)
      }
    }
  }

  private func note(_ event: WiFiScanner.Event) {
    switch event {
    case .report(.scan(let scan, let interface)):
      scans[interface] = scan
      if !scan.isPartial, recent != nil { hear(.wifi) }
    case .report(.availability(.present(let interfaces))):
      scans = scans.filter { entry in interfaces.contains { $0.index == entry.key } }
    case .report(.availability), .failed:
      if case .failed = event { isListening = false }
      scans = [:]
      hear(.wifi)
    // Without the right to scan, the scans of other programs must suffice.
    case .report(.requestEnded): hear(.wifi)
    }
  }

  private func hear(_ ear: Ear) {
    guard awaited.remove(ear) != nil, awaited.isEmpty else { return }
    question()
  }

  /// The youngest scan that has just ended.
  private var recent: WiFiScan? { youngest(within: WiFiProvider.freshness) }

  private func youngest(within age: Duration) -> WiFiScan? {
    let now = loop.now()
    return scans.values.filter { $0.lastHeard.map { now - $0 <= age } ?? false }
      .max { $0.time < $1.time }
  }

  // MARK: - The service

  private func question() {
    guard let wanted = measurement.wanted else { return }
    let now = loop.now()
    let scan = youngest(within: GeolocateRequest.maximumAge)
    guard let request = GeolocateRequest(scan, cells, at: now) else {
      return end(
        .nothing(reason: "neither a cell nor two access points that may be looked up are heard"))
    }
    if let known = cache.find(request, at: now) { return answer(known, request) }
    let limit = min(ServiceConnection.patience, wanted.deadline - now)
    let attempt = measurement.attempt
    let asked = ask(request.json, limit) { [self] reply in
      assumeIsolated { $0.take(reply, request, attempt) }
    }
    if case .failure(let error) = asked { end(.failure(LocationError(.network, cause: error))) }
  }

  /// A reply that comes too late for its measurement serves the next one.
  private func take(_ reply: GeolocateReply, _ request: GeolocateRequest, _ attempt: UInt64) {
    let now = loop.now()
    let isWanted = measurement.attempt == attempt
    switch reply {
    case .answer(let found):
      pause.end()
      cache.keep(found, of: request, at: now)
      if isWanted { answer(found, request) }
    case .unknown:
      pause.end()
      cache.keep(nil, of: request, at: now)
      if isWanted { answer(nil, request) }
    case .refused(let reason):
      pause.begin("\(host): \(reason)", isRefusal: true, at: now)
      if isWanted { fail("\(host): \(reason)") }
    case .failed(let reason, let retry):
      pause.begin("\(host): \(reason)", atLeast: retry, at: now)
      if isWanted { fail("\(host): \(reason)") }
    }
  }

  private func answer(_ found: GeolocateAnswer?, _ request: GeolocateRequest) {
    sink?.send(.resolved(.noNetwork))
    guard let found else {
      return end(.nothing(reason: "\(host) knows nothing of what the device hears"))
    }
    end(
      .positions([
        Location(
          coordinate: found.coordinate, horizontalAccuracy: found.horizontalAccuracy,
          time: request.heard,
          source: LocationSource(provider: descriptor.id, technology: .network))
      ]))
  }

  private func fail(_ reason: String) {
    sink?.send(.issue(ProviderIssue(.noNetwork, reason)))
    end(.failure(LocationError(.network, provider: descriptor.id, reason: reason)))
  }

  private func end(_ outcome: MeasurementOutcome) {
    awaited = []
    measurement.end(outcome, to: sink)
  }
}
