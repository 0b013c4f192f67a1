public import CairnTypes

/// One access point as a scan heard it.
public struct AccessPointSighting: Hashable, Sendable {
  /// The access point.
  public var bssid: BSSID
  /// Name of its network; in memory only.
  public var ssid: SSID
  /// Signal strength, dBm.
  ///
  /// A driver that only knows percent, q, is taken to mean q/2 - 100 dBm.
  public var signal: Double
  /// Centre frequency of the primary channel in MHz; `nil` when unknown.
  public var frequency: UInt32?
  /// When it was last heard, on the boot clock.
  public var time: MonotonicTime
  /// Whether the device is connected to it. Beacons keep such a sighting young while its signal
  /// strength may still be that of the last scan.
  public var isConnected: Bool

  /// Creates a sighting; the properties describe the values.
  public init(
    bssid: BSSID, ssid: SSID, signal: Double, frequency: UInt32? = nil, time: MonotonicTime,
    isConnected: Bool = false
  ) {
    self.bssid = bssid
    self.ssid = ssid
    self.signal = signal
    self.frequency = frequency
    self.time = time
    self.isConnected = isConnected
  }

  /// The channel; `nil` when the frequency is unknown or belongs to none.
  public var channel: WiFiChannel? { frequency.flatMap { WiFiChannel(frequency: $0) } }

  /// Whether the access point may be looked up, learned and submitted.
  ///
  /// False when its owner has opted out, when it hides its name, and when its address is that of a
  /// group or was assigned locally. This is a rule, not an option: whatever looks up, learns or
  /// submits asks for `WiFiScan.eligible`.
  public var isEligible: Bool { bssid.isEligible && !ssid.isHidden && !ssid.isOptedOut }
}

// One function for each order: a sort is compiled anew for every closure.
extension [AccessPointSighting] {
  /// By address.
  var inOrderOfAddress: Self { sorted { $0.bssid < $1.bssid } }

  /// By signal; those of the same signal by address.
  var strongestFirst: Self { sorted { ($0.signal, $1.bssid) > ($1.signal, $0.bssid) } }
}
