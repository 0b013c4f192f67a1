internal import CairnHAL
internal import CairnTypes

/// The state of one sensor in the engine. Isolation: the event loop.
final class SensorSlot: MeteredSlot {
  let sensor: any Sensor
  let descriptor: SensorDescriptor
  var desired = SensorWork.off
  var applied = SensorWork.off
  var isDriven = false
  var isConnected = false
  /// The last reading of a motion sensor while it measures.
  var isMoving: Bool?
  /// Whether it has failed since its last reading.
  var hasFailed = false

  /// Meters its energy.
  var meter: EnergyMeter
  var booked = Energy.zero
  var payers: [String] = []

  var id: ProviderID { descriptor.id }

  init(_ sensor: any Sensor, at now: MonotonicTime) {
    self.sensor = sensor
    descriptor = sensor.descriptor
    meter = EnergyMeter(descriptor.offPower, at: now)
  }

  func drawn(at now: MonotonicTime) -> Energy { meter.total(at: now) }
  var isAssumed: Bool { descriptor.isAssumed }
}
