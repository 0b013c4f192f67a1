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
        id: id, identity: identity, request: request, at: loop.now(), completion: completion))
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
