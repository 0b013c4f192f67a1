internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// The scanner of beacons, which works for its clients alone: positions need none.

extension LocationEngine {
  func add(_ scanner: any BeaconScanner) {
    guard beacons == nil else { return }
    beacons = BeaconSlot(scanner, at: loop.now())
    demandBeacons()
  }

  /// Lets the radio listen for its clients.
  func demandBeacons() {
    guard let slot = beacons else { return }
    let now = loop.now()
    let wanting = beaconClients
    energy.book(slot, at: now)
    slot.demand(wanting)
    for client in wanting { client.listen(slot.isListening, at: now) }
    driveBeaconsSoon()
  }

  private func driveBeaconsSoon() {
    guard let slot = beacons, slot.desired != slot.applied, !slot.isDriven else { return }
    slot.isDriven = true
    Task { await drive(slot) }
  }

  private func drive(_ slot: BeaconSlot) async {
    defer { slot.isDriven = false }
    if !slot.isConnected {
      slot.isConnected = true
      let confined = Carried(slot)
      await slot.scanner.connect(
        BeaconScannerSink { [self] event in
          guard loop.isCurrent else { return perform { $0.receive(event, from: confined.value) } }
          unsafe loop.assume(self, event, confined.value) { $0.receive($1, from: $2) }
        })
    }
    while slot.desired != slot.applied {
      let duty = slot.desired
      if duty == 0 {
        become(slot, duty: 0)
        slot.health = ProviderHealth()
      }
      slot.applied = duty
      await slot.scanner.listen(duty: duty)
    }
  }

  private func receive(_ event: BeaconScannerEvent, from slot: BeaconSlot) {
    guard slot.applied > 0 else { return }
    let now = loop.now()
    switch event {
    case .heard(let sighting):
      follow(beaconClients.reduce(into: []) { $0.formUnion($1.hear(sighting, at: now)) })
    case .lost(let device, let time):
      for client in beaconClients { client.lose(device, silentSince: time) }
      arm()
    case .listening(let duty): become(slot, duty: duty)
    case .issue(let issue):
      let before = slot.health.obstacle
      slot.health.raise(issue)
      tellListening(slot)
      guard let obstacle = slot.health.obstacle, obstacle != before else { return }
      for client in beaconClients { client.failBeacons(obstacle.beaconError(of: slot)) }
    case .resolved(let kind):
      if slot.health.clear(kind) { tellListening(slot) }
    }
  }

  private var beaconClients: [any BeaconClient] {
    clients.compactMap(\.asBeaconClient).filter { $0.duty > 0 }
  }

  private func become(_ slot: BeaconSlot, duty: Double) {
    energy.book(slot, at: loop.now())
    slot.duty = max(0, min(1, duty))
    slot.health.lifecycle = duty > 0 ? .serving : .off
    tellListening(slot)
  }

  private func tellListening(_ slot: BeaconSlot) {
    for client in beaconClients { client.listen(slot.isListening, at: loop.now()) }
    arm()
  }

  /// Tells a client that has just begun what keeps beacons from being heard.
  func welcome(_ client: any BeaconClient) {
    guard client.duty > 0 else { return }
    guard shared.canHearBeacons else {
      return client.failBeacons(LocationError(.rangingUnavailable))
    }
    guard let slot = beacons, let obstacle = slot.health.obstacle, slot.applied > 0 else { return }
    client.failBeacons(obstacle.beaconError(of: slot))
  }

  /// Switches the scanner off for good.
  func releaseBeacons() async {
    guard let slot = beacons else { return }
    energy.book(slot, at: loop.now())
    beacons = nil
    await slot.scanner.listen(duty: 0)
    await slot.scanner.connect(nil)
  }
}

extension ProviderIssue {
  fileprivate func beaconError(of slot: BeaconSlot) -> LocationError {
    if let error { return error }
    return LocationError(
      .rangingFailure, severity: .degraded, provider: slot.descriptor.id, reason: explanation)
  }
}
