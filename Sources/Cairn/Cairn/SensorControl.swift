internal import CairnHAL
internal import CairnTypes

/// The sensors, with the clients of compass and barometer: which sensor is on, for whom, how fast.
///
/// Isolation: the event loop.
final class SensorControl {
  /// Readings per second of a compass, of a barometer, and of a vehicle's wheels.
  private static let (headingRate, heightRate, odometryRate) = (5.0, 1.0, 2.0)
  /// Milliwatts up to which a barometer is read for the heights of positions.
  private static let freePower = 0.1
  /// The longest time between fixes at which it is: its wake-ups would cost more than rare fixes do.
  private static let frequentFixes = Duration.seconds(5)

  var slots: [SensorSlot] = []
  /// Services that want headings.
  var headings: [HeadingClient] = []
  /// Services that want relative heights.
  var altitudes: [AltitudeClient] = []
  /// Clients with frequent fixes; while there are any, a barometer and an odometer are also read.
  private var trackers: [String] = []
  /// The earth's magnetic field, for true headings.
  private var earth = EarthField()

  /// Whether the device moves; `nil` if no sensor knows.
  var isMoving: Bool? { slots.lazy.compactMap(\.isMoving).first }

  /// The delays with which a sensor reports motion and rest, or will once clients ask; `nil` if none
  /// does.
  var detector: MotionDetector? {
    slots.first { $0.descriptor.kind == .motion && !$0.hasFailed }?.descriptor.delays
  }

  /// The sensor that a kind of reading comes from: the first whose hardware is there.
  func source(of kind: SensorKind) -> SensorSlot? {
    slots.first { $0.descriptor.kind == kind && $0.sensor.isPresent }
  }

  /// Milliwatts of all sensors as they are wanted now; `nil` if those of one are unknown.
  var power: Double? {
    var sum = 0.0
    for slot in slots {
      let power = slot.desired == .off ? slot.descriptor.offPower : slot.descriptor.power
      guard power == 0 || !slot.descriptor.isAssumed else { return nil }
      sum += power
    }
    return sum
  }

  var clientCount: Int { headings.count + altitudes.count }

  /// Forgets the clients that have finished, and the one with a number.
  func removeClients(_ id: UInt32? = nil) {
    headings.removeAll { $0.id == id || $0.isFinished }
    altitudes.removeAll { $0.id == id || $0.isFinished }
  }

  /// Changes one client.
  func modifyHeading(_ id: UInt32, _ change: (HeadingClient) -> Void) {
    for client in headings where client.id == id { change(client) }
  }

  /// Passes on what a compass shows at a position.
  func pass(_ reading: HeadingReading, at position: Location?) {
    let field = earth.at(position)
    for client in headings { client.receive(reading, in: field) }
  }

  /// Offers a position to the sensors that work.
  func learn(from position: Location) {
    for slot in slots where slot.applied != .off { slot.sensor.learn(from: position) }
  }

  /// Watches motion while clients want positions, even those paused until the device moves.
  func demandMotion(for names: [String], _ energy: inout EnergyBook, at now: MonotonicTime) {
    for slot in slots where slot.descriptor.kind == .motion {
      slot.desired = names.isEmpty ? .off : .measure(rate: 0)
      energy.charge(names, for: slot, at: now)
    }
  }

  /// Switches compass and barometer on while a client wants them, and off else.
  func demandAll(_ energy: inout EnergyBook, at now: MonotonicTime) {
    let pointing = headings.filter { $0.isRunning }.map(\.identity.name)
    demand(.heading, Self.headingRate, for: pointing, &energy, at: now)
    demandPressure(&energy, at: now)
  }

  /// Looks whether fixes come so often that the heights of a barometer that costs next to nothing may go
  /// with them, and that an odometer may bridge their gaps. No receiver is switched on for them.
  func follow(_ providers: [ProviderSlot], _ energy: inout EnergyBook, at now: MonotonicTime) {
    guard slots.contains(where: { [.pressure, .odometry].contains($0.descriptor.kind) }) else {
      return
    }
    let tracking = providers.first {
      $0.isReceiver && $0.desired.tracking.map { $0.interval <= Self.frequentFixes } ?? false
    }
    let names = tracking?.payers ?? []
    guard names != trackers else { return }
    trackers = names
    demandPressure(&energy, at: now)
    demand(.odometry, Self.odometryRate, for: names, &energy, at: now)
  }

  private func demandPressure(_ energy: inout EnergyBook, at now: MonotonicTime) {
    let climbing = altitudes.filter { $0.isRunning }.map(\.identity.name)
    let isFree = (chosen(.pressure)?.descriptor.power ?? .infinity) <= Self.freePower
    let followers = isFree ? trackers.filter { !climbing.contains($0) } : []
    demand(.pressure, Self.heightRate, for: climbing + followers, &energy, at: now)
  }

  /// The sensor of a kind that is on, else the one to be switched on.
  private func chosen(_ kind: SensorKind) -> SensorSlot? {
    slots.first { $0.descriptor.kind == kind && $0.desired != .off } ?? source(of: kind)
  }

  private func demand(
    _ kind: SensorKind, _ rate: Double, for names: [String], _ energy: inout EnergyBook,
    at now: MonotonicTime
  ) {
    let chosen = chosen(kind)
    for slot in slots where slot.descriptor.kind == kind {
      let isWanted = slot === chosen && !names.isEmpty
      slot.desired = isWanted ? .measure(rate: rate) : .off
      energy.charge(isWanted ? names : [], for: slot, at: now)
    }
  }
}
