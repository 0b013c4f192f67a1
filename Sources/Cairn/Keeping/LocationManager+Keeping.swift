internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

extension LocationManager {
  /// The name under which a state of this client is kept; `nil` where nothing is, or another manager of the
  /// same client has it.
  func claim(_ kind: String) -> String? {
    let key = "\(kind)-\(client.name)"
    guard system.kept != nil else { return nil }
    if claims.contains(key) { return key }
    guard system.shared.claim(key) else { return nil }
    claims.append(key)
    return key
  }

  /// Goes on with the regions that were monitored when this client ended, or its last manager. Does nothing
  /// the second time.
  func resumeMonitoring() {
    guard !hasResumed, system.kept != nil || system.shared.mayHaveLeft(client) else { return }
    hasResumed = true
    let key = claim("regions")
    // They may be thousands: nothing of this but a question is the loop's.
    let answer = Answer()
    system.executor.wait { [engine = system.engine, client] in
      engine.assumeIsolated { engine in
        let left = engine.regionsLeft(by: client)
        let unwritten = key.flatMap { engine.keeper?.unwritten($0) }
        answer.value.withLock { $0 = (left, unwritten) }
      }
    }
    let (left, bytes) = answer.value.withLock { $0 }
    if let left {
      for region in left { regions[region.identifier] = region }
      return monitorRegions()
    }
    guard let kept = system.kept, let key else { return }
    do throws(LocationError) {
      let found = try kept.load(key, unwritten: bytes?(), RegionMonitor.init(decoding:))
      if let monitor = found?.state, monitor.count > 0 { resume(monitor) }
    } catch {
      system.engine.perform { [error] in $0.keeper?.note(error) }
    }
  }

  private func resume(_ monitor: RegionMonitor) {
    for identifier in monitor.identifiers { regions[identifier] = monitor.region(identifier) }
    monitorRegions(beginningWith: monitor)
  }
}

/// What the event loop says: the regions that a manager has left, and what is not on the disk yet.
private final class Answer: Sendable {
  let value = Mutex<(left: [Region]?, unwritten: (@Sendable () -> [UInt8])?)>((nil, nil))
}
