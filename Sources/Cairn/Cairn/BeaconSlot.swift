internal import CairnHAL
internal import CairnTypes

/// The state of the scanner of beacons in the engine. Isolation: the event loop.
final class BeaconSlot {
  let scanner: any BeaconScanner
  let descriptor: BeaconScannerDescriptor
  /// The share of the time that clients want the radio to listen, and that it was told.
  var desired = 0.0
  var applied = 0.0
  var isDriven = false
  var isConnected = false
  /// The share for which it listens.
  var duty = 0.0
  var health = ProviderHealth()
  /// The part of `duty` that all payers share, and who they are.
  var common = 0.0
  var payers: [String] = []
  /// Names of the clients that want more than that.
  var eager: [String] = []
  /// Until when the radio time was booked.
  var booked: MonotonicTime

  /// Whether beacons would be heard.
  var isListening: Bool { applied > 0 && duty > 0 && health.obstacle == nil }

  init(_ scanner: any BeaconScanner, at now: MonotonicTime) {
    self.scanner = scanner
    descriptor = scanner.descriptor
    booked = now
  }
}

/// What a client wants to hear of beacons. Isolation: the event loop.
protocol BeaconClient: EngineClient {
  /// The share of the time for which the radio should listen; 0 for none.
  var duty: Double { get }

  func hear(_ sighting: BeaconSighting, at now: MonotonicTime) -> ClientEffects
  /// A device has been silent since a time in the past.
  func lose(_ device: UInt64, silentSince time: MonotonicTime)
  /// Whether beacons would be heard has changed, or was never told.
  func listen(_ isListening: Bool, at now: MonotonicTime)
  /// Beacons cannot be heard at the moment.
  func failBeacons(_ error: LocationError)
}

extension BeaconClient {
  var asBeaconClient: (any BeaconClient)? { self }
}
