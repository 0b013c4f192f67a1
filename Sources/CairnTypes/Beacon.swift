/// Which Bluetooth beacons: those of a number, of all groups or of one, in which each counts or one does.
public struct BeaconConstraint: Hashable, Sendable {
  /// What all beacons of an operator share.
  public var uuid: UUID128
  /// A group of them; `nil` for all.
  public var major: UInt16?
  /// One of the group; `nil` for all.
  public var minor: UInt16?

  /// See the properties.
  public init(uuid: UUID128, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  /// Whether a beacon is one of those.
  public func matches(_ beacon: Beacon) -> Bool {
    beacon.uuid == uuid && (major ?? beacon.major) == beacon.major
      && (minor ?? beacon.minor) == beacon.minor
  }
}

/// How near a beacon is, as far as its signal tells.
public enum Proximity: UInt8, Hashable, Sendable, CaseIterable {
  case unknown, immediate, near, far
}

/// A beacon that is received.
public struct Beacon: Hashable, Sendable {
  /// What all beacons of an operator share.
  public var uuid: UUID128
  /// Its group.
  public var major: UInt16
  /// Its number in the group.
  public var minor: UInt16
  /// How near it is.
  public var proximity: Proximity
  /// Metres to it, 68 %; `nil` where that is not known.
  public var accuracy: Double?
  /// The strength of its signal, dBm.
  public var rssi: Int8
  /// When it was received last, on the boot clock.
  public var time: MonotonicTime

  /// See the properties for units.
  public init(
    uuid: UUID128, major: UInt16, minor: UInt16, proximity: Proximity = .unknown,
    accuracy: Double? = nil, rssi: Int8, time: MonotonicTime
  ) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
    self.time = time
  }
}
