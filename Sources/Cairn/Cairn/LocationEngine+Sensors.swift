internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// The sensors of a system; the scheduler uses the one that reports motion.

extension LocationEngine {
  /// Whether the device moves, from the application or else a sensor; `nil` if neither knows.
  var isMoving: Bool? { conditions.isMoving ?? sensors.lazy.compactMap(\.isMoving).first }

  /// The delays with which motion and rest are reported, or will be once clients ask; `nil` if
  /// nothing reports them.
  var detector: MotionDetector? {
    // An application that says so has waited for itself.
    if conditions.isMoving != nil { return MotionDetector(startDelay: 2, stopDelay: 0) }
    return sensors.first { $0.descriptor.kind == .motion && !$0.hasFailed }?.descriptor.delays
  }

  /// Watches motion while any client wants positions, even one paused until the device moves.
  func demandMotion() {
    let watchers = clients.filter { !$0.demand.isOpportunistic }
    let now = loop.now()
    for slot in sensors where slot.descriptor.kind == .motion {
      slot.desired = watchers.isEmpty ? .off : .measure(rate: 0)
      let names = watchers.map(\.identity.name)
      if names != slot.payers {
        book(slot, at: now)
        slot.payers = names
      }
      driveSoon(slot)
    }
  }

  private func receive(_ event: SensorEvent, from slot: SensorSlot) {
    guard slot.applied != .off else { return }
    let before = isMoving
    switch event {
    case .reading(.motion(let isMoving), _):
      slot.isMoving = isMoving
      setFailed(false, slot)
    case .reading(.heading(let reading), _):
      return pass(reading, of: slot)
    case .reading(.pressure(let pressure), let time):
      return pass(pressure: pressure, at: time, of: slot)
    case .reading(.odometry(let speed, let rate), let time):
      return pass(Odometry(speed: speed, headingRate: rate), at: time, of: slot)
    case .failure(let error) where slot.descriptor.kind != .motion:
      slot.hasFailed = error != nil
      if let error, slot.descriptor.kind == .heading { failHeadings(error) }
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

  /// Notes whether a motion sensor has failed, which decides whether there is a detector.
  private func setFailed(_ hasFailed: Bool, _ slot: SensorSlot) {
    guard hasFailed != slot.hasFailed else { return }
    slot.hasFailed = hasFailed
    detectorChanged()
  }

  /// Offers a position to the sensors that work.
  func teachSensors(_ position: Location) {
    for slot in sensors where slot.applied != .off { slot.sensor.learn(from: position) }
  }

  func driveSoon(_ slot: SensorSlot) {
    guard slot.desired != slot.applied || !slot.isConnected, !slot.isDriven else { return }
    Task { await drive(slot) }
  }

  private func drive(_ slot: SensorSlot) async {
    guard !slot.isDriven else { return }
    slot.isDriven = true
    defer { slot.isDriven = false }
    if !slot.isConnected {
      slot.isConnected = true
      await connect(slot)
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

  private func connect(_ slot: SensorSlot) async {
    let confined = Carried(slot)
    await slot.sensor.connect(
      SensorSink { [self] event in perform { $0.receive(event, from: confined.value) } })
  }

  /// Books what a sensor has drawn for the clients that it has been on for.
  func book(_ slot: SensorSlot, at now: MonotonicTime) {
    let total = slot.meter.total(at: now)
    ledger.book(total - slot.booked, of: slot.id.name, for: slot.payers)
    slot.booked = total
  }
}
