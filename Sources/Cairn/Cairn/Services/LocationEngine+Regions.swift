internal import CairnTypes
internal import CairnUpdates

// The services of managers and monitors that monitor regions.

extension LocationEngine {
  /// The client of a manager's or monitor's regions, inserted or not; `nil` if there is none.
  func regionClient(_ id: UInt32) -> RegionClient? {
    client(id) ?? left.resuming[id].flatMap { $0.isFinished ? nil : $0 }
  }

  /// Resumes the regions of an earlier service of the same client: those that it left behind or
  /// those that it stored, once they are read.
  func resume(_ new: RegionClient) {
    let client = regionClient(new.id) ?? new
    client.awaitEarlier()
    left.resuming[client.id] = client
    let earlier = left.service(to: client, among: clients)
    if earlier != nil { insertService(client) }
    // One that was left behind may still wait for what was stored.
    guard let keeper = keeping.keeper, let key = client.key, earlier?.awaitsEarlier ?? true else {
      return resumed(client, nil)
    }
    client.attach(keeper, on: loop) {}
    keeper.load(key, { RegionMonitor(decoding: $0).map(EarlierRegions.init) }) { [self] kept in
      resumed(client, kept?.state)
    }
  }

  /// Also for a service whose manager is gone, because what it writes must be complete.
  private func resumed(_ client: RegionClient, _ earlier: EarlierRegions?) {
    client.endWaiting(earlier, at: loop.now())
    let isAwaited = left.resuming.removeValue(forKey: client.id) != nil
    if clients.contains(where: { $0 === client }) {
      clientsChanged()
      arm()
    } else if isAwaited, !client.isEmpty, !client.isFinished {
      insertService(client)
    }
  }

  /// Starts to monitor a region for a service that is inserted if need be.
  func add(
    _ region: Region, _ options: MonitoringOptions, to id: UInt32, _ make: () -> RegionClient
  ) -> LocationError? {
    if let link { return add(region, options, to: id, by: link, make) }
    if case .beacon = region.shape, !shared.canHearBeacons {
      return RegionError.beacon.locationError
    }
    let client = regionClient(id) ?? make()
    if !clients.contains(where: { $0 === client }) { insertService(client) }
    var failure: LocationError?
    modify(id) { (client: RegionClient, now) in
      do throws(RegionError) { try client.add(region, options, at: now) } catch {
        failure = error.locationError
      }
    }
    endIfEmpty(client)
    return failure
  }

  /// Ends the monitoring of a region, and the service with the last one.
  func remove(_ identifier: String, from id: UInt32) {
    if let link { return remove(identifier, from: id, by: link) }
    guard let client = regionClient(id) else { return }
    modify(id) { (client: RegionClient, now) in client.remove(identifier, at: now) }
    endIfEmpty(client)
  }

  /// Has a client told the state of a region.
  ///
  /// - Returns: false if there is no such client.
  func tellState(of region: Region, to id: UInt32) -> Bool {
    if let link { return link.ask(region, of: id) }
    guard let client = regionClient(id) else { return false }
    client.tellState(of: region)
    return true
  }

  private func endIfEmpty(_ client: RegionClient) { if client.isEmpty { removeClient(client.id) } }
}
