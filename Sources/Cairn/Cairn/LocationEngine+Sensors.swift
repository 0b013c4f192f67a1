internal import CairnFusion
internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// Readings of the sensors, commands to them, and the clients of compass and barometer.

extension LocationEngine {
  /// Whether the device moves, from the application or else a sensor; `nil` if neither knows.
  var isMoving: Bool? { control.conditions.isMoving ?? sensors.isMoving }

  /// The delays with which motion and rest are reported; `nil` if nothing reports them.
  var detector: MotionDetector? {
    // An application that says so has waited for itself.
    if control.conditions.isMoving != nil { return MotionDetector(startDelay: 2, stopDelay: 0) }
    return sensors.detector
  }

  func add(_ sensor: any Sensor) {
    guard !sensors.slots.contains(where: { $0.id == sensor.descriptor.id }) else { return }
    let slot = SensorSlot(sensor, at: loop.now())
    sensors.slots.append(slot)
    shared.addSensor(sensor)
    detectorChanged()
    driveSoon(slot)
  }

  func insert(_ client: HeadingClient) {
    if let link { return link.begin(client.remote) }
    client.authorize(authorization(of: client.identity))
    guard !client.isFinished else { return }
    guard sensors.source(of: .heading) != nil else {
      return client.end(LocationError(.headingFailure))
    }
    sensors.headings.append(client)
    sensorClientsChanged()
  }

  func insert(_ client: AltitudeClient) {
    if let link { return link.begin(client.remote) }
    client.authorize(authorization(of: client.identity))
    guard !client.isFinished else { return }
    guard sensors.source(of: .pressure) != nil else {
      return client.end(
        LocationError(.locationUnknown, severity: .fatal, reason: "there is no barometer"))
    }
    sensors.altitudes.append(client)
    sensorClientsChanged()
  }

  /// Forgets a client of a sensor.
  func removeSensorClient(_ id: UInt32) {
    let count = sensors.clientCount
    sensors.removeClients(id)
    if sensors.clientCount != count { sensorClientsChanged() }
  }

  func reauthorizeSensorClients() {
    for client in sensors.headings { client.authorize(authorization(of: client.identity)) }
    for client in sensors.altitudes { client.authorize(authorization(of: client.identity)) }
    sensors.removeClients()
    sensorClientsChanged()
  }

  private func sensorClientsChanged() {
    countClients()
    sensors.demandAll(&energy, at: loop.now())
    driveSensors()
  }

  private func receive(_ event: SensorEvent, from slot: SensorSlot) {
    guard slot.applied != .off else { return }
    let before = isMoving
    switch event {
    case .reading(.motion(let isMoving), _):
      slot.isMoving = isMoving
      setFailed(false, slot)
    case .reading(let reading, let time):
      slot.hasFailed = false
      energy.bookWake(for: slot.payers)
      return pass(reading, at: time)
    case .failure(let error) where slot.descriptor.kind != .motion:
      slot.hasFailed = error != nil
      if let error, slot.descriptor.kind == .heading {
        for client in sensors.headings { client.fail(error) }
      }
      return
    case .failure(let error):
      slot.isMoving = nil
      setFailed(error != nil, slot)
      if let error { for client in clients where client.isRunning { client.fail(error) } }
    }
    guard isMoving != before else { return }
    bookWake()
    motionChanged()
    arm()
  }

  /// Passes on what a compass, a barometer or a vehicle's wheels show.
  private func pass(_ reading: SensorReading, at time: MonotonicTime) {
    switch reading {
    case .heading(let reading): sensors.pass(reading, at: shared.last)
    case .pressure(let pressure):
      if let height = StandardAtmosphere.height(of: pressure) {
        positions.intake.take(pressureHeight: height, at: time)
      }
      for client in sensors.altitudes { client.receive(pressure, at: time) }
    case .odometry(let speed, let rate):
      positions.intake.take(Odometry(speed: speed, headingRate: rate), at: time)
    case .motion: break
    }
  }

  /// Notes whether a motion sensor has failed, which decides whether there is a detector.
  private func setFailed(_ hasFailed: Bool, _ slot: SensorSlot) {
    guard hasFailed != slot.hasFailed else { return }
    slot.hasFailed = hasFailed
    detectorChanged()
  }

  func driveSensors() { for slot in sensors.slots { driveSoon(slot) } }

  private func driveSoon(_ slot: SensorSlot) {
    guard slot.desired != slot.applied || !slot.isConnected, !slot.isDriven else { return }
    Task { await drive(slot) }
  }

  private func drive(_ slot: SensorSlot) async {
    guard !slot.isDriven else { return }
    slot.isDriven = true
    defer { slot.isDriven = false }
    if !slot.isConnected {
      slot.isConnected = true
      let confined = Carried(slot)
      await slot.sensor.connect(
        SensorSink { [self] event in perform { $0.receive(event, from: confined.value) } })
    }
    while slot.desired != slot.applied {
      let work = slot.desired
      let before = isMoving
      slot.applied = work
      slot.meter.change(
        to: work == .off ? slot.descriptor.offPower : slot.descriptor.power, at: loop.now())
      if work == .off { slot.isMoving = nil }
      do throws(LocationError) { try await slot.sensor.perform(work) } catch {
        receive(.failure(error), from: slot)
      }
      if work != .off, let last = shared.last { slot.sensor.learn(from: last) }
      if isMoving != before { motionChanged() }
    }
  }

  /// Switches a sensor off and disconnects it.
  func release(_ slot: SensorSlot) async {
    slot.desired = .off
    await drive(slot)
    await slot.sensor.connect(nil)
  }
}
