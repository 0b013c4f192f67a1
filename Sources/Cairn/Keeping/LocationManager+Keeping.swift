internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

extension LocationManager {
  /// The name under which a state of this client is stored; `nil` without a storage, or if another
  /// manager of the same client uses it.
  func claim(_ kind: String) -> String? {
    let key = "\(kind)-\(client.name)"
    guard system.kept != nil else { return nil }
    if claims.contains(key) { return key }
    guard system.shared.claim(key) else { return nil }
    claims.append(key)
    return key
  }

  /// Resumes monitoring the regions of this client's last manager or of an earlier program. Does
  /// nothing on a second call.
  func resumeMonitoring() {
    guard !hasResumed, system.kept != nil || system.shared.mayHaveLeft(client) else { return }
    hasResumed = true
    let key = claim("regions")
    // There may be thousands of them, so the loop only answers a question.
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

/// The event loop's answer: the regions that a manager left, and data not yet on the disk.
private final class Answer: Sendable {
  let value = Mutex<(left: [Region]?, unwritten: (@Sendable () -> [UInt8])?)>((nil, nil))
}
