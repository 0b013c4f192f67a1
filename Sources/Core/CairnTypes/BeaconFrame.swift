/// Content of a beacon's Bluetooth advertisement, by format.
public enum BeaconFrame: Hashable, Sendable {
  /// A beacon with the numbers that `BeaconConstraint` matches: iBeacon and AltBeacon.
  case proximity(ProximityFrame)
  /// Eddystone-UID: a beacon with a number.
  case eddystoneUID(EddystoneUID)
  /// Eddystone-URL: a beacon with an address.
  case eddystoneURL(EddystoneURL)
  /// Eddystone-TLM: the state of the beacon that also sends another frame.
  case eddystoneTLM(EddystoneTLM)
}

/// The frame of an iBeacon or AltBeacon.
///
/// Source: Apple, Proximity Beacon Specification; AltBeacon specification 1.0.
public struct ProximityFrame: Hashable, Sendable {
  /// Specification that defines a frame's layout.
  public enum Layout: UInt8, Hashable, Sendable { case iBeacon, altBeacon }

  /// Specification that defines the frame's layout.
  public var layout: Layout
  /// Bluetooth company identifier of the manufacturer.
  public var company: UInt16
  /// UUID shared by all beacons of an operator.
  public var uuid: UUID128
  /// Group the beacon belongs to.
  public var major: UInt16
  /// Number of the beacon within its group.
  public var minor: UInt16
  /// dBm received at 1 m, as its operator has measured it.
  public var power: Int8

  /// Creates a frame; the properties describe the values.
  public init(
    layout: Layout, company: UInt16, uuid: UUID128, major: UInt16, minor: UInt16, power: Int8
  ) {
    self.layout = layout
    self.company = company
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.power = power
  }
}

/// The number of an Eddystone beacon.
///
/// Source: Eddystone protocol specification, Eddystone-UID.
public struct EddystoneUID: Hashable, Sendable {
  /// First two bytes of the namespace; the other eight are in `namespaceLow`.
  public var namespaceHigh: UInt16
  /// Last eight bytes of the namespace.
  public var namespaceLow: UInt64
  /// The number within the namespace, 48 bits.
  public var instance: UInt64
  /// dBm received at 1 m; the frame has it at 0 m.
  public var power: Int

  /// Creates a number; the properties describe the values.
  public init(namespaceHigh: UInt16, namespaceLow: UInt64, instance: UInt64, power: Int) {
    self.namespaceHigh = namespaceHigh
    self.namespaceLow = namespaceLow
    self.instance = instance
    self.power = power
  }
}

/// The address of an Eddystone beacon.
///
/// Source: Eddystone protocol specification, Eddystone-URL.
public struct EddystoneURL: Hashable, Sendable {
  /// The address, written out.
  public var url: String
  /// dBm received at 1 m; the frame has it at 0 m.
  public var power: Int

  /// Creates an address; the properties describe the values.
  public init(url: String, power: Int) {
    self.url = url
    self.power = power
  }
}

/// The state of an Eddystone beacon.
///
/// Source: Eddystone protocol specification, Eddystone-TLM, unencrypted.
public struct EddystoneTLM: Hashable, Sendable {
  /// Millivolts; `nil` where the beacon does not measure it.
  public var battery: UInt16?
  /// Degrees Celsius; `nil` where the beacon does not measure it.
  public var temperature: Double?
  /// Advertisements since the beacon was switched on.
  public var advertisements: UInt32
  /// Seconds since the beacon was switched on.
  public var age: Double

  /// Creates a state; the properties describe the values.
  public init(battery: UInt16?, temperature: Double?, advertisements: UInt32, age: Double) {
    self.battery = battery
    self.temperature = temperature
    self.advertisements = advertisements
    self.age = age
  }
}

/// One advertisement of a beacon, as a scanner heard it.
public struct BeaconSighting: Hashable, Sendable {
  /// The Bluetooth address that sent it, 48 bits; tells beacons apart, and may change at random.
  public var device: UInt64
  /// Content of the advertisement.
  public var frame: BeaconFrame
  /// Signal strength, dBm; `nil` if the radio does not report it.
  public var rssi: Int8?
  /// When it was heard, on the boot clock.
  public var time: MonotonicTime
  /// Whether the strength is known in steps of about 8 dB only, as through BlueZ.
  public var isCoarse: Bool

  /// Creates a sighting; the properties describe the values.
  public init(
    device: UInt64, frame: BeaconFrame, rssi: Int8?, time: MonotonicTime, isCoarse: Bool = false
  ) {
    self.device = device
    self.frame = frame
    self.rssi = rssi
    self.time = time
    self.isCoarse = isCoarse
  }
}
