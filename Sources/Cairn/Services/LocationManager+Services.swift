public import CairnTypes
public import CairnUpdates

// The services beside the standard one. Each is a client of its own: it goes on while the standard service
// is stopped, and heeds neither its accuracy nor its filters.

extension LocationManager {
  // MARK: Significant change

  /// Tells of positions far from each other, through `didUpdateLocations`, one a call: first the last known
  /// one, of any age. Costs little, since positions may be coarse and seldom. Does nothing while running.
  ///
  /// A client that may not is told `denied` with `didFailWithError`, at once or when the policy changes;
  /// the service has ended then.
  ///
  /// - Parameters:
  ///   - options: how far and how often.
  ///   - isolation: the caller's; leave it out.
  public func startMonitoringSignificantLocationChanges(
    _ options: SignificantChangeOptions = SignificantChangeOptions(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard services.significantChange == 0 else { return }
    services.significantChange = insert { id, identity, mailbox, authorization in
      SignificantChangeClient(
        id: id, identity: identity, mailbox: mailbox, options: options,
        authorization: authorization)
    }
  }

  /// Ends the service; nothing of it is delivered after this returns.
  public func stopMonitoringSignificantLocationChanges() { end(&services.significantChange) }

  // MARK: Visits

  /// Tells the delegate, which has to be a `VisitDelegate`, where the device stayed. Does nothing while
  /// running.
  ///
  /// Any other delegate is told `invalidConfiguration`, and a client that may not `denied`, both with
  /// `didFailWithError`.
  ///
  /// - Parameters:
  ///   - options: what counts as a visit.
  ///   - isolation: the caller's; leave it out.
  public func startMonitoringVisits(
    _ options: VisitOptions = VisitOptions(), isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard services.visits == 0, conforms(delegate is any VisitDelegate, to: "VisitDelegate")
    else { return }
    let key = claim("visits")
    services.visits = insert { id, identity, mailbox, authorization in
      VisitClient(
        id: id, identity: identity, mailbox: mailbox, options: options,
        authorization: authorization, key: key)
    }
  }

  /// Ends the service; nothing of it is delivered after this returns.
  public func stopMonitoringVisits() {
    system.engine.perform { [id = services.visits] engine in
      engine.modify(id) { client, _ in (client as? VisitClient)?.forget() }
    }
    end(&services.visits)
  }

  // MARK: Regions

  /// Tells the delegate, which has to be a `RegionMonitoringDelegate`, when the device enters and leaves a
  /// region. One of the same identifier is replaced and what was known of it forgotten. Each manager has
  /// regions of its own.
  ///
  /// A region that cannot be monitored is told with `monitoringDidFailFor`; so is, without a region, that
  /// the policy allows none, and then all of them have ended. Any other delegate is told
  /// `invalidConfiguration` with `didFailWithError`.
  ///
  /// - Parameters:
  ///   - region: where.
  ///   - options: how sure and how long.
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
    if services.monitoring == 0 { monitorRegions() }
    regions[region.identifier] = region
    changeRegions { [id = services.monitoring, mailbox] client, now in
      do throws(RegionError) {
        try client.add(region, options, at: now)
      } catch {
        mailbox.put(.regionFailure(error.locationError, region), of: id)
      }
    }
  }

  /// Ends to monitor the region of that identifier.
  public func stopMonitoring(for region: Region) {
    resumeMonitoring()
    guard regions.removeValue(forKey: region.identifier) != nil else { return }
    changeRegions { [identifier = region.identifier] in $0.remove(identifier, at: $1) }
    if regions.isEmpty { end(&services.monitoring) }
  }

  /// What `startMonitoring` was called for, in the order of the identifiers, without those that
  /// failed, once that was delivered.
  ///
  /// Where the system has a storage, they outlast the program: the first manager of the same client that has
  /// a `RegionMonitoringDelegate`, or is asked here, goes on with them.
  public var monitoredRegions: [Region] {
    resumeMonitoring()
    return regions.values.sorted { $0.identifier < $1.identifier }
  }

  /// Has the delegate told whether the device is in a region: `unknown` before the first fix that is sure,
  /// and for a region that is not monitored.
  ///
  /// - Parameters:
  ///   - region: where.
  ///   - isolation: the caller's; leave it out.
  public func requestState(for region: Region, isolation: isolated (any Actor)? = #isolation) {
    adopt(isolation)
    guard conforms(delegate is any RegionMonitoringDelegate, to: "RegionMonitoringDelegate") else {
      return
    }
    guard services.monitoring != 0 else {
      return mailbox.put(.state(.unknown, region), of: 0)
    }
    changeRegions { client, _ in client.tellState(of: region) }
  }

  func monitorRegions(beginningWith monitor: RegionMonitor = RegionMonitor()) {
    let key = claim("regions")
    services.monitoring = insert { id, identity, mailbox, authorization in
      RegionClient(
        id: id, identity: identity, authorization: authorization, monitor: monitor, key: key
      ) {
        // Who runs the standard service is told of troubles by that.
        if case .trouble = $0 { return }
        mailbox.put($0, of: id)
      }
    }
  }

  private func changeRegions(
    _ change: @escaping @Sendable (RegionClient, MonotonicTime) -> Void
  ) {
    let id = services.monitoring
    system.engine.perform { engine in
      engine.modify(id) { client, now in
        if let client = client as? RegionClient { change(client, now) }
      }
    }
  }

  // MARK: What they share

  private func conforms(_ hasProtocol: Bool, to name: String) -> Bool {
    if !hasProtocol { mailbox.put(.ended(delegateError(needing: name)), of: 0) }
    return hasProtocol
  }

  /// Says which protocol a service needs of the delegate.
  func delegateError(needing name: String) -> LocationError {
    let lack = delegate == nil ? "there is no delegate" : "the delegate does not conform to it"
    return LocationError(
      .invalidConfiguration, reason: "the service needs a delegate that is a \(name); \(lack)")
  }

  private func insert(
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

  private func end(_ id: inout UInt32) {
    guard id != 0 else { return }
    let ended = id
    id = 0
    system.engine.perform { $0.removeClient(ended) }
  }

  /// - Returns: whether the delegate was called.
  func deliver(_ event: ServiceEvent, of id: UInt32) -> Bool {
    // What waited when its service was stopped.
    guard id == 0 || services.contains(id) else { return false }
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
      if let region {
        regions[region.identifier] = nil
      } else {
        services.forget(id)
        regions = [:]
      }
      guard let delegate = delegate as? any RegionMonitoringDelegate else {
        return noteUnheard(error)
      }
      delegate.locationManager(self, monitoringDidFailFor: region, withError: error)
    case .trouble:
      return false
    case .ended(let error):
      services.forget(id)
      guard let delegate else { return noteUnheard(error) }
      delegate.locationManager(self, didFailWithError: error)
    }
    return true
  }

  private func noteUnheard(_ error: LocationError) -> Bool {
    system.unheard.note(error, at: system.executor.now())
    return false
  }
}
