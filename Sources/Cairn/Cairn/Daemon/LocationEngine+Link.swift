internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

// Services that run here or, with a link, in the daemon.

extension LocationEngine {
  /// Begins the standard service of a manager or a sequence.
  func beginStandard(
    _ id: UInt32, of identity: ClientIdentity, _ mailbox: Mailbox, session: UInt32,
    _ configuration: LocationConfiguration
  ) {
    guard let link else {
      return insert(
        StandardClient(
          id: id, identity: identity, mailbox: mailbox, session: session,
          configuration: configuration, authorization: authorization(of: identity)))
    }
    mailbox.put(authorization(of: identity))
    link.begin(
      RemoteStandard(
        id: id, identity: identity, mailbox: mailbox, session: session,
        configuration: configuration))
  }

  /// Changes the configuration of a standard service.
  func configureStandard(_ id: UInt32, _ configuration: LocationConfiguration) {
    if let link { return link.change(id, to: .standard(configuration)) }
    modify(id) { (client: StandardClient, now) in client.configure(configuration, at: now) }
  }

  /// Begins a request, whose result `completion` gets on the event loop, exactly once.
  func beginRequest(
    _ id: UInt32, of identity: ClientIdentity, _ request: LocationRequest,
    completion: @escaping (Result<Location, LocationError>) -> Void
  ) {
    guard let link else {
      return insert(
        RequestClient(
          id: id, identity: identity, request: request, authorization: authorization(of: identity),
          completion: completion))
    }
    link.begin(
      RemoteRequest(
        id: id, identity: identity, .position(request), timeout: request.timeout, at: loop.now()
      ) {
        switch $0 {
        case .success(.locations(let call)): call.locations.last.map { completion(.success($0)) }
        case .success: break
        case .failure(let error): completion(.failure(error))
        }
      })
  }

  /// Asks the daemon for full accuracy for a while; `completion` gets the error, or `nil`, on the
  /// event loop, exactly once.
  func requestFullAccuracy(
    _ id: UInt32, of identity: ClientIdentity, purpose: String,
    completion: @escaping (LocationError?) -> Void
  ) {
    guard let link else { return completion(LocationError(.cancelled)) }
    link.begin(
      RemoteRequest(
        id: id, identity: identity, .fullAccuracy(purpose), timeout: LocationRequest().timeout,
        at: loop.now()
      ) {
        if case .failure(let error) = $0 { completion(error) } else { completion(nil) }
      })
  }

  /// Monitors a region in the daemon, for a client that `make` would make here.
  func add(
    _ region: Region, _ options: MonitoringOptions, to id: UInt32, by link: DaemonLink,
    _ make: () -> RegionClient
  ) -> LocationError? {
    let known = link.regions(id)
    let regions = known ?? RemoteRegions(make())
    if let error = regions.add(region, options) { return error }
    if known == nil { link.begin(regions) } else { link.regionsChanged() }
    return nil
  }

  /// Ends the monitoring of a region in the daemon, and the service with the last one.
  func remove(_ identifier: String, from id: UInt32, by link: DaemonLink) {
    guard let regions = link.regions(id) else { return }
    regions.remove(identifier)
    if regions.isIdle { link.end(id) } else { link.regionsChanged() }
  }

  /// Changes the settings of a client's compass.
  func configureHeading(_ id: UInt32, _ settings: HeadingSettings) {
    if let link { return link.change(id, to: .heading(WireHeading(settings))) }
    sensors.modifyHeading(id) { $0.configure(settings) }
  }

  /// Notes whether a client shows its user how to calibrate the compass.
  func noteCalibration(of id: UInt32, isShown: Bool) {
    if let link { return link.say(.calibration(isShown: isShown), of: id) }
    sensors.modifyHeading(id) { $0.noteCalibration(isShown: isShown) }
  }

  /// Notes that a client has come into use, or is not in use any more.
  func useChanged() {
    reauthorize()
    link?.use(shared.isAnyInUse)
  }
}
