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

  /// Goes on with the regions that were monitored when this client ended. Does nothing the second time.
  func resumeMonitoring() {
    guard let kept = system.kept, !hasResumed else { return }
    hasResumed = true
    guard let key = claim("regions") else { return }
    // They may be thousands: nothing of this but a question is the loop's.
    let unwritten = Answer<@Sendable () -> [UInt8]>()
    system.executor.wait { [engine = system.engine] in
      engine.assumeIsolated { engine in
        let bytes = engine.keeper?.unwritten(key)
        unwritten.value.withLock { $0 = bytes }
      }
    }
    do throws(LocationError) {
      let bytes = unwritten.value.withLock { $0 }
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

/// What another thread says.
private final class Answer<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
