public import CairnTypes

/// What a beacon says of itself in a Bluetooth advertisement.
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
  /// Whose layout the frame has.
  public enum Layout: UInt8, Hashable, Sendable { case iBeacon, altBeacon }

  /// Whose layout the frame has.
  public var layout: Layout
  /// Bluetooth number of the company that made it.
  public var company: UInt16
  /// UUID shared by all beacons of an operator.
  public var uuid: UUID128
  /// Group the beacon belongs to.
  public var major: UInt16
  /// Number of the beacon within its group.
  public var minor: UInt16
  /// dBm received at 1 m, as its operator has measured it.
  public var power: Int8
}

/// The number of an Eddystone beacon.
///
/// Source: Eddystone protocol specification, Eddystone-UID.
public struct EddystoneUID: Hashable, Sendable {
  /// The namespace: its first two bytes, and the other eight.
  public var namespaceHigh: UInt16
  /// See `namespaceHigh`.
  public var namespaceLow: UInt64
  /// The number within the namespace, 48 bits.
  public var instance: UInt64
  /// dBm received at 1 m; the frame has it at 0 m.
  public var power: Int
}

/// The address of an Eddystone beacon.
///
/// Source: Eddystone protocol specification, Eddystone-URL.
public struct EddystoneURL: Hashable, Sendable {
  /// The address, written out.
  public var url: String
  /// dBm received at 1 m; the frame has it at 0 m.
  public var power: Int
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
}

/// What is wrong with an advertisement.
public enum AdvertisementError: Error, Hashable, Sendable {
  /// Longer than extended advertisements can be.
  case tooLong(Int)
  /// A structure is longer than what is left; `offset` is that of its length byte.
  case cutShort(offset: Int)
  /// A beacon's frame has another length than its kind; `offset` is that of its length byte.
  case frameLength(Int, offset: Int)
  /// A beacon's address has a scheme or a character that does not exist.
  case notAnAddress(offset: Int)
}
