internal import CairnHAL
internal import CairnLinux
internal import CairnFusion
internal import CairnTypes

// Headings and relative heights. Their clients are apart from those that want positions.

extension LocationEngine {
  /// Readings per second of a compass, of a barometer, and of a vehicle's wheels.
  private static let (headingRate, heightRate, odometryRate) = (5.0, 1.0, 2.0)

  /// The sensor that a kind of reading comes from: the first whose hardware is there.
  private func source(of kind: SensorKind) -> SensorSlot? {
    sensors.first { $0.descriptor.kind == kind && $0.sensor.isPresent }
  }

  func insert(_ client: HeadingClient) {
    client.authorize(authorization(of: client.identity))
    guard !client.isFinished else { return }
    guard source(of: .heading) != nil else { return client.end(LocationError(.headingFailure)) }
    headings.append(client)
    sensorClientsChanged()
  }

  func insert(_ client: AltitudeClient) {
    client.authorize(authorization(of: client.identity))
    guard !client.isFinished else { return }
    guard source(of: .pressure) != nil else {
      return client.end(
        LocationError(.locationUnknown, severity: .fatal, reason: "there is no barometer"))
    }
    altitudes.append(client)
    sensorClientsChanged()
  }

  /// Changes one client.
  func modifyHeading(_ id: UInt32, _ change: (HeadingClient) -> Void) {
    for client in headings where client.id == id { change(client) }
  }

  /// Forgets a client of a sensor.
  func removeSensorClient(_ id: UInt32) {
    let count = headings.count + altitudes.count
    headings.removeAll { $0.id == id }
    altitudes.removeAll { $0.id == id }
    if headings.count + altitudes.count != count { sensorClientsChanged() }
  }

  func reauthorizeSensorClients() {
    for client in headings { client.authorize(authorization(of: client.identity)) }
    for client in altitudes { client.authorize(authorization(of: client.identity)) }
    headings.removeAll { $0.isFinished }
    altitudes.removeAll { $0.isFinished }
    sensorClientsChanged()
  }

  /// Switches compass and barometer on while a client wants them, and off else.
  func sensorClientsChanged() {
    countClients()
    let pointing = headings.filter { $0.isRunning }.map(\.identity.name)
    demand(.heading, rate: Self.headingRate, for: pointing, from: chosen(.heading))
    demandPressure()
  }

  /// Milliwatts up to which a barometer is read for the heights of positions.
  private static let freePower = 0.1
  /// The longest time between fixes at which it is: its wake-ups would cost more than rare fixes do.
  private static let frequentFixes = Duration.seconds(5)

  /// Looks whether fixes come so often that the heights of a barometer that costs next to nothing may go
  /// with them, and that an odometer may bridge their gaps. No receiver is switched on for them.
  func followTracking() {
    guard
      sensors.contains(where: { [.pressure, .odometry].contains($0.descriptor.kind) })
    else { return }
    let tracking = slots.first {
      $0.isReceiver && $0.desired.tracking.map { $0.interval <= Self.frequentFixes } ?? false
    }
    let names = tracking?.payers ?? []
    guard names != trackers else { return }
    trackers = names
    demandPressure()
    demand(.odometry, rate: Self.odometryRate, for: names, from: chosen(.odometry))
  }

  private func demandPressure() {
    let climbing = altitudes.filter { $0.isRunning }.map(\.identity.name)
    guard let slot = chosen(.pressure) else {
      return demand(.pressure, rate: 0, for: [], from: nil)
    }
    let isFree = slot.descriptor.power <= Self.freePower
    let followers = isFree ? trackers.filter { !climbing.contains($0) } : []
    demand(.pressure, rate: Self.heightRate, for: climbing + followers, from: slot)
  }

  /// The sensor of a kind that is on, else the one to be switched on.
  private func chosen(_ kind: SensorKind) -> SensorSlot? {
    sensors.first { $0.descriptor.kind == kind && $0.desired != .off } ?? source(of: kind)
  }

  private func demand(
    _ kind: SensorKind, rate: Double, for names: [String], from chosen: SensorSlot?
  ) {
    for slot in sensors where slot.descriptor.kind == kind {
      let isWanted = slot === chosen && !names.isEmpty
      slot.desired = isWanted ? .measure(rate: rate) : .off
      let payers = isWanted ? names : []
      if payers != slot.payers {
        book(slot, at: loop.now())
        slot.payers = payers
      }
      driveSoon(slot)
    }
  }

  /// Books the wake-up of the host for a sensor's reading.
  private func bookWake(for slot: SensorSlot) {
    slot.hasFailed = false
    guard hostWake > 0 else { return }
    ledger.book(Energy(millijoules: hostWake), of: EnergyLedger.host, for: slot.payers)
  }

  /// Passes on what a compass shows.
  func pass(_ reading: HeadingReading, of slot: SensorSlot) {
    bookWake(for: slot)
    let field = earth.at(shared.last)
    for client in headings { client.receive(reading, in: field) }
  }

  /// Passes on what a barometer shows, in hectopascals.
  func pass(pressure: Double, at time: MonotonicTime, of slot: SensorSlot) {
    bookWake(for: slot)
    if let height = StandardAtmosphere.height(of: pressure) {
      intake.take(pressureHeight: height, at: time)
    }
    for client in altitudes { client.receive(pressure, at: time) }
  }

  /// Gives the filter what a vehicle's sensors show.
  func pass(_ odometry: Odometry, at time: MonotonicTime, of slot: SensorSlot) {
    bookWake(for: slot)
    intake.take(odometry, at: time)
  }

  /// Tells clients that the compass has failed.
  func failHeadings(_ error: LocationError) { for client in headings { client.fail(error) } }
}
