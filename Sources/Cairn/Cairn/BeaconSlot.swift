internal import CairnHAL
internal import CairnTypes

/// The state of the beacon scanner in the engine. Isolation: the event loop.
final class BeaconSlot {
  let scanner: any BeaconScanner
  let descriptor: BeaconScannerDescriptor
  /// Shares of the time, 0...1, for which the radio should listen: by the clients, and as last
  /// commanded.
  var desired = 0.0
  var applied = 0.0
  var isDriven = false
  var isConnected = false
  /// The share of the time for which it listens.
  var duty = 0.0
  var health = ProviderHealth()
  /// The part of `duty` that all payers share, if there are any, and the names of the payers.
  var common = 0.0
  var payers: [String] = []
  /// Names of the clients that require more than `common`.
  var eager: [String] = []
  /// The time up to which the radio time is booked.
  var booked: MonotonicTime

  /// Lets the radio listen for as much of the time as the most demanding client wants.
  func demand(_ wanting: [any BeaconClient]) {
    // Without those that want more, the radio would listen for `common` only.
    (desired, common, payers, eager) = (0, 1, [], [])
    for client in wanting {
      desired = max(desired, client.duty)
      common = min(common, client.duty)
      payers.append(client.identity.name)
    }
    for client in wanting where client.duty > common { eager.append(client.identity.name) }
  }

  /// Whether beacons would be heard now.
  var isListening: Bool { applied > 0 && duty > 0 && health.obstacle == nil }

  init(_ scanner: any BeaconScanner, at now: MonotonicTime) {
    self.scanner = scanner
    descriptor = scanner.descriptor
    booked = now
  }
}

/// A client that listens to beacons. Isolation: the event loop.
protocol BeaconClient: EngineClient {
  /// The share of the time for which the radio should listen; 0 for none.
  var duty: Double { get }

  func hear(_ sighting: BeaconSighting, at now: MonotonicTime) -> ClientEffects
  /// A device has been silent since a time in the past.
  func lose(_ device: UInt64, silentSince time: MonotonicTime)
  /// Called when it has changed, or was never reported, whether beacons would be heard.
  func listen(_ isListening: Bool, at now: MonotonicTime)
  /// Beacons cannot be heard at the moment.
  func failBeacons(_ error: LocationError)
}

extension BeaconClient {
  var asBeaconClient: (any BeaconClient)? { self }
}
