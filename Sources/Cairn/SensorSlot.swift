internal import CairnHAL
internal import CairnTypes

/// One sensor and what is known and wanted of it. Isolation: the event loop.
final class SensorSlot {
  let sensor: any Sensor
  let descriptor: SensorDescriptor
  var desired = SensorWork.off
  var applied = SensorWork.off
  var isDriven = false
  var isConnected = false
  /// The last reading of a motion sensor that measures.
  var isMoving: Bool?

  /// What it draws.
  var meter: EnergyMeter
  /// What of that is on the accounts.
  var booked = Energy.zero
  /// Names of the clients that it is on for.
  var payers: [String] = []

  var id: ProviderID { descriptor.id }

  init(_ sensor: any Sensor, at now: MonotonicTime) {
    self.sensor = sensor
    descriptor = sensor.descriptor
    meter = EnergyMeter(descriptor.offPower, at: now)
  }
}
