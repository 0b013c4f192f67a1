public import CairnTypes
public import CairnUpdates

// The services besides the standard one. Each is a client of its own: it goes on while the standard
// service is stopped, and ignores its accuracy and filters.

extension LocationManager {
  // MARK: Significant change

  /// Reports positions that are far apart, one per call of `didUpdateLocations`, first the last
  /// known one of any age. Costs little, as positions may be coarse. Does nothing while running.
  ///
  /// A client without permission gets `denied` through `didFailWithError`, at once or when the
  /// policy changes; the service has then ended.
  ///
  /// - Parameters:
  ///   - options: the distance and the rate.
  ///   - isolation: the caller's; leave it out.
  public func startMonitoringSignificantLocationChanges(
    _ options: SignificantChangeOptions = SignificantChangeOptions(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard services.significantChange == nil else { return }
    services.significantChange = insert { id, identity, mailbox, authorization in
      SignificantChangeClient(
        id: id, identity: identity, mailbox: mailbox, options: options,
        authorization: authorization)
    }
  }

  /// Ends the service; none of its events are delivered after this returns.
  public func stopMonitoringSignificantLocationChanges() { end(&services.significantChange) }

  // MARK: Visits

  /// Reports stays at places to the delegate, which must be a `VisitDelegate`. Does nothing while
  /// running.
  ///
  /// Any other delegate gets `invalidConfiguration`, and a client without permission `denied`, both
  /// through `didFailWithError`.
  ///
  /// - Parameters:
  ///   - options: the criteria of a visit.
  ///   - isolation: the caller's; leave it out.
  public func startMonitoringVisits(
    _ options: VisitOptions = VisitOptions(), isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard services.visits == nil, conforms(delegate is any VisitDelegate, to: "VisitDelegate")
    else { return }
    let key = claim("visits")
    services.visits = insert { id, identity, mailbox, authorization in
      VisitClient(
        id: id, identity: identity, mailbox: mailbox, options: options,
        authorization: authorization, key: key)
    }
  }

  /// Ends the service; none of its events are delivered after this returns.
  public func stopMonitoringVisits() {
    guard let id = services.visits else { return }
    system.engine.perform { $0.modify(id) { (client: VisitClient, _) in client.forget() } }
    end(&services.visits)
  }

  // MARK: Regions

  /// Reports to the delegate, which must be a `RegionMonitoringDelegate`, when the device enters or
  /// leaves a region. Replaces a region with the same identifier and forgets its state. Each
  /// manager has its own regions.
  ///
  /// A region that cannot be monitored is reported through `monitoringDidFailFor`. If the policy
  /// denies monitoring, that is called without a region, and all of them have ended. Any other
  /// delegate gets `invalidConfiguration` through `didFailWithError`.
  ///
  /// - Parameters:
  ///   - region: the region to monitor.
  ///   - options: the confidence and the times.
  ///   - isolation: the caller's; leave it out.
  public func startMonitoring(
    for region: Region, options: MonitoringOptions = MonitoringOptions(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard conforms(delegate is any RegionMonitoringDelegate, to: "RegionMonitoringDelegate") else {
      return
    }
    resumeMonitoring()
    let id = beginRegions()
    regions.add(region)
    system.engine.perform { [mailbox, make = regionClient(id)] engine in
      guard let error = engine.add(region, options, to: id, make) else { return }
      mailbox.put(.regionFailure(error, region), of: id)
    }
  }

  /// Stops monitoring the region with that identifier.
  public func stopMonitoring(for region: Region) {
    resumeMonitoring()
    guard regions.remove(region.identifier), let id = services.monitoring else { return }
    system.engine.perform { [identifier = region.identifier] in $0.remove(identifier, from: id) }
    if regions.isEmpty { services.monitoring = nil }
  }

  /// The regions that `startMonitoring` was called for, in the order of their identifiers, without
  /// those whose failure has been delivered.
  ///
  /// With a storage, they outlast the program: the first manager of the same client that has a
  /// `RegionMonitoringDelegate`, or reads this property, resumes them. They are read in the
  /// background, so that at first only those of this manager are known.
  public var monitoredRegions: [Region] {
    resumeMonitoring()
    return regions.regions
  }

  /// Has the delegate told whether the device is in a region: `unknown` before the first conclusive
  /// fix, and for a region that is not monitored. The answer waits for the regions of an earlier
  /// program.
  ///
  /// - Parameters:
  ///   - region: the region.
  ///   - isolation: the caller's; leave it out.
  public func requestState(for region: Region, isolation: isolated (any Actor)? = #isolation) {
    adopt(isolation)
    guard conforms(delegate is any RegionMonitoringDelegate, to: "RegionMonitoringDelegate") else {
      return
    }
    guard let id = services.monitoring else {
      return mailbox.put(.state(.unknown, region), of: nil)
    }
    system.engine.perform { [mailbox] engine in
      if !engine.tellState(of: region, to: id) { mailbox.put(.state(.unknown, region), of: id) }
    }
  }

  /// Returns the state of a region; `nil` if it is not monitored. For a manager on the event loop.
  package func regionState(of identifier: String) -> RegionState? {
    guard let id = services.monitoring else { return nil }
    return system.engine.assumeIsolated { $0.regionClient(id)?.state(of: identifier) }
  }

  /// Returns the number of the regions' service, which runs while there are regions.
  func beginRegions() -> UInt32 {
    let id = services.monitoring ?? system.shared.nextID()
    services.monitoring = id
    return id
  }

  /// Returns a function that creates the regions' service, on the event loop.
  func regionClient(_ id: UInt32) -> @Sendable () -> RegionClient {
    // A program that keeps its regions hears all of their troubles.
    let isKept = onEvent == nil
    let key = isKept ? claim("regions") : nil
    return { [engine = system.engine, client, mailbox, regions] in
      RegionClient(
        id: id, identity: client, authorization: engine.authorization(of: client), book: regions,
        key: key, tellsStates: !isKept
      ) {
        // The standard service reports troubles to its own client.
        if case .trouble = $0, isKept { return }
        mailbox.put($0, of: id)
      }
    }
  }

  // MARK: Shared by all services

  func conforms(_ hasProtocol: Bool, to name: String) -> Bool {
    if onEvent != nil { return true }
    if !hasProtocol { mailbox.put(.ended(delegateError(needing: name)), of: nil) }
    return hasProtocol
  }

  /// Returns the error that names the protocol a service needs of the delegate.
  func delegateError(needing name: String) -> LocationError {
    let lack = delegate == nil ? "there is no delegate" : "the delegate does not conform to it"
    return LocationError(
      .invalidConfiguration, reason: "the service needs a delegate that is a \(name); \(lack)")
  }

  /// Begins a service.
  ///
  /// - Returns: its number.
  func insert(
    _ make:
      @escaping @Sendable (UInt32, ClientIdentity, Mailbox, Authorization) ->
      any EngineClient
  ) -> UInt32 {
    let id = system.shared.nextID()
    system.engine.perform { [client, mailbox] engine in
      engine.insertService(make(id, client, mailbox, engine.authorization(of: client)))
    }
    return id
  }

  func end(_ id: inout UInt32?) {
    guard let ended = id else { return }
    id = nil
    system.engine.perform { $0.removeClient(ended) }
  }

  /// - Returns: whether the delegate was called.
  func deliver(_ event: ServiceEvent, of id: UInt32?) -> Bool {
    // Skips events that still waited when their service was stopped.
    if let id, !services.contains(id) { return false }
    note(event, of: id)
    if let onEvent {
      onEvent(event)
      return true
    }
    switch event {
    case .change(let fix):
      delegate?.locationManager(self, didUpdateLocations: [fix])
      return delegate != nil
    case .visit(let visit):
      guard let delegate = delegate as? any VisitDelegate else { return false }
      delegate.locationManager(self, didVisit: visit)
    case .crossing(let event, let region):
      guard let delegate = delegate as? any RegionMonitoringDelegate else { return false }
      switch event.crossing {
      case .enter: delegate.locationManager(self, didEnterRegion: region)
      case .exit: delegate.locationManager(self, didExitRegion: region)
      case nil: break
      }
      delegate.locationManager(self, didDetermineState: event.state, for: region)
    case .state(let state, let region):
      guard let delegate = delegate as? any RegionMonitoringDelegate else { return false }
      delegate.locationManager(self, didDetermineState: state, for: region)
    case .regionFailure(let error, let region):
      guard let delegate = delegate as? any RegionMonitoringDelegate else {
        return noteUnheard(error)
      }
      delegate.locationManager(self, monitoringDidFailFor: region, withError: error)
    case .ranged(let beacons, let constraint):
      guard let delegate = delegate as? any BeaconRangingDelegate else { return false }
      delegate.locationManager(self, didRange: beacons, satisfying: constraint)
    case .rangingFailure(let error, let constraint):
      guard let delegate = delegate as? any BeaconRangingDelegate else { return noteUnheard(error) }
      delegate.locationManager(self, didFailRangingFor: constraint, error: error)
    case .trouble, .altitude, .statesChanged:
      return false
    case .heading(let heading):
      guard let delegate = delegate as? any HeadingDelegate else { return false }
      delegate.locationManager(self, didUpdateHeading: heading)
    case .calibrationQuestion:
      return askForCalibration()
    case .interrupted(let error), .ended(let error):
      guard let delegate else { return noteUnheard(error) }
      delegate.locationManager(self, didFailWithError: error)
    }
    return true
  }

  /// Notes what an event changes in the manager.
  private func note(_ event: ServiceEvent, of id: UInt32?) {
    switch event {
    case .heading(let heading): self.heading = heading
    case .regionFailure(_, let region?): regions.remove(region.identifier)
    case .regionFailure(_, nil):
      services.forget(id)
      regions.end()
    case .rangingFailure(let error, _): if error.severity == .fatal { services.forget(id) }
    case .ended: services.forget(id)
    default: break
    }
  }

  private func noteUnheard(_ error: LocationError) -> Bool {
    system.unheard.note(error, at: system.executor.now())
    return false
  }
}
