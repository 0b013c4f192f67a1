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

  /// Asks the event loop for the regions of this client's last manager or of an earlier program.
  /// Does nothing on a second call.
  func resumeMonitoring() {
    guard !hasResumed, onEvent == nil, system.kept != nil || system.shared.mayHaveLeft(client)
    else { return }
    hasResumed = true
    regions.awaitEarlier()
    system.engine.perform { [make = regionClient(beginRegions())] in $0.resume(make()) }
  }
}
